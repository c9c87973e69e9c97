package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestRun trains for one epoch and looks for the picture of the loss.
func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "loss.png")
	if err := run(context.Background(), options{epochs: 1, limit: 1000, out: out, seed: 2}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(out); err != nil || info.Size() < 1000 {
		t.Errorf("picture of the loss: %v, %v", info, err)
	}
}

func TestLoad(t *testing.T) {
	train, test, err := load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if train.Len() != 9*trainPart || test.Len() != 360 || train.X.Shape[1] != 64 {
		t.Errorf("%d pictures to train with, %d to test with", train.Len(), test.Len())
	}
}
