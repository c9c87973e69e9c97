package npy

import (
	"context"
	"io"
	"slices"

	"weft/frontend/internal/files"
	"weft/frontend/tensor"
	"weft/ops"
)

// Load reads an npy file, to the default device or the one named. Float16 and the others keep their dtype; an array in Fortran's
// order becomes a transposed view.
func Load(ctx context.Context, path string, device ...string) (*tensor.Tensor, error) {
	f, size, err := files.Open(files.Place{Op: "npy", File: path})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(ctx, f, size, path, device...)
}

// Read reads an npy file of so many bytes, as Load does; name stands for the file in errors.
func Read(ctx context.Context, r io.Reader, size int64, name string, device ...string) (*tensor.Tensor, error) {
	return readArray(files.Place{Op: "npy", File: name}, files.Reader(ctx, r), size, device)
}

// readArray reads what npy files and the entries of archives are.
func readArray(at files.Place, r io.Reader, size int64, device []string) (*tensor.Tensor, error) {
	h, err := readHeader(at, r, size)
	if err != nil {
		return nil, err
	}
	if h.fortran {
		slices.Reverse(h.shape)
	}
	o := tensor.Options{DType: h.dtype, Device: files.Device(device)}
	t, err := o.FromBytes(h.shape, func(memory []byte) error { return h.fill(at, r, memory) })
	if err != nil {
		return nil, at.At(h.start).Error(err)
	}
	if h.fortran {
		t = t.Permute(falling(len(h.shape))...)
	}
	return t, nil
}

// fill reads the data into memory.
func (h *header) fill(at files.Place, r io.Reader, memory []byte) error {
	n, err := io.ReadFull(r, memory)
	if err != nil {
		return at.At(h.start + int64(n)).Error(err)
	}
	if h.swapped {
		files.Swap(memory, h.dtype.Size())
	}
	return nil
}

// falling is n-1, ..., 1, 0.
func falling(n int) []int {
	axes := make([]int, n)
	for i := range axes {
		axes[i] = n - 1 - i
	}
	return axes
}

// Save computes a tensor and writes it to an npy file, whole or not at all: the bytes of numpy.save. A bfloat16 tensor is refused.
func Save(ctx context.Context, path string, t *tensor.Tensor) error {
	at := files.Place{Op: "npy", File: path}
	if err := computed(ctx, at, t); err != nil {
		return err
	}
	return files.Save(ctx, at, func(w io.Writer) error { return writeArray(ctx, w, t) })
}

// Write writes what Save saves.
func Write(ctx context.Context, w io.Writer, t *tensor.Tensor) error {
	at := files.Place{Op: "npy"}
	if err := computed(ctx, at, t); err != nil {
		return err
	}
	if err := writeArray(ctx, files.Writer(ctx, w), t); err != nil {
		return at.Error(err)
	}
	return nil
}

// computed checks that an array file can hold t, and computes it.
func computed(ctx context.Context, at files.Place, t *tensor.Tensor) error {
	if err := holdable(at, t); err != nil {
		return err
	}
	if err := tensor.Realize(ctx, t); err != nil {
		return at.Error(err)
	}
	return nil
}

func holdable(at files.Place, t *tensor.Tensor) error {
	switch {
	case t == nil:
		return at.Errorf("there is no tensor")
	case t.DType() == ops.BFloat16:
		return at.Errorf("numpy has no bfloat16; cast the tensor to float32, or write a safetensors file")
	case t.RequiresGrad():
		return at.Errorf("the tensor requires gradients, which no array can hold; write its Detach")
	}
	return files.CheckShape(at, t.Shape(), t.DType())
}

func writeArray(ctx context.Context, w io.Writer, t *tensor.Tensor) error {
	if _, err := w.Write(makeHeader(t.DType(), t.Shape())); err != nil {
		return err
	}
	return tensor.Bytes(ctx, t, func(memory []byte) error {
		_, err := w.Write(memory)
		return err
	})
}
