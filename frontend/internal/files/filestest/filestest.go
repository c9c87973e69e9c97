// Package filestest is what the tests of the file formats share.
package filestest

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"testing"

	"weft/frontend/tensor"
	"weft/ops"
)

// Tensors is a tensor of every dtype and of each of several shapes: 0 to 4 axes, and empty ones. Their bytes are all different.
func Tensors(t testing.TB, without ...tensor.DType) map[string]*tensor.Tensor {
	t.Helper()
	all := map[string]*tensor.Tensor{}
	for _, d := range ops.DTypes() {
		if slices.Contains(without, d) {
			continue
		}
		for _, shape := range [][]int{{}, {1}, {5}, {0}, {2, 3}, {3, 0, 2}, {2, 1, 3}, {2, 2, 1, 2}} {
			all[fmt.Sprint(d, shape)] = tensorOf(t, d, shape, byte(len(all)))
		}
	}
	return all
}

func tensorOf(t testing.TB, d tensor.DType, shape []int, start byte) *tensor.Tensor {
	t.Helper()
	x, err := tensor.Options{DType: d}.FromBytes(shape, func(memory []byte) error {
		for i := range memory {
			memory[i] = start + 37*byte(i)
			if d == tensor.Bool {
				memory[i] %= 2
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Bytes is a copy of a tensor's elements.
func Bytes(t testing.TB, x *tensor.Tensor) (b []byte) {
	t.Helper()
	err := tensor.Bytes(t.Context(), x, func(memory []byte) error {
		b = bytes.Clone(memory)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Equal holds that got has the names, dtypes, shapes and bits of want.
func Equal(t testing.TB, got, want map[string]*tensor.Tensor) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d tensors, want %d", len(got), len(want))
	}
	for name, w := range want {
		g := got[name]
		if g == nil {
			t.Errorf("%s is missing", name)
			continue
		}
		if g.DType() != w.DType() || !slices.Equal(g.Shape(), w.Shape()) || !bytes.Equal(Bytes(t, g), Bytes(t, w)) {
			t.Errorf("%s: %v, want %v", name, g, w)
		}
	}
}

// Size is how many bytes the elements of tensors are.
func Size(tensors map[string]*tensor.Tensor) (n int) {
	for _, x := range tensors {
		n += x.Numel() * x.DType().Size()
	}
	return n
}

// Sparse is a file with these bytes and zeros without end behind them.
func Sparse(first []byte) io.ReaderAt { return sparse(first) }

type sparse []byte

func (s sparse) ReadAt(p []byte, offset int64) (int, error) {
	clear(p)
	if offset < int64(len(s)) {
		copy(p, s[offset:])
	}
	return len(p), nil
}
