package codegen

import "weft/ops"

// Bound is what is known of an integer value: it lies in Lo..Hi.
type Bound struct{ Lo, Hi int64 }

// Bounds gives the bounds of every value of a phase; what is no integer has those of int64. Positions in memory come from
// loops whose bounds are known, so most of them are far narrower than their type.
func (ph *Phase) Bounds(vl int) []Bound {
	b := &bounder{vl: vl, facts: make([]*valueFact, ph.NumValues), vars: map[int]span{}, tiles: ph.Tiles}
	b.body(ph.Body)
	out := make([]Bound, ph.NumValues)
	for n, f := range b.facts {
		if f == nil {
			f = &valueFact{span: whole(ops.Int64)}
		}
		out[n] = Bound{f.span.lo, f.span.hi}
	}
	return out
}

type bounder struct {
	vl    int
	tiles int64
	facts []*valueFact
	vars  map[int]span
}

func (b *bounder) set(v Value, d ops.DType, vec bool, s span) {
	b.facts[v] = &valueFact{dtype: d, vec: vec, span: s}
}

func (b *bounder) body(body []Instr) {
	for n := range body {
		in := &body[n]
		switch in.Code {
		case StoreMem, Prefetch:
		case LoopOver:
			b.loop(in.Loop)
		case IfAny:
			b.body(in.If.Body)
			for _, r := range in.If.Results {
				b.set(r.Out, r.DType, r.Vec, whole(r.DType))
			}
		case DeriveVar:
			d := in.Derived
			b.vars[d.Var] = span{0, min(b.vars[d.Of].hi/d.Div, d.Mod-1) * d.Mul}
		default:
			b.set(in.Out, in.DType, in.Vec, b.of(in))
		}
	}
}

func (b *bounder) loop(l *Loop) {
	b.vars[l.Var] = span{l.Start, max(l.Start, l.End-1)}
	if l.Kind == Parallel {
		b.vars[l.Var] = span{0, b.tiles - 1}
	}
	for _, a := range l.Accs {
		b.set(a.Phi, a.DType, a.Vec, whole(a.DType))
		b.set(a.Out, a.DType, a.Vec, whole(a.DType))
	}
	b.body(l.Body)
}

func (b *bounder) of(in *Instr) span {
	switch in.Code {
	case Const:
		if in.DType.IsInt() && in.DType != ops.Uint64 {
			return span{in.Val.Int(), in.Val.Int()}
		}
	case Var:
		return b.vars[in.Int]
	case Lanes:
		return span{0, int64(b.vl - 1)}
	case Splat:
		return b.facts[in.Args[0]].span
	case ALU:
		if in.DType == ops.Int64 {
			args := make([]*valueFact, len(in.Args))
			for n, x := range in.Args {
				args[n] = b.facts[x]
			}
			return aluSpan(in.Op, args)
		}
	}
	return whole(in.DType)
}
