package functional

import (
	"fmt"

	"weft/frontend/tensor"
	"weft/lazy"
)

// fail panics with the one error type, naming the operands.
func fail(kind lazy.ErrorKind, op string, ins []*tensor.Tensor, format string, args ...any) {
	e := &lazy.Error{Kind: kind, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()}
	for _, t := range ins {
		if t != nil {
			e.Shapes, e.DTypes = append(e.Shapes, t.Shape()), append(e.DTypes, t.DType())
		}
	}
	panic(e)
}

// each makes a setting hold for n axes: none given means def, one given means all.
func each(op, name string, given []int, n, def int) []int {
	switch len(given) {
	case 0:
		given = []int{def}
		fallthrough
	case 1:
		out := make([]int, n)
		for i := range out {
			out[i] = given[0]
		}
		return out
	case n:
		return given
	}
	fail(lazy.ErrValue, op, nil, "%s has %d numbers, want 1 or %d", name, len(given), n)
	return nil
}

// arange is the numbers 0 to before n, as int64, on x's device.
func arange(x *tensor.Tensor, n int) *tensor.Tensor {
	return tensor.Options{DType: tensor.Int64, Device: x.Device()}.Arange(float64(n))
}
