package nn

import (
	"fmt"
	"slices"

	"weft/frontend/tensor"
	"weft/lazy"
)

// checkRank holds that x has a rank within bounds.
func checkRank(op string, x *tensor.Tensor, low, high int) {
	if x.Rank() < low || x.Rank() > high {
		mismatch(op, "the input has the wrong number of axes", []*tensor.Tensor{x})
	}
}

// checkFeatures holds that x has a rank within bounds and the features that a layer was made for.
func checkFeatures(op string, x *tensor.Tensor, features, low, high int) {
	checkRank(op, x, low, high)
	if x.Dim(-1) != features {
		mismatch(op, "the layer was made for %d features at the end of the input, which has %d", []*tensor.Tensor{x}, features, x.Dim(-1))
	}
}

// checkState holds that a state before x has a shape.
func checkState(op string, x, state *tensor.Tensor, shape ...int) {
	if !slices.Equal(state.Shape(), shape) {
		mismatch(op, "the state before must have shape %s", []*tensor.Tensor{x, state}, lazy.ShapeString(shape))
	}
}

func mismatch(op, format string, ins []*tensor.Tensor, args ...any) {
	e := &lazy.Error{Kind: lazy.ErrShape, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()}
	for _, t := range ins {
		e.Shapes, e.DTypes = append(e.Shapes, t.Shape()), append(e.DTypes, t.DType())
	}
	panic(e)
}

// fail panics with what is wrong about a call that concerns no shapes.
func fail(op, format string, args ...any) {
	panic(&lazy.Error{Kind: lazy.ErrValue, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Line: lazy.UserLine()})
}
