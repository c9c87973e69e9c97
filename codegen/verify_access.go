package codegen

import "weft/ops"

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

// prefetch may be of any place that a program can name.
func (v *verifier) prefetch(in *Instr) {
	if in.Out != NoValue || in.Mem.Gate != NoValue || in.Mem.Index != NoValue {
		v.fail("a prefetch of b%d that is more than a place", in.Mem.Buf)
	}
	v.address(in)
}

// place checks an access: lanes, gate, index, and that it lies inside its buffer or is gated.
func (v *verifier) place(in *Instr) Buf {
	m := in.Mem
	b, at := v.address(in)
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

// address is the buffer of an access and where the place lies in it, without its index.
func (v *verifier) address(in *Instr) (Buf, span) {
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
	return b, at.plus(span{0, int64(v.p.VL - 1)}, m.Lane)
}
