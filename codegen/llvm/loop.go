package llvm

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
)

// loop writes a loop. Bounds are known but for the parallel loop, so most need no test before the first iteration, and
// one that runs once is no loop at all.
func (ph *phase) loop(l *codegen.Loop) {
	if l.Kind == codegen.Parallel {
		ph.guarded(l)
		return
	}
	switch trips := (l.End - l.Start + l.Step - 1) / l.Step; {
	case trips <= 0:
		ph.results(l, func(a *codegen.Acc) value.Value { return ph.shaped(a.Init, a.Vec).Value })
	case trips == 1:
		ph.once(l)
	default:
		ph.repeat(l, constant.NewInt(types.I64, l.Start), constant.NewInt(types.I64, l.End))
		ph.results(l, ph.next)
	}
}

// once runs the body in place.
func (ph *phase) once(l *codegen.Loop) {
	for i := range l.Accs {
		a := &l.Accs[i]
		ph.values[a.Phi] = operand{Value: ph.shaped(a.Init, a.Vec).Value, dtype: a.DType, span: dtypeSpan(a.DType)}
	}
	ph.enter(l, constant.NewInt(types.I64, l.Start))
	ph.body(l.Body)
	ph.leave(l)
	ph.results(l, ph.next)
}

// guarded is the parallel loop, over lo..hi, which may be empty.
func (ph *phase) guarded(l *codegen.Loop) {
	lo, hi := ph.fn.Params[2], ph.fn.Params[3]
	before := ph.block
	inits := make([]value.Value, len(l.Accs))
	for i := range l.Accs {
		inits[i] = ph.shaped(l.Accs[i].Init, l.Accs[i].Vec).Value
	}
	some := before.NewICmp(enum.IPredSLT, lo, hi)
	ph.block = ph.newBlock("tiles")
	first := ph.block
	ph.repeat(l, lo, hi)
	nexts := make([]value.Value, len(l.Accs))
	for i := range l.Accs {
		nexts[i] = ph.next(&l.Accs[i])
	}
	last, end := ph.block, ph.newBlock("end")
	before.NewCondBr(some, first, end)
	last.NewBr(end)
	ph.block = end
	i := -1
	ph.results(l, func(a *codegen.Acc) value.Value {
		i++
		return end.NewPhi(ir.NewIncoming(inits[i], before), ir.NewIncoming(nexts[i], last))
	})
}

// repeat writes the loop proper, tested at its bottom: at least one iteration runs.
func (ph *phase) repeat(l *codegen.Loop, start, end value.Value) {
	before := ph.block
	head := ph.newBlock("loop")
	inits := make([]value.Value, len(l.Accs))
	for i := range l.Accs {
		inits[i] = ph.shaped(l.Accs[i].Init, l.Accs[i].Vec).Value
	}
	before.NewBr(head)
	ph.block = head
	index := head.NewPhi(ir.NewIncoming(start, before))
	index.SetName("i" + head.Name()[len("loop"):])
	phis := make([]*ir.InstPhi, len(l.Accs))
	for i := range l.Accs {
		phis[i] = head.NewPhi(ir.NewIncoming(inits[i], before))
		ph.define(l.Accs[i].Phi, l.Accs[i].DType, phis[i])
		ph.values[l.Accs[i].Phi].span = dtypeSpan(l.Accs[i].DType)
	}
	ph.enter(l, index)
	ph.body(l.Body)
	ph.leave(l)
	ph.latch(l, head, index, phis, end)
}

// latch closes a loop: the next index, the accumulators' next values, the test.
func (ph *phase) latch(l *codegen.Loop, head *ir.Block, index *ir.InstPhi, phis []*ir.InstPhi, end value.Value) {
	step := l.Step
	if l.Kind == codegen.Parallel {
		step = 1
	}
	next := ph.block.NewAdd(index, constant.NewInt(types.I64, step))
	next.OverflowFlags = []enum.OverflowFlag{enum.OverflowFlagNSW}
	nexts := make([]value.Value, len(l.Accs))
	for i := range l.Accs {
		nexts[i] = ph.next(&l.Accs[i])
	}
	more := ph.block.NewICmp(enum.IPredSLT, next, end)
	done := ph.newBlock("done")
	index.Incs = append(index.Incs, ir.NewIncoming(next, ph.block))
	for i, phi := range phis {
		phi.Incs = append(phi.Incs, ir.NewIncoming(nexts[i], ph.block))
	}
	ph.block.NewCondBr(more, head, done)
	ph.block = done
}

func (ph *phase) next(a *codegen.Acc) value.Value { return ph.shaped(a.Next, a.Vec).Value }

// results gives each accumulator's value after the loop.
func (ph *phase) results(l *codegen.Loop, of func(*codegen.Acc) value.Value) {
	for i := range l.Accs {
		a := &l.Accs[i]
		ph.values[a.Out] = operand{Value: of(a), dtype: a.DType, span: dtypeSpan(a.DType)}
	}
}

// enter and leave keep which loop variables are in reach and how deep they lie.
func (ph *phase) enter(l *codegen.Loop, index value.Value) {
	ph.vars[l.Var], ph.spans[l.Var], ph.depth[l.Var] = index, ph.loopSpan(l), ph.open
	ph.open++
}

func (ph *phase) leave(l *codegen.Loop) {
	ph.open--
	ph.vars[l.Var] = nil
}

// derive computes a loop variable from another. Nothing in it is negative, so the divisions are unsigned, which is
// cheaper.
func (ph *phase) derive(d *codegen.Derived) {
	of := ph.vars[d.Of]
	if of == nil {
		fail("loop variable %d is derived outside the loop of %d", d.Var, d.Of)
	}
	x := of
	if d.Div != 1 {
		x = ph.block.NewUDiv(x, constant.NewInt(types.I64, d.Div))
	}
	if s := ph.spans[d.Of]; !s.ok || s.hi/d.Div >= d.Mod {
		x = ph.block.NewURem(x, constant.NewInt(types.I64, d.Mod))
	}
	ph.vars[d.Var], ph.depth[d.Var] = ph.scaled(x, d.Mul), ph.depth[d.Of]
	ph.spans[d.Var] = derivedSpan(ph.spans[d.Of], d)
}

// ifAny writes a block that runs only if some lane needs it.
func (ph *phase) ifAny(i *codegen.If) {
	cond := ph.get(i.Cond).Value
	if n := lanesOf(cond.Type()); n > 0 {
		mask := ph.block.NewBitCast(cond, types.NewInt(uint64(n)))
		cond = ph.block.NewICmp(enum.IPredNE, mask, constant.NewInt(types.NewInt(uint64(n)), 0))
	}
	elses := make([]value.Value, len(i.Results))
	for k := range i.Results {
		elses[k] = ph.shaped(i.Results[k].Else, i.Results[k].Vec).Value
	}
	before, then := ph.block, ph.newBlock("then")
	ph.block = then
	ph.body(i.Body)
	thens := make([]value.Value, len(i.Results))
	for k := range i.Results {
		thens[k] = ph.shaped(i.Results[k].Then, i.Results[k].Vec).Value
	}
	last, join := ph.block, ph.newBlock("join")
	before.NewCondBr(cond, then, join)
	last.NewBr(join)
	ph.block = join
	for k := range i.Results {
		phi := join.NewPhi(ir.NewIncoming(thens[k], last), ir.NewIncoming(elses[k], before))
		ph.define(i.Results[k].Out, i.Results[k].DType, phi)
		ph.values[i.Results[k].Out].span = ph.get(i.Results[k].Then).span.union(ph.get(i.Results[k].Else).span)
	}
}

// newBlock makes a block whose name is unique by a number.
func (ph *phase) newBlock(kind string) *ir.Block {
	return ph.fn.NewBlock(fmt.Sprintf("%s%d", kind, len(ph.fn.Blocks)))
}
