package linalg

import (
	"encoding/binary"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
	"weft/lazy"
)

// each runs a factorisation on every matrix of a: fn reads an n by n matrix and fills its part of the result, of size
// elements.
func each(op string, a *tensor.Tensor, shape []int, size int, fn func(a *mat.Dense, out []float64) error) *tensor.Tensor {
	d, n := a.DType(), a.Dim(-1)
	return tensor.Host(op, func(out []byte, in ...[]byte) error {
		for i := range lazy.Numel(shape) / max(size, 1) {
			m := mat.NewDense(n, n, read(d, in[0], i*n*n, n*n))
			result := make([]float64, size)
			if err := fn(m, result); err != nil {
				return fmt.Errorf("%s: matrix %d: %w", op, i, err)
			}
			write(d, out, i*size, result)
		}
		return nil
	}, d, shape, a)
}

func read(d tensor.DType, raw []byte, at, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		if d == tensor.Float32 {
			out[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*(at+i):])))
		} else {
			out[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*(at+i):]))
		}
	}
	return out
}

func write(d tensor.DType, raw []byte, at int, values []float64) {
	for i, v := range values {
		if d == tensor.Float32 {
			binary.LittleEndian.PutUint32(raw[4*(at+i):], math.Float32bits(float32(v)))
		} else {
			binary.LittleEndian.PutUint64(raw[8*(at+i):], math.Float64bits(v))
		}
	}
}

// square checks that a holds square matrices of float32 or float64.
func square(op string, a *tensor.Tensor) {
	reason := ""
	switch {
	case a.Rank() < 2 || a.Dim(-1) != a.Dim(-2):
		reason = "wants square matrices in the last two axes"
	case a.DType() != tensor.Float32 && a.DType() != tensor.Float64:
		reason = "is defined on float32 and float64"
	}
	if reason != "" {
		panic(&lazy.Error{Kind: lazy.ErrShape, Op: op, Shapes: [][]int{a.Shape()}, DTypes: []tensor.DType{a.DType()}, Axis: -1,
			Reason: reason, Line: lazy.UserLine()})
	}
}
