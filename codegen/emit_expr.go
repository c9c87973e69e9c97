package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// get is the value of x in the open scope, emitted at its home if it is not there yet.
func (e *emitter) get(x *schedule.Expr, i inst, s *scope) Value {
	if r := e.facts.replaced[x]; r != nil && !e.filling[r.Stage] {
		x = r
	}
	h, limit := s.homes(x.Free)
	key := cacheKey{e: x, i: s.project(x.Free, i)}
	if v, ok := s.lookup(key, limit); ok {
		return v
	}
	v := e.compute(x, key.i, h)
	h.cache[key] = v
	return v
}

// vector is get with the value in all lanes.
func (e *emitter) vector(x *schedule.Expr, i inst, s *scope) Value {
	h, limit := s.homes(x.Free)
	key := cacheKey{e: x, i: s.project(x.Free, i), kind: splatValue}
	if v, ok := s.lookup(key, limit); ok {
		return v
	}
	var v Value
	if x.Code == schedule.Const {
		v = e.constant(x.Val, true)
	} else if v = e.get(x, i, s); !e.isVec(v) {
		v = e.def(h, Instr{Code: Splat, DType: x.DType, Vec: true, Args: []Value{v}})
	}
	h.cache[key] = v
	return v
}

func (e *emitter) operand(x *schedule.Expr, i inst, s *scope, vec bool) Value {
	if vec {
		return e.vector(x, i, s)
	}
	return e.get(x, i, s)
}

func (e *emitter) compute(x *schedule.Expr, i inst, s *scope) Value {
	vec := s.lane(x.Free) != nil
	switch x.Code {
	case schedule.Const:
		return e.constant(x.Val, false)
	case schedule.Param:
		return e.def(s, Instr{Code: Param, DType: x.DType, Int: x.Int})
	case schedule.RangeVar:
		return e.position(x.Range, i, s)
	case schedule.ALU:
		return e.alu(x, i, s, vec)
	case schedule.Fma:
		return e.def(s, Instr{Code: Fma, DType: x.DType, Vec: vec, Args: e.operands(x.Src, i, s, vec)})
	case schedule.Scale:
		return e.def(s, Instr{Code: Scale, DType: x.DType, Vec: vec, Args: e.operands(x.Src, i, s, vec)})
	case schedule.Load:
		return e.load(x, i, s)
	case schedule.StageLoad:
		return e.stageLoad(x, i, s)
	case schedule.Reduce:
		return e.reduce(x, i, s)
	case schedule.Scan:
		return e.scan(x, i, s)
	case schedule.AnyLane:
		return e.anyLane(x, i, s, vec)
	}
	fail("no way to lower expression code %d", x.Code)
	return NoValue
}

func (e *emitter) operands(src []*schedule.Expr, i inst, s *scope, vec bool) []Value {
	args := make([]Value, len(src))
	for n, x := range src {
		args[n] = e.operand(x, i, s, vec)
	}
	return args
}

func (e *emitter) alu(x *schedule.Expr, i inst, s *scope, vec bool) Value {
	if gatedAlready(x) {
		return e.get(x.Src[1], i, s)
	}
	if a := linearOf(x); a != nil {
		return e.linear(a, i, s)
	}
	return e.def(s, Instr{Code: ALU, Op: x.Op, DType: x.DType, Vec: vec, Args: e.operands(x.Src, i, s, vec)})
}

// gatedAlready says whether a selection repeats what the gate of its load does.
func gatedAlready(x *schedule.Expr) bool {
	if x.Op != ops.Where {
		return false
	}
	ld := x.Src[1]
	return ld.Code == schedule.Load && len(ld.Src) > 1 && ld.Src[1] == x.Src[0] && x.Src[2].Code == schedule.Const && x.Src[2].Val == ld.Val
}

// linearOf takes apart arithmetic that is a linear form of ranges, nil where it is none.
func linearOf(x *schedule.Expr) *affine {
	if x.Code != schedule.ALU || x.DType != ops.Int64 || x.Op != ops.Add && x.Op != ops.Sub && x.Op != ops.Mul {
		return nil
	}
	if a := affineOf(x); len(a.rest) == 0 {
		return a
	}
	return nil
}

// position is the variable of a range as a value.
func (e *emitter) position(r *schedule.Range, i inst, s *scope) Value {
	if e.facts.absorbed[r.ID] {
		fail("range r%d is used by itself and as part of another", r.ID)
	}
	return e.linear(&affine{terms: []rangeTerm{{r, 1}}}, i, s)
}

// linear is a linear form of ranges: uniform arithmetic first, lanes last.
func (e *emitter) linear(a *affine, i inst, s *scope) Value {
	m := &Access{Base: a.constant}
	for _, t := range a.terms {
		e.addTerm(m, t, i, s)
	}
	v := NoValue
	for _, t := range m.Terms {
		x := e.def(s, Instr{Code: Var, DType: ops.Int64, Int: t.Var})
		if t.Stride != 1 {
			x = e.int64s(s, ops.Mul, x, e.intConst(t.Stride, false))
		}
		v = e.sum(s, v, x)
	}
	if m.Base != 0 || v == NoValue {
		v = e.sum(s, v, e.intConst(m.Base, false))
	}
	if m.Lane != 0 {
		v = e.int64s(s, ops.Add, e.splat(s, v), e.laneSteps(m.Lane))
	}
	return v
}

// laneSteps is k times the number of each lane.
func (e *emitter) laneSteps(k int64) Value {
	if k == 1 {
		return e.lanes()
	}
	key := cacheKey{kind: stepsValue, k: k}
	if v, ok := e.root.cache[key]; ok {
		return v
	}
	v := e.int64s(e.root, ops.Mul, e.lanes(), e.intConst(k, true))
	e.root.cache[key] = v
	return v
}

func (e *emitter) sum(s *scope, a, b Value) Value {
	if a == NoValue {
		return b
	}
	return e.int64s(s, ops.Add, a, b)
}

func (e *emitter) int64s(s *scope, op ops.Op, a, b Value) Value {
	return e.def(s, Instr{Code: ALU, Op: op, DType: ops.Int64, Vec: e.isVec(a), Args: []Value{a, b}})
}

func (e *emitter) splat(s *scope, v Value) Value {
	if e.isVec(v) {
		return v
	}
	return e.def(s, Instr{Code: Splat, DType: e.values[v].dtype, Vec: true, Args: []Value{v}})
}

// intConst is an int64 constant, kept in the prologue.
func (e *emitter) intConst(k int64, vec bool) Value {
	return e.constant(ops.IntValue(ops.Int64, k), vec)
}

func (e *emitter) constant(v ops.Value, vec bool) Value {
	key := constKey{v, vec}
	if have, ok := e.consts[key]; ok {
		return have
	}
	made := e.def(e.root, Instr{Code: Const, DType: v.DType, Vec: vec, Val: v})
	e.consts[key] = made
	return made
}

type constKey struct {
	v   ops.Value
	vec bool
}

func (e *emitter) lanes() Value {
	if e.lanesValue == NoValue {
		e.lanesValue = e.def(e.root, Instr{Code: Lanes, DType: ops.Int64, Vec: true})
	}
	return e.lanesValue
}

// mask says which lanes of a partly used vector are positions of the lane range; NoValue where all are.
func (e *emitter) mask(b *binding, i inst) Value {
	if b == nil || b.valid == e.t.VL || i.at(b) != int64(b.n-1) {
		return NoValue
	}
	key := cacheKey{kind: maskValue, k: int64(b.valid)}
	if v, ok := e.root.cache[key]; ok {
		return v
	}
	v := e.def(e.root, Instr{Code: ALU, Op: ops.CmpLT, DType: ops.Bool, Vec: true,
		Args: []Value{e.lanes(), e.intConst(int64(b.valid), true)}})
	e.root.cache[key] = v
	return v
}

// anyLane computes the slow form in a block that runs only where some lane asks for it.
func (e *emitter) anyLane(x *schedule.Expr, i inst, s *scope, vec bool) Value {
	cond := e.operand(x.Src[0], i, s, vec)
	fast := e.operand(x.Src[2], i, s, vec)
	body := s.child()
	body.cond = true
	slow := e.operand(x.Src[1], i, body, vec)
	picked := e.def(body, Instr{Code: ALU, Op: ops.Where, DType: x.DType, Vec: vec, Args: []Value{cond, slow, fast}})
	out := e.value(x.DType, vec)
	e.do(s, Instr{Code: IfAny, If: &If{Cond: cond, Body: *body.list,
		Results: []Result{{Out: out, Then: picked, Else: fast, DType: x.DType, Vec: vec}}}})
	return out
}
