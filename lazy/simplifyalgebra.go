package lazy

import "weft/ops"

// The laws of arithmetic, restricted to those that hold for every value: x+0 is not x where x is -0, and x*0, x-x and
// x/x are left alone for floats, since NaN and infinity survive them.

func isZeroInt(v ops.Value) bool { return !v.DType.IsFloat() && v.Bits == 0 }
func isZero(v ops.Value) bool    { return v.Bits == 0 } // +0 of floats
func isOne(v ops.Value) bool     { return v.DType != ops.Bool && v.Float() == 1 }
func isOnes(v ops.Value) bool    { return !v.DType.IsFloat() && v == ops.And.Info().Neutral(v.DType) }

// isAddNeutral holds for the integer 0 and for -0.
func isAddNeutral(v ops.Value) bool { return v == ops.Add.Info().Neutral(v.DType) }

// rightIs gives the left operand where the right one is a constant such as is says.
func rightIs(is func(ops.Value) bool) func(*Node) *Node {
	return func(n *Node) *Node {
		if y := n.Src[1]; isConst(y) && is(y.Val) {
			return n.Src[0]
		}
		return nil
	}
}

// absorbs gives the right operand, a constant such as is says, where the left one may be dropped.
func absorbs(is func(ops.Value) bool) func(*Node) *Node {
	return func(n *Node) *Node {
		if y := n.Src[1]; isConst(y) && is(y.Val) && !n.Src[0].HasChecks() {
			return y
		}
		return nil
	}
}

// sameOperands applies to op(x, x).
func sameOperands(f func(n, x *Node) *Node) func(*Node) *Node {
	return func(n *Node) *Node {
		if n.Src[0] == n.Src[1] {
			return f(n, n.Src[0])
		}
		return nil
	}
}

// under applies to outer(inner(x)) for some inner ops.
func under(f func(n, x *Node) *Node, inner ...ops.Op) func(*Node) *Node {
	return func(n *Node) *Node {
		for _, op := range inner {
			if x := n.Src[0]; x.Op == op {
				return f(n, x.Src[0])
			}
		}
		return nil
	}
}

var rounding = []ops.Op{ops.Floor, ops.Ceil, ops.Trunc, ops.Round}

var algebra = RuleSet{"algebra", []Rule{
	{Name: "x+0", Law: "0 is neutral for integers, -0 for floats", Roots: []ops.Op{ops.Add}, Apply: rightIs(isAddNeutral)},
	{Name: "x-0", Law: "x-(+0) is x for every x", Roots: []ops.Op{ops.Sub}, Apply: rightIs(isZero)},
	{Name: "x*1", Law: "1 is neutral", Roots: []ops.Op{ops.Mul, ops.Div}, Apply: rightIs(isOne)},
	{Name: "x*0", Law: "integers only: no NaN, no infinity, no -0", Roots: []ops.Op{ops.Mul}, Apply: absorbs(isZeroInt)},
	{Name: "x-x", Law: "integers only", Roots: []ops.Op{ops.Sub, ops.Xor}, Apply: sameOperands(func(n, x *Node) *Node {
		if n.DType.IsFloat() || x.HasChecks() {
			return nil
		}
		return constLike(n, ops.Value{DType: n.DType})
	})},
	{Name: "idempotent", Law: "an element is its own maximum, minimum, conjunction and disjunction",
		Roots: []ops.Op{ops.Max, ops.Min, ops.And, ops.Or}, Apply: sameOperands(func(n, x *Node) *Node { return x })},
	{Name: "x&1s", Law: "all ones are neutral for and", Roots: []ops.Op{ops.And}, Apply: rightIs(isOnes)},
	{Name: "x&0", Law: "zero absorbs in and", Roots: []ops.Op{ops.And}, Apply: absorbs(isZeroInt)},
	{Name: "x|0", Law: "zero is neutral for or, xor and shifts", Roots: []ops.Op{ops.Or, ops.Xor, ops.Shl, ops.Shr},
		Apply: rightIs(isZeroInt)},
	{Name: "x|1s", Law: "all ones absorb in or", Roots: []ops.Op{ops.Or}, Apply: absorbs(isOnes)},
	{Name: "assoc", Law: "integer addition and multiplication associate, wrapping included; so do the bit operations",
		Roots: []ops.Op{ops.Add, ops.Mul, ops.And, ops.Or, ops.Xor}, Apply: func(n *Node) *Node {
			x, c := n.Src[0], n.Src[1]
			if n.DType.IsFloat() || x.Op != n.Op || !isConst(c) || !isConst(x.Src[1]) {
				return nil
			}
			return Elementwise(n.Op, x.Src[0], Elementwise(n.Op, x.Src[1], c))
		}},
	{Name: "neg-neg", Law: "an involution, also where it wraps", Roots: []ops.Op{ops.Neg},
		Apply: under(func(n, x *Node) *Node { return x }, ops.Neg)},
	{Name: "abs-unsigned", Law: "nothing is below zero", Roots: []ops.Op{ops.Abs}, Apply: func(n *Node) *Node {
		if n.DType.IsUnsigned() {
			return n.Src[0]
		}
		return nil
	}},
	{Name: "abs-neg", Law: "abs drops the sign, where there is one", Roots: []ops.Op{ops.Abs},
		Apply: under(func(n, x *Node) *Node { return Elementwise(ops.Abs, x) }, ops.Neg, ops.Abs)},
	{Name: "round-round", Law: "an integral value is its own floor, ceil, trunc and round", Roots: rounding,
		Apply: func(n *Node) *Node {
			return under(func(_, _ *Node) *Node { return n.Src[0] }, rounding...)(n)
		}},
	{Name: "add-neg", Law: "x+(-y) is x-y and x-(-y) is x+y, bit for bit", Roots: []ops.Op{ops.Add, ops.Sub},
		Apply: func(n *Node) *Node {
			other := map[ops.Op]ops.Op{ops.Add: ops.Sub, ops.Sub: ops.Add}[n.Op]
			x, y := n.Src[0], n.Src[1]
			switch {
			case y.Op == ops.Neg:
				return Elementwise(other, x, y.Src[0])
			case x.Op == ops.Neg && n.Op == ops.Add:
				return Elementwise(ops.Sub, y, x.Src[0])
			}
			return nil
		}},
	{Name: "mul-neg", Law: "two signs cancel", Roots: []ops.Op{ops.Mul, ops.Div}, Apply: func(n *Node) *Node {
		if x, y := n.Src[0], n.Src[1]; n.DType.IsFloat() && x.Op == ops.Neg && y.Op == ops.Neg {
			return Elementwise(n.Op, x.Src[0], y.Src[0])
		}
		return nil
	}},
	{Name: "pow", Law: "x^1 is x, x^2 is x*x, x^0 is 1 even for NaN; for floats x^-1 is 1/x", Roots: []ops.Op{ops.Pow}, Apply: power},
}}

func power(n *Node) *Node {
	x, y := n.Src[0], n.Src[1]
	if !isConst(y) {
		return nil
	}
	switch one := ops.IntValue(n.DType, 1); {
	case y.Val == one:
		return x
	case y.Val == ops.IntValue(n.DType, 2):
		return Elementwise(ops.Mul, x, x)
	case y.Val.Float() == 0 && !x.HasChecks():
		return constLike(n, one)
	case n.DType.IsFloat() && y.Val.Float() == -1:
		return Elementwise(ops.Div, constLike(n, one), x)
	}
	return nil
}
