package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// gatedFold splits what x folds into a gate and the value under it, where the gate's other side is the neutral element: such a
// position leaves the accumulator alone, to the bit. The gate is nil where there is none.
func gatedFold(x *schedule.Expr) (gate, body *schedule.Expr) {
	body = x.Src[0]
	if d := x.DType; body.Code == schedule.ALU && body.Op == ops.Where && d == d.Compute() && d.IsFloat() &&
		body.Src[2].Code == schedule.Const && body.Src[2].Val == x.Red.Op.Info().Neutral(d) {
		return body.Src[0], body.Src[1]
	}
	return nil, body
}

// contracted says whether a body is a product that is folded by multiply-adds.
func contracted(x, body *schedule.Expr) bool {
	d := x.DType.Compute()
	return x.Red.Order.Fma && body.Code == schedule.ALU && body.Op == ops.Mul && d.IsFloat() && body.DType == d
}

func (g *group) combine(x *schedule.Expr, acc Value, i inst, s *scope, vec bool, lane *binding) Value {
	e, d := g.e, x.DType.Compute()
	gate, body := gatedFold(x)
	var v Value
	if contracted(x, body) {
		v = e.def(s, Instr{Code: Fma, DType: d, Vec: vec,
			Args: []Value{e.operand(body.Src[0], i, s, vec), e.operand(body.Src[1], i, s, vec), acc}})
	} else {
		y := e.cast(s, e.operand(body, i, s, vec), d)
		v = e.def(s, Instr{Code: ALU, Op: x.Red.Op.Combine(), DType: d, Vec: vec, Args: []Value{acc, y}})
	}
	if gate != nil && g.gateAt < 0 {
		v = e.def(s, Instr{Code: ALU, Op: ops.Where, DType: d, Vec: vec, Args: []Value{e.operand(gate, i, s, vec), v, acc}})
	}
	if !g.across {
		return v
	}
	if mask := e.mask(lane, i); mask != NoValue {
		v = e.def(s, Instr{Code: ALU, Op: ops.Where, DType: d, Vec: true, Args: []Value{mask, v, acc}})
	}
	return v
}

// placeGate finds the loops that the gate of the one member does not change in: they fold as if there were none, and where it is shut
// the accumulators are put back after them.
func (g *group) placeGate() {
	x := g.members[0]
	gate, _ := gatedFold(x)
	if gate == nil || g.across || len(g.members) > 1 {
		return
	}
	level := 0
	for k, n := 0, 0; k < len(x.Red.Ranges) && n < len(g.axes); k++ {
		r := x.Red.Ranges[k]
		if slices.Contains(gate.Free, r.ID) {
			level = n + 1
		}
		if r == g.axes[n].r {
			n++
		}
	}
	if level < len(g.axes)-g.whole {
		g.gateAt = level
	}
}

// gated is after where the gate is open, else before.
func (g *group) gated(s *scope, before, after []Value) []Value {
	x := g.members[0]
	gate, _ := gatedFold(x)
	for n, i := range g.insts[0] {
		v := g.e.operand(gate, i, s, g.vec(0))
		after[n] = g.e.def(s, Instr{Code: ALU, Op: ops.Where, DType: x.DType.Compute(), Vec: g.vec(0), Args: []Value{v, after[n], before[n]}})
	}
	return after
}

// finish folds what an Across order left and caches the results at home.
func (g *group) finish(accs []Value) {
	for m, x := range g.members {
		for _, i := range g.insts[m] {
			v := accs[0]
			if g.across {
				v = g.fold(x, accs[:g.width])
			}
			accs = accs[g.width:]
			g.home.cache[cacheKey{e: x, i: i}] = g.e.cast(g.home, v, x.DType)
		}
	}
}

func (g *group) fold(x *schedule.Expr, accs []Value) Value {
	e, d, op := g.e, x.DType.Compute(), x.Red.Op.Combine()
	accs = slices.Clone(accs)
	for n := len(accs); n > 1; n /= 2 {
		for k := 0; k < n/2; k++ {
			accs[k] = e.def(g.home, Instr{Code: ALU, Op: op, DType: d, Vec: true, Args: []Value{accs[2*k], accs[2*k+1]}})
		}
	}
	return e.def(g.home, Instr{Code: FoldLanes, Op: op, DType: d, Args: []Value{accs[0]}})
}
