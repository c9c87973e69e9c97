package checkpoint

import (
	"context"
	"io"

	"weft/frontend/safetensors"
)

// Save computes what is not computed yet and writes the state to a file, whole or not at all: a run that is ended while it saves
// keeps the checkpoint before.
func Save(ctx context.Context, path string, s State) error {
	c := contentOf(s)
	return safetensors.Save(ctx, path, c.tensors, c.texts)
}

// Write writes what Save saves.
func Write(ctx context.Context, w io.Writer, s State) error {
	c := contentOf(s)
	return safetensors.Write(ctx, w, c.tensors, c.texts)
}
