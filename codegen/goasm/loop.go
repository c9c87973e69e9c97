package goasm

import (
	"fmt"
	"slices"

	"weft/codegen"
	"weft/codegen/goasm/asm"
	"weft/ops"
)

// variable is a loop variable that is open. It is kept as offsets: multiples of it by the steps in bytes that accesses have.
// The addressing modes multiply by 1, 2, 4 and 8, so one offset serves several steps.
type variable struct {
	open    bool
	known   bool // it runs once, with this value
	value   int64
	depth   int  // how many variables were opened before
	anchor  *seq // where what depends on it is made
	offsets []offset
}

// offset is a register that holds unit times the variable.
type offset struct {
	unit int64
	r    reg
}

// measure collects the steps that every loop variable is needed in.
func (l *lowering) measure(body []codegen.Instr) {
	want := func(v int, bytes int64) {
		if l.strides[v] == nil {
			l.strides[v] = map[int64]bool{}
		}
		l.strides[v][bytes] = true
	}
	for n := range body {
		switch in := &body[n]; in.Code {
		case codegen.Var:
			want(in.Int, 1)
		case codegen.DeriveVar:
			want(in.Derived.Of, 1)
		case codegen.LoadMem, codegen.StoreMem, codegen.Prefetch:
			for _, t := range in.Mem.Terms {
				if t.Stride != 0 {
					want(t.Var, t.Stride*int64(l.prog.Bufs[in.Mem.Buf].DType.Size()))
				}
			}
		case codegen.LoopOver:
			l.measure(in.Loop.Body)
		case codegen.IfAny:
			l.measure(in.If.Body)
		}
	}
}

// units are the offsets that serve all steps a variable is needed in.
func units(strides map[int64]bool) []int64 {
	var steps, us []int64
	for s := range strides {
		steps = append(steps, s)
	}
	slices.SortFunc(steps, func(a, b int64) int {
		if x, y := max(a, -a), max(b, -b); x != y {
			return int(min(max(x-y, -1), 1))
		}
		return int(min(max(b-a, -1), 1))
	})
	for _, s := range steps {
		if !slices.ContainsFunc(us, func(u int64) bool { return scaleOf(s, u) != 0 }) {
			us = append(us, s)
		}
	}
	return us
}

// scaleOf is the factor from a unit to a step that an address can have, 0 if there is none.
func scaleOf(step, unit int64) uint8 {
	for _, s := range []int64{1, 2, 4, 8} {
		if step == s*unit {
			return uint8(s)
		}
	}
	return 0
}

// scaled is a register and the factor that make step times an open variable.
func (l *lowering) scaled(v int, step int64) (reg, uint8) {
	x := &l.vars[v]
	for _, o := range x.offsets {
		if s := scaleOf(step, o.unit); s != 0 {
			return o.r, s
		}
	}
	fail("loop variable %d has no offset of %d bytes", v, step)
	return noReg, 0
}

// variable is an open variable's value.
func (l *lowering) variable(v int) val {
	x := &l.vars[v]
	if !x.open {
		fail("loop variable %d is used outside its loop", v)
	}
	if x.known {
		return constant(ops.IntValue(ops.Int64, x.value), false)
	}
	r, _ := l.scaled(v, 1)
	return single(ops.Int64, false, r)
}

// openVar makes a variable known, with its offsets by f.
func (l *lowering) openVar(v int, f func(unit int64) reg) {
	l.forget(v)
	x := &l.vars[v]
	*x = variable{open: true, depth: l.openVars()}
	for _, u := range units(l.strides[v]) {
		x.offsets = append(x.offsets, offset{u, f(u)})
	}
}

func (l *lowering) openVars() int {
	n := 0
	for i := range l.vars {
		if l.vars[i].open {
			n++
		}
	}
	return n
}

// loop lowers a loop. Bounds are known but for the parallel loop, so most need no test before the first iteration, and one
// that runs once is no loop at all.
func (l *lowering) loop(lp *codegen.Loop) {
	if lp.Kind == codegen.Parallel {
		l.parallel(lp)
		return
	}
	switch n := trips(lp); {
	case n <= 0:
		for _, a := range lp.Accs {
			l.vals[a.Out] = l.get(a.Init)
		}
	case n == 1:
		l.once(lp)
	default:
		l.repeat(lp, fmt.Sprintf("for i%d = %d..%d step %d", lp.Var, lp.Start, lp.End, lp.Step),
			func(u int64) reg { return l.number(lp.Start * u) },
			func(u int64) arg { return l.immediate(lp.End * u) })
	}
}

// someTiles is how many iterations of the parallel loop a call is taken to run.
const someTiles = 8

// trips is how many iterations a loop runs.
func trips(lp *codegen.Loop) int64 {
	if lp.Kind == codegen.Parallel {
		return someTiles
	}
	return (lp.End - lp.Start + lp.Step - 1) / lp.Step
}

// once runs the body in place.
func (l *lowering) once(lp *codegen.Loop) {
	for _, a := range lp.Accs {
		l.vals[a.Phi] = l.get(a.Init)
	}
	l.vars[lp.Var] = variable{open: true, known: true, value: lp.Start, depth: l.openVars()}
	l.body(lp.Body)
	l.vars[lp.Var].open = false
	for _, a := range lp.Accs {
		l.vals[a.Out] = l.get(a.Next)
	}
}

// immediate is a number as the last operand of an instruction.
func (l *lowering) immediate(i int64) arg {
	if i == int64(int32(i)) {
		return imm(i)
	}
	return g8(l.number(i))
}

// parallel is the loop over the tiles lo..hi, which may be none.
func (l *lowering) parallel(lp *codegen.Loop) {
	lo, hi := l.chunk[0], l.chunk[1]
	end := l.newLabel()
	l.effect(asm.CMPQ, g8(lo), g8(hi))
	l.effect(asm.JGE, label(end))
	times := func(r reg, u int64) reg {
		if u == 1 {
			return l.copyOf(r)
		}
		if u == int64(int32(u)) {
			return l.g(asm.IMUL3Q, g8(r), imm(u))
		}
		c := l.copyOf(r)
		l.update(asm.IMULQ, g8(c), g8(l.number(u)))
		return c
	}
	ends := map[int64]reg{}
	l.repeat(lp, fmt.Sprintf("parallel i%d", lp.Var),
		func(u int64) reg {
			ends[u] = times(hi, u)
			return times(lo, u)
		},
		func(u int64) arg { return g8(ends[u]) })
	l.bind(end)
}

// repeat writes the loop proper, tested at its bottom: at least one iteration runs.
func (l *lowering) repeat(lp *codegen.Loop, title string, start func(unit int64) reg, end func(unit int64) arg) {
	for i := range lp.Accs {
		a := &lp.Accs[i]
		init := l.get(a.Init)
		l.vals[a.Phi] = l.carried(a)
		l.assign(l.vals[a.Phi], init)
	}
	if len(l.strides[lp.Var]) == 0 {
		l.strides[lp.Var] = map[int64]bool{1: true}
	}
	outer, before := l.at, l.at.open()
	l.at = before
	l.openVar(lp.Var, func(u int64) reg {
		r := l.fresh(gp)
		l.move(r, start(u))
		return r
	})
	l.mosts[lp.Var] = lp.End - 1
	if lp.Kind == codegen.Parallel {
		l.mosts[lp.Var] = l.source.Tiles - 1
	}
	x := &l.vars[lp.Var]
	test := x.offsets[0]
	last := end(test.unit)
	l.at = outer.open()
	l.at.often *= float32(trips(lp))
	l.at.add(&inst{do: enter, role: reads, text: title, mask: noReg})
	head := l.newLabel()
	l.bind(head)
	x.anchor = l.at.open()
	l.body(lp.Body)
	l.latch(lp, head, test, last)
	l.at.add(&inst{do: leave, role: reads, mask: noReg})
	l.vars[lp.Var].open = false
	l.at = outer
	for i := range lp.Accs {
		a := &lp.Accs[i]
		l.vals[a.Out] = l.carried(a)
		l.leave(l.vals[a.Out], l.vals[a.Phi])
	}
}

// latch closes a loop: the accumulators' next values, the next offsets, the test.
func (l *lowering) latch(lp *codegen.Loop, head int, test offset, last arg) {
	nexts := make([]val, len(lp.Accs))
	crossed := false
	for i, a := range lp.Accs {
		nexts[i] = l.get(a.Next)
		for j, b := range lp.Accs {
			crossed = crossed || i != j && nexts[i].known == nil && nexts[i].r[0] == l.vals[b.Phi].r[0]
		}
	}
	if crossed { // they change at once
		for i := range nexts {
			c := l.carried(&lp.Accs[i])
			l.assign(c, nexts[i])
			nexts[i] = c
		}
	}
	for i, a := range lp.Accs {
		l.assign(l.vals[a.Phi], nexts[i])
	}
	step := lp.Step
	if lp.Kind == codegen.Parallel {
		step = 1
	}
	for _, o := range l.vars[lp.Var].offsets {
		l.update(asm.ADDQ, g8(o.r), l.immediate(step*o.unit))
	}
	l.effect(asm.CMPQ, g8(test.r), last)
	if test.unit > 0 {
		l.effect(asm.JLT, label(head))
	} else {
		l.effect(asm.JGT, label(head))
	}
}
