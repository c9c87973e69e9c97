package linalg

import (
	"encoding/binary"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"weft/frontend/tensor"
	"weft/lazy"
)

// factorize runs a factorisation on every matrix in the last two axes of a: fn reads a matrix and fills the parts of its result,
// which become tensors of the given shapes behind the batch axes. No gradient flows through them.
func factorize(op string, a *tensor.Tensor, fn func(m *mat.Dense, parts [][]float64) error, shapes ...[]int) []*tensor.Tensor {
	lead, rows, columns := split(a)
	size := 0
	for _, s := range shapes {
		size += lazy.Numel(s)
	}
	count, d := lazy.Numel(lead), a.DType()
	packed := tensor.Host(op, func(out []byte, in ...[]byte) error {
		for i := range count {
			result := make([]float64, size)
			if rows*columns > 0 {
				m := mat.NewDense(rows, columns, read(d, in[0], i*rows*columns, rows*columns))
				if err := fn(m, parts(result, shapes)); err != nil {
					return fmt.Errorf("%s: matrix %d: %w", op, i, err)
				}
			}
			write(d, out, i*size, result)
		}
		return nil
	}, d, append(lead, size), a)
	return unpack(packed, lead, shapes)
}

// split is the batch axes of a, and the size of its matrices.
func split(a *tensor.Tensor) (lead []int, rows, columns int) {
	n := a.Rank() - 2
	return a.Shape()[:n:n], a.Dim(-2), a.Dim(-1)
}

// parts cuts a result into pieces of the given shapes.
func parts(result []float64, shapes [][]int) [][]float64 {
	out := make([][]float64, len(shapes))
	for i, s := range shapes {
		n := lazy.Numel(s)
		out[i], result = result[:n], result[n:]
	}
	return out
}

// unpack is parts of a tensor whose last axis holds the pieces of each result.
func unpack(packed *tensor.Tensor, lead []int, shapes [][]int) []*tensor.Tensor {
	out, at := make([]*tensor.Tensor, len(shapes)), 0
	for i, s := range shapes {
		n := lazy.Numel(s)
		out[i] = packed.Narrow(-1, at, n).Reshape(append(lead, s...)...)
		at += n
	}
	return out
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

// matrices checks that a holds matrices of float32 or float64.
func matrices(op string, a *tensor.Tensor) {
	switch {
	case a.Rank() < 2:
		fail(lazy.ErrShape, op, []*tensor.Tensor{a}, "wants matrices in the last two axes")
	case a.DType() != tensor.Float32 && a.DType() != tensor.Float64:
		fail(lazy.ErrDType, op, []*tensor.Tensor{a}, "is defined on float32 and float64")
	}
}

// square checks that a holds square matrices of float32 or float64.
func square(op string, a *tensor.Tensor) {
	matrices(op, a)
	if a.Dim(-1) != a.Dim(-2) {
		fail(lazy.ErrShape, op, []*tensor.Tensor{a}, "wants square matrices in the last two axes")
	}
}

// fail panics with the one error type, naming the operands.
func fail(kind lazy.ErrorKind, op string, ins []*tensor.Tensor, format string, args ...any) {
	e := &lazy.Error{Kind: kind, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()}
	for _, t := range ins {
		e.Shapes, e.DTypes = append(e.Shapes, t.Shape()), append(e.DTypes, t.DType())
	}
	panic(e)
}
