package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRun trains on a made-up data set: bright and dark pictures.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	for _, part := range []string{"train", "t10k"} {
		images, labels := []byte("\x00\x00\x08\x03\x00\x00\x00\x40\x00\x00\x00\x1c\x00\x00\x00\x1c"), []byte("\x00\x00\x08\x01\x00\x00\x00\x40")
		for i := range 64 {
			picture := make([]byte, 28*28)
			for j := range picture {
				picture[j] = byte(i % 2 * 200)
			}
			images, labels = append(images, picture...), append(labels, byte(i%2))
		}
		write(t, filepath.Join(dir, part+"-images-idx3-ubyte"), images)
		write(t, filepath.Join(dir, part+"-labels-idx1-ubyte"), labels)
	}
	if err := run(context.Background(), options{dir: dir, epochs: 1, batch: 16, seed: 1}); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, content []byte) {
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestMissingData(t *testing.T) {
	err := run(context.Background(), options{dir: t.TempDir(), epochs: 1, batch: 16})
	if err == nil || !strings.Contains(err.Error(), "dataset-fashion-mnist") {
		t.Errorf("error %v", err)
	}
}
