package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestRun trains for one epoch and looks for the picture of the loss and the exported model.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	out, model := filepath.Join(dir, "loss.png"), filepath.Join(dir, "digits")
	if err := run(context.Background(), options{epochs: 1, limit: 1000, out: out, export: model, name: "digits", seed: 2}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(out); err != nil || info.Size() < 1000 {
		t.Errorf("picture of the loss: %v, %v", info, err)
	}
	if _, err := os.Stat(filepath.Join(model, "model.go")); err != nil {
		t.Error(err)
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
