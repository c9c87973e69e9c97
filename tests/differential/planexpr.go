package differential

import (
	"fmt"
	"math"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// kernelRun evaluates one kernel. Each expression remembers its last value and the positions it had then, so what does
// not change inside a loop is not computed again.
type kernelRun struct {
	*planRun
	launch *schedule.Launch
	at     map[*schedule.Range]int64
	byID   map[int]*schedule.Range
	last   map[*schedule.Expr]remembered
	rows   map[*schedule.Stage]row
}

type remembered struct {
	at []int64
	v  ops.Value
}

type row struct {
	at     []int64
	values []ops.Value
}

func (r *planRun) launch(l *schedule.Launch) {
	k := &kernelRun{planRun: r, launch: l, at: map[*schedule.Range]int64{}, byID: map[int]*schedule.Range{}}
	for _, nest := range l.Kernel.Phases {
		// Memory changes between phases, so nothing is remembered across them.
		k.last, k.rows = map[*schedule.Expr]remembered{}, map[*schedule.Stage]row{}
		k.loop(nest.Ranges, func() {
			for _, s := range nest.Stores {
				k.perform(s)
			}
		})
	}
}

func (k *kernelRun) perform(s schedule.Store) {
	if s.Gate != nil && !k.eval(s.Gate).IsTrue() {
		return
	}
	m, i, v := k.launch.Mems[s.Buf], k.launch.Offset(s.Buf)+k.eval(s.Index).Int(), k.eval(s.Value)
	if s.Acc != ops.NoOp {
		v = s.Acc.Info().Ref([]ops.Value{k.load(m, i), v}, v.DType)
		clear(k.last) // what was loaded may have changed
	}
	k.store(m, i, v)
}

// loop visits all positions of ranges, the first one outermost.
func (k *kernelRun) loop(ranges []*schedule.Range, body func()) {
	if len(ranges) == 0 {
		body()
		return
	}
	r := ranges[0]
	k.byID[r.ID] = r
	for i := range r.Extent {
		k.at[r] = i
		k.loop(ranges[1:], body)
	}
	delete(k.at, r)
}

func (k *kernelRun) positions(free []int) []int64 {
	at := make([]int64, len(free))
	for i, id := range free {
		r, ok := k.byID[id]
		p, bound := k.at[r]
		if !ok || !bound {
			panic(fmt.Sprintf("range %d is used outside its loop", id))
		}
		at[i] = p
	}
	return at
}

func (k *kernelRun) eval(e *schedule.Expr) ops.Value {
	switch e.Code {
	case schedule.Const:
		return e.Val
	case schedule.RangeVar:
		return ops.IntValue(e.DType, k.at[e.Range])
	case schedule.Param:
		return k.request.Scalars[k.launch.Params[e.Int]]
	}
	at := k.positions(e.Free)
	if l, ok := k.last[e]; ok && slices.Equal(l.at, at) {
		return l.v
	}
	v := k.compute(e)
	if v.DType != e.DType {
		panic(fmt.Sprintf("an expression of %v gives %v", e.DType, v.DType))
	}
	if e.DType == ops.Int64 && (v.Int() < e.Lo || v.Int() > e.Hi) {
		panic(fmt.Sprintf("an index is %d, outside its bounds %d to %d", v.Int(), e.Lo, e.Hi))
	}
	k.last[e] = remembered{at, v}
	return v
}

func (k *kernelRun) compute(e *schedule.Expr) ops.Value {
	switch e.Code {
	case schedule.ALU:
		if e.Op == ops.Where { // lazily, as gates are
			if k.eval(e.Src[0]).IsTrue() {
				return k.eval(e.Src[1])
			}
			return k.eval(e.Src[2])
		}
		args := make([]ops.Value, len(e.Src))
		for i, s := range e.Src {
			args[i] = k.eval(s)
		}
		return e.Op.Info().Ref(args, e.DType)
	case schedule.Load:
		if len(e.Src) > 1 && !k.eval(e.Src[1]).IsTrue() {
			return e.Val
		}
		return k.load(k.launch.Mems[e.Int], k.launch.Offset(e.Int)+k.eval(e.Src[0]).Int())
	case schedule.Reduce:
		return k.reduce(e)
	case schedule.Scan:
		return k.scan(e)
	case schedule.StageLoad:
		return k.stage(e)
	}
	panic(fmt.Sprintf("code %d in a planned kernel", e.Code))
}

func (k *kernelRun) reduce(e *schedule.Expr) ops.Value {
	acc := newTotal(e.Red.Op, e.DType)
	k.loop(e.Red.Ranges, func() { acc.add(k.eval(e.Src[0])) })
	return acc.value()
}

func (k *kernelRun) scan(e *schedule.Expr) ops.Value {
	acc := newTotal(e.Op, e.DType)
	here := k.at[e.Range]
	for i := range here + 1 {
		k.at[e.Range] = i
		acc.add(k.eval(e.Src[0]))
	}
	k.at[e.Range] = here
	return acc.value()
}

// stage computes a whole scratch row at the position of the loops around it and reads one element.
func (k *kernelRun) stage(e *schedule.Expr) ops.Value {
	s := e.Stage
	var free []int
	for _, id := range s.Value.Free {
		if !slices.ContainsFunc(s.Ranges, func(r *schedule.Range) bool { return r.ID == id }) {
			free = append(free, id)
		}
	}
	at, i := k.positions(free), k.eval(e.Src[0]).Int()
	known, ok := k.rows[s]
	if !ok || !slices.Equal(known.at, at) {
		known = row{at: at}
		k.loop(s.Ranges, func() { known.values = append(known.values, k.eval(s.Value)) })
		k.rows[s] = known
	}
	return known.values[i]
}

// total folds in float64; a sum carries what its roundings lost.
type total struct {
	op    ops.Op
	d     ops.DType
	sum   float64
	carry float64
	acc   ops.Value
}

func newTotal(op ops.Op, d ops.DType) *total {
	e := op.Info().Neutral(d)
	return &total{op: op, d: d, sum: math.Float64frombits(e.Bits), acc: e}
}

func (t *total) add(v ops.Value) {
	switch {
	case t.op == ops.ReduceAdd && t.d.IsFloat():
		x, sum := v.Float(), t.sum+v.Float()
		if math.Abs(t.sum) >= math.Abs(x) {
			t.carry += t.sum - sum + x
		} else {
			t.carry += x - sum + t.sum
		}
		t.sum = sum
	case t.op == ops.ReduceMul && t.d.IsFloat():
		t.sum *= v.Float()
	default:
		t.acc = t.op.Combine().Info().Ref([]ops.Value{t.acc, v}, t.d)
	}
}

func (t *total) value() ops.Value {
	switch {
	case !t.d.IsFloat() || t.op == ops.ReduceMax:
		return t.acc
	case t.carry != 0 && !math.IsInf(t.sum, 0):
		return ops.FloatValue(t.d, t.sum+t.carry)
	}
	return ops.FloatValue(t.d, t.sum)
}
