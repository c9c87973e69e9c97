package programs

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"weft/codegen"
	"weft/ops"
)

// generator makes valid programs at random: nests of loops, values of many types, memory of every form.
type generator struct {
	*Builder
	rnd    *rand.Rand
	scope  []known    // values in reach
	loops  []openLoop // open loops
	budget int
}

// known is a value and what it is.
type known struct {
	v   codegen.Value
	d   ops.DType
	vec bool
}

// openLoop is an open loop's variable and the values it takes.
type openLoop struct {
	v           int
	first, last int64
}

var memoryTypes = []ops.DType{ops.Float32, ops.Float32, ops.Int32, ops.Int64, ops.Bool, ops.Float64, ops.Uint8, ops.Float16, ops.BFloat16}

const randomTiles = 5

// Random is a valid program that the seed decides.
func Random(seed uint64, vl int) *codegen.Program {
	g := &generator{Builder: New(fmt.Sprintf("random%d", seed), vl), rnd: rand.New(rand.NewPCG(seed, 7)), budget: 60}
	for _, d := range memoryTypes {
		g.Buf(d, 1)
	}
	g.p.Bufs[1].Alias = g.p.Bufs[0].Alias
	g.p.Scalars = []ops.DType{ops.Float32, ops.Int64, ops.Bool, ops.Int32, ops.Float64, ops.Uint8}
	g.some(4)
	g.Tiles(func(v int) {
		g.loops = append(g.loops, openLoop{v, 0, randomTiles - 1})
		g.some(20)
		for g.budget > 0 {
			g.some(5)
		}
	})
	n := max(g.p.Bufs[0].Elems, g.p.Bufs[1].Elems)
	g.p.Bufs[0].Elems, g.p.Bufs[1].Elems = n, n
	return g.Program(randomTiles)
}

// some adds a few statements.
func (g *generator) some(n int) {
	for range n {
		g.budget--
		switch r := g.rnd.IntN(20); {
		case r < 7:
			g.random()
		case r < 11:
			g.anyLoad()
		case r < 15 && len(g.loops) > 0:
			g.anyStore()
		case r < 17 && len(g.loops) > 0 && len(g.loops) < 4:
			g.anyLoop()
		case r == 17:
			g.anyIf()
		default:
			g.source()
		}
	}
}

func (g *generator) keep(v codegen.Value, d ops.DType, vec bool) known {
	k := known{v, d, vec}
	g.scope = append(g.scope, k)
	return k
}

// pick finds a value of a type, or makes one.
func (g *generator) pick(d ops.DType, vec bool) codegen.Value {
	var fit []known
	for _, k := range g.scope {
		if k.d == d && k.vec == vec {
			fit = append(fit, k)
		}
	}
	if len(fit) > 0 && g.rnd.IntN(8) > 0 {
		return fit[g.rnd.IntN(len(fit))].v
	}
	if vec && g.rnd.IntN(2) == 0 {
		return g.keep(g.Splat(d, g.pick(d, false)), d, true).v
	}
	vs := specials(d)
	return g.keep(g.Const(vs[g.rnd.IntN(len(vs))], vec), d, vec).v
}

// source adds a parameter, a loop variable or the lane numbers.
func (g *generator) source() {
	switch r := g.rnd.IntN(3); {
	case r == 0:
		i := g.rnd.IntN(len(g.p.Scalars))
		g.keep(g.Add(codegen.Instr{Code: codegen.Param, DType: g.p.Scalars[i], Int: i}), g.p.Scalars[i], false)
	case r == 1 && len(g.loops) > 0:
		l := g.loops[g.rnd.IntN(len(g.loops))]
		g.keep(g.Add(codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: l.v}), ops.Int64, false)
	default:
		g.keep(g.Add(codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true}), ops.Int64, true)
	}
}

// random adds an operation.
func (g *generator) random() {
	vec := g.rnd.IntN(3) > 0
	cases := opCases()
	c := cases[g.rnd.IntN(len(cases))]
	longDivision := (c.op == ops.Div || c.op == ops.Mod) && c.out.Size() == 8 && !c.out.IsFloat()
	if longDivision && g.rnd.IntN(4) > 0 || !slices.Contains(memoryTypes, c.out) || c.op == ops.Bitcast && c.args[0].IsFloat() {
		return // vectors of long divisions make much code, and the bits of NaN are nobody's business
	}
	if vec && c.op == ops.NoOp && g.rnd.IntN(4) == 0 {
		fold := []ops.Op{ops.Add, ops.Mul, ops.Max}[g.rnd.IntN(3)]
		v := g.Add(codegen.Instr{Code: codegen.FoldLanes, Op: fold, DType: c.out, Args: []codegen.Value{g.pick(c.out, true)}})
		g.keep(v, c.out, false)
		return
	}
	if vec && g.p.VL > 1 && c.out.Size() == 4 && g.rnd.IntN(8) == 0 {
		w := []int{1, -1, 2, -2, 4, -4, 8, -8}[g.rnd.IntN(2*bits.Len(uint(g.p.VL-1)))]
		v := g.Add(codegen.Instr{Code: codegen.Transpose, DType: c.out, Vec: true, Int: w, Args: []codegen.Value{g.pick(c.out, true), g.pick(c.out, true)}})
		g.keep(v, c.out, true)
		return
	}
	args := make([]codegen.Value, len(c.args))
	for i, d := range c.args {
		args[i] = g.pick(d, vec)
	}
	if c.op == ops.NoOp {
		g.keep(g.Fma(c.out, vec, args...), c.out, vec)
		return
	}
	g.keep(g.ALU(c.op, c.out, vec, args...), c.out, vec)
}

// access makes a place that is inside its buffer for all values of the open loops; the buffer grows to hold it.
func (g *generator) access(vec bool, lanes []int64) *codegen.Access {
	a := &codegen.Access{Buf: g.rnd.IntN(len(g.p.Bufs)), Index: codegen.NoValue, Gate: codegen.NoValue}
	var lo, hi int64
	reach := func(by int64) { lo, hi = lo+min(by, 0), hi+max(by, 0) }
	for _, l := range g.loops {
		if g.rnd.IntN(3) == 0 {
			continue
		}
		stride := []int64{1, -1, 2, 7, int64(g.p.VL), 16}[g.rnd.IntN(6)]
		a.Terms = append(a.Terms, codegen.Term{Var: l.v, Stride: stride})
		lo, hi = lo+min(l.first*stride, l.last*stride), hi+max(l.first*stride, l.last*stride)
	}
	if vec {
		a.Lane = lanes[g.rnd.IntN(len(lanes))]
		reach(a.Lane * int64(g.p.VL-1))
	}
	if r := g.rnd.IntN(4); r == 0 && (!vec || a.Lane == 0) || vec && a.Lane == 0 {
		mask := g.keep(g.Const(ops.IntValue(ops.Int64, 31), vec), ops.Int64, vec).v
		a.Index = g.ALU(ops.And, ops.Int64, vec, g.pick(ops.Int64, vec), mask)
		reach(31)
	}
	if g.rnd.IntN(3) == 0 {
		a.Gate = g.pick(ops.Bool, vec)
	}
	a.Base = int64(g.rnd.IntN(5)) - lo
	b := &g.p.Bufs[a.Buf]
	b.Elems = max(b.Elems, a.Base+hi+1)
	return a
}

func (g *generator) anyLoad() {
	vec := g.rnd.IntN(3) > 0
	a := g.access(vec, []int64{0, 1, 1, -1, 2, 3, -4, 5})
	d := g.p.Bufs[a.Buf].DType
	vs := specials(d)
	a.Else = vs[g.rnd.IntN(len(vs))]
	g.keep(g.Load(d, vec, a), d, vec)
}

func (g *generator) anyStore() {
	vec := g.rnd.IntN(3) > 0
	a := g.access(vec, []int64{0, 1, 1, -1, 3})
	d := g.p.Bufs[a.Buf].DType
	in := codegen.Instr{Code: codegen.StoreMem, DType: d, Vec: vec, Args: []codegen.Value{g.pick(d, vec)}, Mem: a}
	if (!vec || a.Index == codegen.NoValue && a.Lane != 0) && !d.IsHalf() && d != ops.Bool && g.rnd.IntN(3) == 0 {
		in.Op = []ops.Op{ops.Add, ops.Mul, ops.Max}[g.rnd.IntN(3)]
	}
	g.Add(in)
}

func (g *generator) anyLoop() {
	first, step := int64(g.rnd.IntN(3)), int64(1+g.rnd.IntN(3))
	trips := int64(g.rnd.IntN(4))
	end := first + trips*step - int64(g.rnd.IntN(int(step)))
	var accs []codegen.Acc
	for range g.rnd.IntN(3) {
		d, vec := memoryTypes[g.rnd.IntN(len(memoryTypes))], g.rnd.IntN(2) == 0
		accs = append(accs, codegen.Acc{Init: g.pick(d, vec), DType: d, Vec: vec})
	}
	mark := len(g.scope)
	outs := g.Loop(codegen.Scan, first, end, step, accs, func(v int, phis []codegen.Value) []codegen.Value {
		g.loops = append(g.loops, openLoop{v, first, first + max(trips-1, 0)*step})
		for i, p := range phis {
			g.keep(p, accs[i].DType, accs[i].Vec)
		}
		g.some(1 + g.rnd.IntN(8))
		var next []codegen.Value
		for i := range phis {
			next = append(next, g.pick(accs[i].DType, accs[i].Vec))
		}
		g.loops = g.loops[:len(g.loops)-1]
		return next
	})
	g.scope = g.scope[:mark]
	for i, o := range outs {
		g.keep(o, accs[i].DType, accs[i].Vec)
	}
}

func (g *generator) anyIf() {
	vec := g.rnd.IntN(2) == 0
	f := &codegen.If{Cond: g.pick(ops.Bool, vec)}
	d := memoryTypes[g.rnd.IntN(len(memoryTypes))]
	r := codegen.Result{Else: g.pick(d, vec), DType: d, Vec: vec}
	mark, outer := len(g.scope), g.body
	g.body = &f.Body
	g.some(1 + g.rnd.IntN(5))
	r.Then = g.pick(d, vec)
	g.body, g.scope = outer, g.scope[:mark]
	r.Out = g.Value()
	f.Results = []codegen.Result{r}
	g.Add(codegen.Instr{Code: codegen.IfAny, If: f})
	g.keep(r.Out, d, vec)
}
