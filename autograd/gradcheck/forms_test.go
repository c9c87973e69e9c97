package gradcheck

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

type form struct {
	name string
	f    Func
	in   []Input
}

func on(f func(x *lazy.Node) *lazy.Node) Func {
	return func(x []*lazy.Node) *lazy.Node { return f(x[0]) }
}

func const64(v float64, shape ...int) *lazy.Node {
	return lazy.NewConst(ops.FloatValue(ops.Float64, v), shape...)
}

func ew(op ops.Op, x ...*lazy.Node) *lazy.Node { return lazy.Elementwise(op, x...) }

// twist bends its operand, so that the second order is not zero behind a linear operation.
func twist(x *lazy.Node) *lazy.Node { return ew(ops.Mul, ew(ops.Sin, x), x) }

var cube = input(-2, 2, 2, 3, 4)

// forms holds the operations that take more than elements: reductions, movements, effects, and those that need a
// mask or another dtype.
var forms = map[ops.Op][]form{
	ops.ReduceAdd: reductions(ops.ReduceAdd),
	ops.ReduceMax: reductions(ops.ReduceMax),
	ops.ReduceMul: append(reductions(ops.ReduceMul),
		form{"one zero", on(func(x *lazy.Node) *lazy.Node { return lazy.ReduceNode(ops.ReduceMul, x, 1) }),
			[]Input{{[]int{2, 3}, []float64{1.5, 0, -2, 3, 1, 2}}}},
		form{"two zeros", on(func(x *lazy.Node) *lazy.Node { return lazy.ReduceNode(ops.ReduceMul, x, 0) }),
			[]Input{{[]int{4}, []float64{1.5, 0, -2, 0}}}},
		form{"one element", on(func(x *lazy.Node) *lazy.Node { return lazy.ReduceNode(ops.ReduceMul, x, 0) }),
			[]Input{{[]int{1, 2}, []float64{0, 2}}}}),
	ops.Reshape: {{"6,4", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.ReshapeNode(x, 6, 4)) }), []Input{cube}}},
	ops.Permute: {{"201", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.PermuteNode(x, 2, 0, 1)) }), []Input{cube}}},
	ops.Expand: {
		{"middle", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.ExpandNode(x, 2, 5, 3)) }), []Input{input(-1, 1, 2, 1, 3)}},
		{"all", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.ExpandNode(x, 2, 3)) }), []Input{input(-1, 1, 1, 1)}}},
	ops.Pad: {{"2,1", on(func(x *lazy.Node) *lazy.Node {
		return twist(lazy.PadNode(x, ops.FloatValue(ops.Float64, 0.5), 0, 0, 2, 1, 1, 0))
	}), []Input{cube}}},
	ops.Shrink: {
		{"one", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.ShrinkNode(x, 0, 2, 1, 2, 1, 4)) }), []Input{cube}},
		{"split", on(func(x *lazy.Node) *lazy.Node {
			return ew(ops.Mul, lazy.ShrinkNode(x, 0, 2, 0, 3, 0, 2), twist(lazy.ShrinkNode(x, 0, 2, 0, 3, 2, 4)))
		}), []Input{cube}},
		{"overlap", on(func(x *lazy.Node) *lazy.Node {
			return ew(ops.Mul, lazy.ShrinkNode(x, 0, 2, 0, 3, 0, 3), twist(lazy.ShrinkNode(x, 0, 2, 0, 3, 1, 4)))
		}), []Input{cube}}},
	ops.Flip: {{"0,2", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.FlipNode(x, 0, 2)) }), []Input{cube}}},
	ops.Where: {{"mask", func(x []*lazy.Node) *lazy.Node {
		return ew(ops.Where, ew(ops.CmpLT, x[0], const64(0.1, 2, 3, 4)), twist(x[0]), twist(x[1]))
	}, []Input{cube, cube}}},
	ops.Cast:       {{"to itself and by float32", on(castForm), []Input{{[]int{3}, []float64{0.25, 1.5, -3}}}}},
	ops.Contiguous: {{"", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.ContiguousNode(x)) }), []Input{cube}}},
	ops.Copy:       {{"", on(func(x *lazy.Node) *lazy.Node { return twist(lazy.CopyNode(x, "elsewhere")) }), []Input{cube}}},
	ops.Check: {{"", on(func(x *lazy.Node) *lazy.Node {
		ok := ew(ops.CmpLT, x, const64(9, x.Shape...))
		return twist(lazy.CheckNode(x, ok, lazy.NewCheckInfo("test", "too large")))
	}), []Input{cube}}},
	ops.Identity: {{"hook", on(func(x *lazy.Node) *lazy.Node {
		return twist(lazy.IdentityNode(x, lazy.NewMark(lazy.Hook, nil)))
	}), []Input{cube}}},
}

// castForm multiplies by a value that went through float32 and is constant to the differences' eyes only if the cast
// had no rule: the steps are exact in float32.
func castForm(x *lazy.Node) *lazy.Node {
	return ew(ops.Mul, x, lazy.Cast(lazy.Cast(x, ops.Float32), ops.Float64))
}

func reductions(op ops.Op) []form {
	over := func(axes ...int) Func {
		return on(func(x *lazy.Node) *lazy.Node { return ew(ops.Sin, lazy.ReduceNode(op, twist(x), axes...)) })
	}
	return []form{{"first", over(0), []Input{cube}}, {"middle", over(1), []Input{cube}}, {"last", over(2), []Input{cube}},
		{"first and last", over(0, 2), []Input{cube}}, {"all", over(0, 1, 2), []Input{input(0.7, 1.4, 2, 2, 3)}}}
}

func TestForms(t *testing.T) {
	for op, list := range forms {
		for _, c := range list {
			if op == ops.Cast { // the gradient itself is rounded to float32
				check(t, op.String()+" "+c.name, c.f, 1e-6, c.in...)
				continue
			}
			checkBoth(t, op.String()+" "+c.name, c.f, c.in...)
		}
	}
}
