package tensor

import (
	"reflect"

	"weft/lazy"
	"weft/ops"
)

// operand is one argument of an operation that takes tensors or Go numbers: a tensor, or a number of a weak type.
type operand struct {
	t   *Tensor // nil for a number
	num ops.Value
}

// operandOf reads an argument. Anything but a tensor, a number or a bool panics with *Error.
func operandOf(op string, x any) operand {
	switch v := x.(type) {
	case *Tensor:
		if v == nil {
			bad(op).fail(lazy.ErrValue, "operand is a nil tensor")
		}
		return operand{t: v}
	case float64:
		return operand{num: ops.FloatValue(Float64, v)}
	case int:
		return operand{num: ops.IntValue(Int64, int64(v))}
	case float32:
		return operand{num: ops.FloatValue(Float64, float64(v))}
	case bool:
		return operand{num: ops.BoolValue(v)}
	case ops.Value:
		return operand{num: v}
	}
	return reflectOperand(op, x)
}

// reflectOperand reads the other sizes of numbers and named number types.
func reflectOperand(op string, x any) operand {
	v := reflect.ValueOf(x)
	switch {
	case v.IsValid() && v.CanInt():
		return operand{num: ops.IntValue(Int64, v.Int())}
	case v.IsValid() && v.CanUint():
		return operand{num: ops.IntValue(Int64, int64(v.Uint()))}
	case v.IsValid() && v.CanFloat():
		return operand{num: ops.FloatValue(Float64, v.Float())}
	case v.IsValid() && v.Kind() == reflect.Bool:
		return operand{num: ops.BoolValue(v.Bool())}
	}
	bad(op).hinting("give a *tensor.Tensor, a number or a bool").fail(lazy.ErrDType, "cannot take a %T as an operand", x)
	return operand{}
}

// kind is what promotion sees of the operand.
func (o operand) kind() ops.Operand {
	switch {
	case o.t == nil:
		return ops.Operand{DType: o.num.DType, Weight: ops.Number}
	case o.t.Rank() == 0:
		return ops.Operand{DType: o.t.DType(), Weight: ops.ZeroDim}
	}
	return ops.Operand{DType: o.t.DType(), Weight: ops.Ordinary}
}

// nodeIn is the operand as a node of dtype d and the given shape.
func (o operand) nodeIn(d DType, shape []int) *lazy.Node {
	if o.t == nil {
		return lazy.NewConst(o.num.Cast(d), shape...)
	}
	return expandTo(castTo(o.t.n(), d), shape)
}

// args are the operands of one call.
type args struct {
	op  string
	all []operand
	ins []*Tensor // the tensors among them
}

func argsOf(op string, xs ...any) *args {
	a := &args{op: op, all: make([]operand, len(xs)), ins: make([]*Tensor, 0, len(xs))}
	for i, x := range xs {
		a.all[i] = operandOf(op, x)
		if t := a.all[i].t; t != nil {
			a.ins = append(a.ins, t)
		}
	}
	if len(a.ins) == 0 {
		bad(op).hinting("make a tensor of one of them with tensor.Scalar").fail(lazy.ErrDType, "no operand is a tensor")
	}
	return a
}

// types applies a policy: the dtype to compute in and that of the result.
func (a *args) types(p ops.Policy) (compute, result DType) {
	kinds := make([]ops.Operand, len(a.all))
	for i, o := range a.all {
		kinds[i] = o.kind()
	}
	compute, result, err := p.Result(kinds...)
	if err != nil {
		bad(a.op, a.ins...).fail(lazy.ErrDType, "%v", err)
	}
	return compute, result
}

// shape is the broadcast shape of all operands.
func (a *args) shape() []int {
	shape := a.ins[0].n().Shape
	for _, t := range a.ins[1:] {
		shape = broadcast(a.op, a.ins, shape, t.n().Shape)
	}
	return shape
}

// nodes gives all operands one dtype and shape.
func (a *args) nodes(d DType, shape []int) []*lazy.Node {
	out := make([]*lazy.Node, len(a.all))
	for i, o := range a.all {
		out[i] = o.nodeIn(d, shape)
	}
	return out
}

// broadcast is the common shape of two.
func broadcast(op string, ins []*Tensor, a, b []int) []int {
	shape, clash := common(a, b)
	if clash >= 0 {
		if len(a) < len(b) {
			a, b = b, a
		}
		bad(op, ins...).at(clash).hinting("lengths must be equal or 1, counted from the last axis").
			fail(lazy.ErrShape, "shapes do not broadcast: axis %d has lengths %d and %d", clash, a[clash], b[clash-len(a)+len(b)])
	}
	return shape
}

// common is the shape that two broadcast to: aligned at the last axis, lengths equal or one of them 1. clash is the axis of the
// longer one where that fails, or -1.
func common(a, b []int) (shape []int, clash int) {
	if sameShape(a, b) {
		return a, -1
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	out := make([]int, len(a))
	shift := len(a) - len(b)
	copy(out, a[:shift])
	for i := shift; i < len(a); i++ {
		x, y := a[i], b[i-shift]
		switch {
		case x == y || y == 1:
			out[i] = x
		case x == 1:
			out[i] = y
		default:
			return nil, i
		}
	}
	return out, -1
}

func sameShape(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i, d := range a {
		if d != b[i] {
			return false
		}
	}
	return true
}
