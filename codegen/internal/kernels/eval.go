package kernels

import (
	"math"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// Eval runs a kernel one position and one element at a time on memory, with reductions in exactly the order that
// schedule.Order says for lanes of width vl.
func Eval(k *schedule.Kernel, mem [][]ops.Value, scalars []ops.Value, vl int) {
	for n := range k.Phases {
		e := &eval{k: k, mem: mem, scalars: scalars, vl: vl, at: map[int]int64{}, memo: map[memoKey]ops.Value{}}
		e.keep = !slices.ContainsFunc(k.Bufs, func(b schedule.Buf) bool { return b.Read && b.Written })
		// Reads see what memory held before the phase, as no phase reads what it writes but at its own position.
		e.nest(&k.Phases[n], k.Phases[n].Ranges)
	}
}

// memoKey is an expression at a position of its free ranges, of which there are at most eight in tests.
type memoKey struct {
	x  *schedule.Expr
	at [8]int64
}

type eval struct {
	k       *schedule.Kernel
	mem     [][]ops.Value
	scalars []ops.Value
	vl      int
	at      map[int]int64
	memo    map[memoKey]ops.Value
	keep    bool // no position reads what another writes, so values stay valid
}

func (e *eval) nest(n *schedule.Nest, ranges []*schedule.Range) {
	ordered := slices.Clone(ranges)
	slices.SortStableFunc(ordered, func(a, b *schedule.Range) int { return seq(a) - seq(b) })
	e.loops(ordered, func() { e.stores(n) })
}

func seq(r *schedule.Range) int {
	if r.Kind == schedule.Seq {
		return 1
	}
	return 0
}

func (e *eval) loops(ranges []*schedule.Range, body func()) {
	if len(ranges) == 0 {
		body()
		return
	}
	for i := int64(0); i < ranges[0].Extent; i++ {
		e.at[ranges[0].ID] = i
		e.loops(ranges[1:], body)
	}
	delete(e.at, ranges[0].ID)
}

func (e *eval) stores(n *schedule.Nest) {
	if !e.keep || len(e.memo) > 1<<20 {
		e.memo = map[memoKey]ops.Value{}
	}
	type write struct {
		buf   int
		index int64
		v     ops.Value
		acc   ops.Op
	}
	var all []write
	for _, st := range n.Stores {
		if st.Gate != nil && !e.value(st.Gate).IsTrue() {
			// A scan goes on where nothing is stored.
			e.value(st.Value)
			continue
		}
		all = append(all, write{st.Buf, e.value(st.Index).Int(), e.value(st.Value), st.Acc})
	}
	for _, w := range all {
		cell := &e.mem[w.buf][w.index]
		if w.acc != ops.NoOp {
			d := w.v.DType.Compute()
			w.v = w.acc.Info().Ref([]ops.Value{cell.Cast(d), w.v.Cast(d)}, d).Cast(cell.DType)
		}
		*cell = w.v
	}
}

func (e *eval) value(x *schedule.Expr) ops.Value {
	key := memoKey{x: x}
	for n, id := range x.Free {
		key.at[n] = e.at[id]
	}
	switch x.Code {
	case schedule.Reduce, schedule.Scan, schedule.StageLoad, schedule.ALU, schedule.Fma, schedule.Scale, schedule.AnyLane:
	default:
		return e.compute(x)
	}
	v, ok := e.memo[key]
	if !ok {
		v = e.compute(x)
		e.memo[key] = v
	}
	return v
}

func (e *eval) compute(x *schedule.Expr) ops.Value {
	switch x.Code {
	case schedule.Const:
		return x.Val
	case schedule.Param:
		return e.scalars[x.Int]
	case schedule.RangeVar:
		return ops.IntValue(ops.Int64, e.at[x.Range.ID])
	case schedule.Load:
		if len(x.Src) > 1 && !e.value(x.Src[1]).IsTrue() {
			return x.Val
		}
		return e.mem[x.Int][e.value(x.Src[0]).Int()]
	case schedule.StageLoad:
		return e.stage(x)
	case schedule.Reduce:
		return e.reduce(x)
	case schedule.Scan:
		return e.scan(x)
	case schedule.AnyLane:
		if e.value(x.Src[0]).IsTrue() {
			return e.value(x.Src[1])
		}
		return e.value(x.Src[2])
	}
	args := make([]ops.Value, len(x.Src))
	for n, s := range x.Src {
		args[n] = e.value(s)
	}
	if x.Code == schedule.Fma {
		return fma(args[0], args[1], args[2])
	}
	if x.Code == schedule.Scale {
		return scale(args[0], args[1])
	}
	return x.Op.Info().Ref(args, x.DType)
}

func (e *eval) stage(x *schedule.Expr) ops.Value {
	i := e.value(x.Src[0]).Int()
	keep := map[int]int64{}
	for n := len(x.Stage.Ranges) - 1; n >= 0; n-- {
		r := x.Stage.Ranges[n]
		if old, ok := e.at[r.ID]; ok {
			keep[r.ID] = old
		}
		e.at[r.ID] = i % r.Extent
		i /= r.Extent
	}
	v := e.value(x.Stage.Value)
	for _, r := range x.Stage.Ranges {
		delete(e.at, r.ID)
	}
	for id, old := range keep {
		e.at[id] = old
	}
	return v
}

func (e *eval) scan(x *schedule.Expr) ops.Value {
	op := x.Op
	if c := op.Combine(); c != ops.NoOp {
		op = c
	}
	d := x.DType.Compute()
	acc := op.Info().Neutral(d)
	here := e.at[x.Range.ID]
	for j := int64(0); j <= here; j++ {
		e.at[x.Range.ID] = j
		acc = op.Info().Ref([]ops.Value{acc, e.value(x.Src[0]).Cast(d)}, d)
	}
	e.at[x.Range.ID] = here
	return acc.Cast(x.DType)
}

func (e *eval) reduce(x *schedule.Expr) ops.Value {
	red, d := x.Red, x.DType.Compute()
	op := red.Op.Combine()
	neutral := red.Op.Info().Neutral(d)
	if !red.Order.Across || len(red.Ranges) == 0 {
		acc := neutral
		e.loops(red.Ranges, func() { acc = e.fold(x, acc) })
		return acc.Cast(x.DType)
	}
	accs := make([]ops.Value, red.Order.Unroll*e.vl)
	for n := range accs {
		accs[n] = neutral
	}
	last := red.Ranges[len(red.Ranges)-1]
	e.loops(red.Ranges, func() {
		k := e.at[last.ID] % int64(len(accs))
		accs[k] = e.fold(x, accs[k])
	})
	combine := func(a, b ops.Value) ops.Value { return op.Info().Ref([]ops.Value{a, b}, d) }
	for n := red.Order.Unroll; n > 1; n /= 2 {
		for k := 0; k < n/2*e.vl; k++ {
			at := k/e.vl*2*e.vl + k%e.vl
			accs[k] = combine(accs[at], accs[at+e.vl])
		}
	}
	for n := e.vl / 2; n > 0; n /= 2 {
		for k := 0; k < n; k++ {
			accs[k] = combine(accs[k], accs[k+n])
		}
	}
	return accs[0].Cast(x.DType)
}

func (e *eval) fold(x *schedule.Expr, acc ops.Value) ops.Value {
	body, d := x.Src[0], x.DType.Compute()
	if body.Code == schedule.ALU && body.Op == ops.Where && body.Src[2].Code == schedule.Const && body.Src[2].Val == x.Red.Op.Info().Neutral(d) {
		if !e.value(body.Src[0]).IsTrue() {
			return acc
		}
		body = body.Src[1]
	}
	if x.Red.Order.Fma && body.Code == schedule.ALU && body.Op == ops.Mul && d.IsFloat() && body.DType == d {
		return fma(e.value(body.Src[0]), e.value(body.Src[1]), acc)
	}
	return x.Red.Op.Combine().Info().Ref([]ops.Value{acc, e.value(body).Cast(d)}, d)
}

// scale is y*2^n: exact in float64 for a float32, and math.Ldexp rounds once.
func scale(y, n ops.Value) ops.Value {
	if y.Float() != y.Float() {
		return y
	}
	return ops.FloatValue(y.DType, math.Ldexp(y.Float(), int(n.Float())))
}

// fma rounds once. For float32 the product is exact in float64 and the sum is rounded to odd first, so that rounding it
// again to float32 gives the correctly rounded result.
func fma(x, y, z ops.Value) ops.Value {
	if x.DType == ops.Float64 {
		return ops.FloatValue(ops.Float64, math.FMA(x.Float(), y.Float(), z.Float()))
	}
	p, c := float64(x.Float()*y.Float()), z.Float()
	s := p + c
	if b := s - p; !math.IsInf(s, 0) && s == s {
		if err := (p - (s - b)) + (c - b); err != 0 && math.Float64bits(s)&1 == 0 {
			if (err > 0) == (s > 0) {
				s = math.Float64frombits(math.Float64bits(s) + 1)
			} else {
				s = math.Float64frombits(math.Float64bits(s) - 1)
			}
		}
	}
	return ops.FloatValue(ops.Float32, s)
}
