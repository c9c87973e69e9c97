package lazy

import "weft/ops"

var logic = RuleSet{"logic", []Rule{
	{Name: "not-not", Law: "an involution", Roots: []ops.Op{ops.Not},
		Apply: under(func(n, x *Node) *Node { return x }, ops.Not)},
	{Name: "not-cmp", Law: "equality and its negation are complements even for NaN; order only for integers",
		Roots: []ops.Op{ops.Not}, Apply: func(n *Node) *Node {
			c := n.Src[0]
			switch {
			case n.DType != ops.Bool:
			case c.Op == ops.CmpEQ:
				return Elementwise(ops.CmpNE, c.Src...)
			case c.Op == ops.CmpNE:
				return Elementwise(ops.CmpEQ, c.Src...)
			case c.Op == ops.CmpLT && !c.Src[0].DType.IsFloat():
				return Elementwise(ops.CmpLE, c.Src[1], c.Src[0])
			case c.Op == ops.CmpLE && !c.Src[0].DType.IsFloat():
				return Elementwise(ops.CmpLT, c.Src[1], c.Src[0])
			}
			return nil
		}},
	{Name: "cmp-same", Law: "x<x is false for every x; x=x only where there is no NaN",
		Roots: []ops.Op{ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE}, Apply: sameOperands(func(n, x *Node) *Node {
			if x.HasChecks() || x.DType.IsFloat() && n.Op != ops.CmpLT {
				return nil
			}
			return constLike(n, ops.BoolValue(n.Op == ops.CmpLE || n.Op == ops.CmpEQ))
		})},
	{Name: "cmp-bool", Law: "x=true and x!=false are x, the other two its negation", Roots: []ops.Op{ops.CmpEQ, ops.CmpNE},
		Apply: func(n *Node) *Node {
			x, c := n.Src[0], n.Src[1]
			switch {
			case x.DType != ops.Bool || !isConst(c):
				return nil
			case c.Val.IsTrue() == (n.Op == ops.CmpEQ):
				return x
			}
			return Elementwise(ops.Not, x)
		}},
	{Name: "where-const", Law: "a constant condition chooses", Roots: []ops.Op{ops.Where}, Apply: func(n *Node) *Node {
		chosen, other := n.Src[1], n.Src[2]
		if !isConst(n.Src[0]) {
			return nil
		}
		if !n.Src[0].Val.IsTrue() {
			chosen, other = other, chosen
		}
		if other.HasChecks() {
			return nil
		}
		return chosen
	}},
	{Name: "where-same", Law: "no choice between equals", Roots: []ops.Op{ops.Where}, Apply: func(n *Node) *Node {
		if n.Src[1] == n.Src[2] && !n.Src[0].HasChecks() {
			return n.Src[1]
		}
		return nil
	}},
	{Name: "where-not", Law: "a negated condition swaps the branches", Roots: []ops.Op{ops.Where}, Apply: func(n *Node) *Node {
		if c := n.Src[0]; c.Op == ops.Not {
			return Elementwise(ops.Where, c.Src[0], n.Src[2], n.Src[1])
		}
		return nil
	}},
	{Name: "where-bool", Law: "a choice of truth values is the condition or its negation", Roots: []ops.Op{ops.Where},
		Apply: func(n *Node) *Node {
			yes, no := n.Src[1], n.Src[2]
			switch {
			case n.DType != ops.Bool || !isConst(yes) || !isConst(no) || yes == no:
				return nil
			case yes.Val.IsTrue():
				return n.Src[0]
			}
			return Elementwise(ops.Not, n.Src[0])
		}},
}}

var casts = RuleSet{"casts", []Rule{
	{Name: "cast-same", Law: "a value of the type already", Roots: []ops.Op{ops.Cast, ops.Bitcast}, Apply: func(n *Node) *Node {
		if n.Src[0].DType == n.DType {
			return n.Src[0]
		}
		return nil
	}},
	{Name: "cast-cast", Law: "the first cast loses nothing that the second would keep", Roots: []ops.Op{ops.Cast},
		Apply: under(func(n, x *Node) *Node {
			if skipsCast(x.DType, n.Src[0].DType, n.DType) {
				return Cast(x, n.DType)
			}
			return nil
		}, ops.Cast)},
	{Name: "bitcast-bitcast", Law: "bits stay, but for those of a bool", Roots: []ops.Op{ops.Bitcast},
		Apply: under(func(n, x *Node) *Node {
			if n.Src[0].DType == ops.Bool {
				return nil
			}
			return Bitcast(x, n.DType)
		}, ops.Bitcast)},
}}

// skipsCast says whether casting a to b and then to c is casting a to c. Between integers casts keep the low bits,
// from floats they saturate: so the way from a to b must be exact, and the step to c must treat both alike.
func skipsCast(a, b, c ops.DType) bool {
	if a.IsInt() && b.IsInt() && c.IsInt() && c.Size() <= b.Size() {
		return true
	}
	alike := a.IsFloat() == b.IsFloat() || c.IsFloat() || c == ops.Bool || exactCast(a, c)
	return exactCast(a, b) && alike
}

// mantissa is how many bits an integer may have to be a float exactly.
var mantissa = map[ops.DType]int{ops.Float16: 11, ops.BFloat16: 8, ops.Float32: 24, ops.Float64: 53}

// exactCast says whether every value of a is a value of b.
func exactCast(a, b ops.DType) bool {
	aBits, bBits := a.Size()*8, b.Size()*8
	switch {
	case a == b || a == ops.Bool:
		return true
	case b == ops.Bool || a.IsFloat() && !b.IsFloat():
		return false
	case a.IsFloat():
		return b == ops.Float64 || b == ops.Float32 && a.IsHalf()
	case b.IsFloat():
		if !a.IsUnsigned() {
			aBits-- // the lowest value is a power of two
		}
		return aBits <= mantissa[b]
	case a.IsUnsigned() == b.IsUnsigned():
		return aBits <= bBits
	}
	return a.IsUnsigned() && aBits < bBits
}
