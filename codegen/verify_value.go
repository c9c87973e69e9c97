package codegen

import (
	"math"

	"weft/ops"
)

// right checks what stands on the right of a definition.
func (v *verifier) right(in *Instr) *valueFact {
	f := &valueFact{dtype: in.DType, vec: in.Vec, span: whole(in.DType)}
	switch in.Code {
	case Const:
		if in.Val.DType != in.DType {
			v.fail("constant %s of %s is called %s", in.Val, in.Val.DType, in.DType)
		}
		if in.DType.IsInt() && in.DType != ops.Uint64 {
			f.span = span{in.Val.Int(), in.Val.Int()}
		}
	case Param:
		if in.Int < 0 || in.Int >= len(v.p.Scalars) || v.p.Scalars[in.Int] != in.DType || in.Vec {
			v.fail("%s is no %s parameter", name(in.Out), in.DType)
		}
	case Var:
		at, open := v.vars[in.Int]
		if !open || in.DType != ops.Int64 || in.Vec {
			v.fail("i%d is not open where it is read", in.Int)
		}
		f.span = at
	case Lanes:
		if in.DType != ops.Int64 || !in.Vec {
			v.fail("lanes are an int64 vector")
		}
		f.span = span{0, int64(v.p.VL - 1)}
	case Splat:
		v.args(in, 1)
		f.span = v.typed(in.Args[0], in.DType, false).span
		if !in.Vec {
			v.fail("%s is a splat and no vector", name(in.Out))
		}
	case ALU:
		v.alu(in, f)
	case Fma:
		v.args(in, 3)
		if in.DType != ops.Float32 && in.DType != ops.Float64 {
			v.fail("fma of %s", in.DType)
		}
		v.allTyped(in, in.DType)
	case FoldLanes:
		v.args(in, 1)
		v.typed(in.Args[0], in.DType, true)
		if in.Vec || !isPrimitive(in.Op) || in.DType.IsHalf() {
			v.fail("%s folds lanes to a vector or by no primitive", name(in.Out))
		}
	case LoadMem:
		v.load(in)
	default:
		v.fail("unknown instruction %d", in.Code)
	}
	return f
}

func (v *verifier) args(in *Instr, n int) {
	if len(in.Args) != n {
		v.fail("%s has %d operands, not %d", name(in.Out), len(in.Args), n)
	}
}

func (v *verifier) allTyped(in *Instr, d ops.DType) {
	for _, x := range in.Args {
		v.typed(x, d, in.Vec)
	}
}

func (v *verifier) alu(in *Instr, f *valueFact) {
	if !isPrimitive(in.Op) {
		v.fail("%s: %s is no primitive", name(in.Out), in.Op)
	}
	v.args(in, in.Op.Arity())
	args := make([]*valueFact, len(in.Args))
	for n, x := range in.Args {
		args[n] = v.use(x)
		if args[n].vec != in.Vec {
			v.fail("%s mixes lanes and uniform values", name(in.Out))
		}
	}
	v.aluTypes(in, args)
	if in.DType == ops.Int64 {
		f.span = aluSpan(in.Op, args)
	}
}

func (v *verifier) aluTypes(in *Instr, args []*valueFact) {
	d := args[0].dtype
	ok := true
	switch in.Op.Info().Rule {
	case ops.RuleSame:
		ok = in.DType == d && args[len(args)-1].dtype == d && !d.IsHalf()
	case ops.RuleBool:
		ok = in.DType == ops.Bool && args[1].dtype == d && !d.IsHalf()
	case ops.RuleWhere:
		ok = d == ops.Bool && args[1].dtype == in.DType && args[2].dtype == in.DType
	}
	if in.Op == ops.Bitcast && in.DType.Size() != d.Size() {
		ok = false
	}
	if !ok {
		v.fail("%s: %s of %s does not give %s", name(in.Out), in.Op, d, in.DType)
	}
}

// whole is the range of a type, and of what is no integer that of int64.
func whole(d ops.DType) span {
	if d == ops.Bool || d.IsInt() && d != ops.Uint64 {
		lo, hi := ops.IntRange(d)
		return span{lo, hi}
	}
	return span{math.MinInt64, math.MaxInt64}
}

// farIndex bounds what spans are computed with; beyond it nothing is known.
const farIndex = int64(1) << 40

func aluSpan(op ops.Op, a []*valueFact) span {
	all := whole(ops.Int64)
	x := a[0].span
	switch op {
	case ops.Cast:
		if a[0].dtype.IsFloat() || a[0].dtype == ops.Uint64 {
			return all
		}
		return x
	case ops.Where:
		return span{min(a[1].span.lo, a[2].span.lo), max(a[1].span.hi, a[2].span.hi)}
	case ops.Neg:
		if !near(x) {
			return all
		}
		return span{-x.hi, -x.lo}
	}
	if len(a) < 2 {
		return all
	}
	y := a[1].span
	switch op {
	case ops.Max:
		return span{max(x.lo, y.lo), max(x.hi, y.hi)}
	case ops.Min:
		return span{min(x.lo, y.lo), min(x.hi, y.hi)}
	case ops.Mod:
		return modSpan(x, y)
	}
	if !near(x) || !near(y) {
		return all
	}
	return nearSpan(op, x, y)
}

func near(s span) bool { return s.lo > -farIndex && s.hi < farIndex }

func modSpan(x, y span) span {
	if y.lo < 1 {
		return whole(ops.Int64)
	}
	s := span{0, y.hi - 1}
	if x.lo < 0 {
		s.lo = 1 - y.hi
	} else {
		s.hi = min(s.hi, x.hi)
	}
	return s
}

func nearSpan(op ops.Op, x, y span) span {
	switch op {
	case ops.Add:
		return span{x.lo + y.lo, x.hi + y.hi}
	case ops.Sub:
		return span{x.lo - y.hi, x.hi - y.lo}
	case ops.Mul:
		if max(-x.lo, x.hi) > 1<<20 && max(-y.lo, y.hi) > 1<<20 {
			break
		}
		c := []int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		return span{min(c[0], c[1], c[2], c[3]), max(c[0], c[1], c[2], c[3])}
	case ops.Div:
		if y.lo > 0 {
			c := []int64{x.lo / y.lo, x.lo / y.hi, x.hi / y.lo, x.hi / y.hi}
			return span{min(c[0], c[1], c[2], c[3]), max(c[0], c[1], c[2], c[3])}
		}
	case ops.Shr:
		if y.lo == y.hi && y.lo >= 0 && y.lo < 63 {
			return span{x.lo >> y.lo, x.hi >> y.lo}
		}
	}
	return whole(ops.Int64)
}

func (v *verifier) load(in *Instr) {
	b := v.place(in)
	if !b.Read {
		v.fail("%s loads from b%d, which is not read", name(in.Out), in.Mem.Buf)
	}
	if in.Mem.Gate != NoValue && in.Mem.Else.DType != in.DType {
		v.fail("%s is %s where its gate is closed, not %s", name(in.Out), in.Mem.Else.DType, in.DType)
	}
}

func (v *verifier) store(in *Instr) {
	b := v.place(in)
	if !b.Written {
		v.fail("a store to b%d, which is not written", in.Mem.Buf)
	}
	if len(in.Args) != 1 {
		v.fail("a store of %d values", len(in.Args))
	}
	v.typed(in.Args[0], in.DType, in.Vec)
	switch in.Op {
	case ops.NoOp:
	case ops.Add, ops.Mul, ops.Max:
		if in.DType.IsHalf() || !b.Read {
			v.fail("b%d cannot be folded into", in.Mem.Buf)
		}
	default:
		v.fail("a store that folds with %s", in.Op)
	}
}

// place checks an access: lanes, gate, index, and that it lies inside its buffer or is gated.
func (v *verifier) place(in *Instr) Buf {
	m := in.Mem
	if m.Buf < 0 || m.Buf >= len(v.p.Bufs) {
		v.fail("there is no buffer b%d", m.Buf)
	}
	b := v.p.Bufs[m.Buf]
	if b.DType != in.DType {
		v.fail("b%d holds %s, not %s", m.Buf, b.DType, in.DType)
	}
	at := span{m.Base, m.Base}
	for _, t := range m.Terms {
		s, open := v.vars[t.Var]
		if !open {
			v.fail("i%d indexes b%d where it is not open", t.Var, m.Buf)
		}
		at = at.plus(s, t.Stride)
	}
	at = at.plus(span{0, int64(v.p.VL - 1)}, m.Lane)
	vecIndex := false
	if m.Index != NoValue {
		f := v.use(m.Index)
		if f.dtype != ops.Int64 || f.vec && m.Lane != 0 {
			v.fail("%s is no index of b%d", name(m.Index), m.Buf)
		}
		vecIndex = f.vec
		at = at.plus(f.span, 1)
	}
	if in.Vec != (m.Lane != 0 || vecIndex) {
		v.fail("an access to b%d whose lanes do not fit its type", m.Buf)
	}
	if m.Gate != NoValue {
		v.typed(m.Gate, ops.Bool, in.Vec)
	} else if at.lo < 0 || at.hi >= b.Elems {
		v.fail("elements %d to %d of b%d[%d] without a gate", at.lo, at.hi, m.Buf, b.Elems)
	}
	return b
}

// plus is s + k*x, the whole of int64 where that is too far.
func (s span) plus(x span, k int64) span {
	if k == 0 {
		return s
	}
	if !near(s) || !near(x) || k > 1<<22 && max(-x.lo, x.hi) > 1<<22 {
		return whole(ops.Int64)
	}
	lo, hi := x.lo*k, x.hi*k
	return span{s.lo + min(lo, hi), s.hi + max(lo, hi)}
}
