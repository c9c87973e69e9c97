package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// access is the place of an element of buf for one instance: ranges go into base, terms and lane stride, the rest of the
// index into SSA values.
func (e *emitter) access(buf int, index *schedule.Expr, gated bool, i inst, s *scope) *Access {
	a := e.affine(index)
	if len(a.rest) > 0 && !gated && (index.Lo < 0 || index.Hi >= e.p.Bufs[buf].Elems) {
		return e.clamped(buf, index, i, s)
	}
	m := &Access{Buf: buf, Base: a.constant, Index: NoValue, Gate: NoValue}
	for _, t := range a.terms {
		e.addTerm(m, t, i, s)
	}
	e.addRest(m, index, a, i, s)
	return m
}

// clamped is the place of an index that is in bounds, though its parts do not show it.
func (e *emitter) clamped(buf int, index *schedule.Expr, i inst, s *scope) *Access {
	a := e.affine(index)
	v, rest := e.linear(a, i, s), e.restSum(a.rest, i, s)
	vec := e.isVec(v) || e.isVec(rest)
	if vec {
		v, rest = e.splat(s, v), e.splat(s, rest)
	}
	v = e.int64s(s, ops.Add, v, rest)
	v = e.int64s(s, ops.Max, v, e.intConst(0, vec))
	v = e.int64s(s, ops.Min, v, e.intConst(e.p.Bufs[buf].Elems-1, vec))
	return &Access{Buf: buf, Index: v, Gate: NoValue}
}

func (e *emitter) affine(x *schedule.Expr) *affine {
	a := e.affines[x]
	if a == nil {
		a = affineOf(x)
		e.affines[x] = a
	}
	return a
}

func (e *emitter) addTerm(m *Access, t rangeTerm, i inst, s *scope) {
	if e.facts.absorbed[t.r.ID] || t.coef == 0 {
		return
	}
	b := s.find(t.r.ID)
	if b == nil {
		fail("range r%d is not open where it indexes", t.r.ID)
	}
	m.Base += t.coef * (b.off + i.at(b)*b.step)
	if b.lane {
		m.Lane += t.coef
	}
	for _, v := range b.terms {
		m.Terms = addVar(m.Terms, v.Var, v.Stride*t.coef)
	}
}

func addVar(terms []Term, v int, stride int64) []Term {
	for n := range terms {
		if terms[n].Var == v {
			terms[n].Stride += stride
			return terms
		}
	}
	return append(terms, Term{v, stride})
}

// addRest puts the non-affine part of the index into m.Index: uniform where no lane matters to it, else a vector that takes
// the lane stride into itself.
func (e *emitter) addRest(m *Access, index *schedule.Expr, a *affine, i inst, s *scope) {
	if len(a.rest) == 0 {
		return
	}
	h, limit := s.homes(index.Free)
	key := cacheKey{e: index, i: s.project(index.Free, i), kind: indexValue}
	v, ok := s.lookup(key, limit)
	if !ok {
		v = e.restSum(a.rest, i, h)
		if e.isVec(v) && m.Lane != 0 {
			v = e.int64s(h, ops.Add, v, e.laneSteps(m.Lane))
		}
		h.cache[key] = v
	}
	if e.isVec(v) {
		m.Lane = 0
	}
	m.Index = v
}

func (e *emitter) restSum(rest []restTerm, i inst, s *scope) Value {
	uni, vec := NoValue, NoValue
	for _, t := range rest {
		v := e.scaled(t, i, s)
		if e.isVec(v) {
			vec = e.sum(s, vec, v)
		} else {
			uni = e.sum(s, uni, v)
		}
	}
	switch {
	case vec == NoValue:
		return uni
	case uni == NoValue:
		return vec
	}
	return e.int64s(s, ops.Add, vec, e.splat(s, uni))
}

// scaled is coef*rest, kept where the rest is.
func (e *emitter) scaled(t restTerm, i inst, s *scope) Value {
	if t.coef == 1 {
		return e.get(t.e, i, s)
	}
	h, limit := s.homes(t.e.Free)
	key := cacheKey{e: t.e, i: s.project(t.e.Free, i), kind: indexValue, k: t.coef}
	if v, ok := s.lookup(key, limit); ok {
		return v
	}
	v := e.get(t.e, i, s)
	v = e.int64s(h, ops.Mul, v, e.intConst(t.coef, e.isVec(v)))
	h.cache[key] = v
	return v
}

// gate sets the access's gate from an expression (nil: none) and the mask of unused lanes.
func (e *emitter) gate(m *Access, gate *schedule.Expr, mask Value, i inst, s *scope, vec bool) {
	if gate != nil && !(gate.Code == schedule.Const && gate.Val.IsTrue()) {
		m.Gate = e.operand(gate, i, s, vec)
	}
	switch {
	case mask == NoValue:
	case m.Gate == NoValue:
		m.Gate = mask
	default:
		m.Gate = e.def(s, Instr{Code: ALU, Op: ops.And, DType: ops.Bool, Vec: true, Args: []Value{m.Gate, mask}})
	}
}

func (e *emitter) load(x *schedule.Expr, i inst, s *scope) Value {
	var gate *schedule.Expr
	if len(x.Src) > 1 {
		gate = x.Src[1]
	}
	return e.read(x, x.Int, gate, i, s)
}

// read emits a load of x's index from a buffer.
func (e *emitter) read(x *schedule.Expr, buf int, gate *schedule.Expr, i inst, s *scope) Value {
	return e.readAt(x, e.access(buf, x.Src[0], gate != nil, i, s), gate, i, s)
}

// readAt emits a load from a place.
func (e *emitter) readAt(x *schedule.Expr, m *Access, gate *schedule.Expr, i inst, s *scope) Value {
	vec := m.Lane != 0 || m.Index != NoValue && e.isVec(m.Index)
	lane := s.lane(x.Free)
	if lane != nil && !vec && gate != nil && s.lane(gate.Free) != nil {
		// One place read by some lanes only.
		vec = true
		if m.Index == NoValue {
			m.Index = e.intConst(0, true)
		} else {
			m.Index = e.splat(s, m.Index)
		}
	}
	mask := NoValue
	if vec {
		mask = e.mask(lane, i)
	}
	m.Else = x.Val
	if m.Else.DType != x.DType {
		m.Else = ops.IntValue(x.DType, 0)
	}
	e.gate(m, gate, mask, i, s, vec)
	return e.def(s, Instr{Code: LoadMem, DType: x.DType, Vec: vec, Mem: m})
}

// pending is a store whose value and place are computed, and which waits for those of the other stores.
type pending struct {
	in  Instr
	acc ops.Op
}

// prepare computes what a store needs.
func (e *emitter) prepare(st *schedule.Store, i inst, s *scope) pending {
	m := e.access(st.Buf, st.Index, st.Gate != nil, i, s)
	lane := s.lane(st.Index.Free)
	if lane == nil && st.Gate != nil {
		lane = s.lane(st.Gate.Free)
	}
	if lane == nil {
		lane = s.lane(st.Value.Free)
	}
	vec := lane != nil
	if vec && m.Lane == 0 && (m.Index == NoValue || !e.isVec(m.Index)) {
		fail("a store whose lanes all hit one element")
	}
	v := e.operand(st.Value, i, s, vec)
	e.gate(m, st.Gate, e.mask(lane, i), i, s, vec)
	return pending{Instr{Code: StoreMem, DType: st.Value.DType, Vec: vec, Args: []Value{v}, Mem: m}, st.Acc}
}

// commit emits a prepared store; 16-bit floats are folded in float32.
func (e *emitter) commit(p pending, s *scope) {
	in := p.in
	if p.acc != ops.NoOp && in.DType.IsHalf() {
		old := *in.Mem
		old.Terms = slices.Clone(old.Terms)
		old.Else = ops.IntValue(in.DType, 0)
		x := e.def(s, Instr{Code: LoadMem, DType: in.DType, Vec: in.Vec, Mem: &old})
		sum := e.def(s, Instr{Code: ALU, Op: p.acc, DType: ops.Float32, Vec: in.Vec,
			Args: []Value{e.cast(s, x, ops.Float32), e.cast(s, in.Args[0], ops.Float32)}})
		in.Args = []Value{e.cast(s, sum, in.DType)}
	} else {
		in.Op = p.acc
	}
	e.do(s, in)
}

func (e *emitter) cast(s *scope, v Value, d ops.DType) Value {
	if e.values[v].dtype == d {
		return v
	}
	return e.def(s, Instr{Code: ALU, Op: ops.Cast, DType: d, Vec: e.isVec(v), Args: []Value{v}})
}
