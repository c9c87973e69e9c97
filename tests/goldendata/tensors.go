package goldendata

import (
	"bytes"
	"context"
	"io/fs"

	"weft/frontend/safetensors"
	"weft/ops"
)

// Tensor is a recorded tensor: raw little-endian elements in row order.
type Tensor struct {
	DType ops.DType
	Shape []int
	Data  []byte
}

// ReadTensors reads a safetensors file of the answers; a missing file holds no tensors.
func ReadTensors(answers fs.FS, name string) (map[string]Tensor, error) {
	b, err := fs.ReadFile(answers, name)
	if err != nil {
		return map[string]Tensor{}, nil
	}
	f, err := safetensors.Read(context.Background(), bytes.NewReader(b), int64(len(b)), name)
	if err != nil {
		return nil, err
	}
	out := map[string]Tensor{}
	for _, e := range f.Entries() {
		out[e.Name] = Tensor{e.DType, e.Shape, b[e.Offset : e.Offset+e.Size]}
	}
	return out, nil
}
