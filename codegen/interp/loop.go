package interp

import (
	"weft/codegen"
	"weft/ops"
)

// loop makes a loop with its accumulators.
func (f *frame) loop(l *codegen.Loop) step {
	begin := f.initAccs(l)
	body := append(f.block(l.Body), f.nextAccs(l)...)
	v := &f.vars[l.Var]
	if l.Kind == codegen.Parallel {
		return func() {
			run(begin)
			runLoop(body, v, f.lo, f.hi, 1)
		}
	}
	start, end, by := l.Start, l.End, l.Step
	return func() {
		run(begin)
		runLoop(body, v, start, end, by)
	}
}

func run(steps []step) {
	for _, do := range steps {
		do()
	}
}

func runLoop(body []step, v *int64, start, end, by int64) {
	for i := start; i < end; i += by {
		*v = i
		for _, do := range body {
			do()
		}
	}
}

func (f *frame) initAccs(l *codegen.Loop) []step {
	var steps []step
	for _, a := range l.Accs {
		steps = f.addMove(steps, a.DType, a.Phi, a.Init)
		f.addMove(nil, a.DType, a.Out, a.Phi) // one register
	}
	return steps
}

// nextAccs moves next values into place where they were not computed there. The moves are meant to happen at once, so where
// one accumulator's next value is another's current one they go through registers of their own.
func (f *frame) nextAccs(l *codegen.Loop) []step {
	var steps, late []step
	crossed := false
	for _, a := range l.Accs {
		crossed = crossed || a.Next != a.Phi && nextIs(l, a.Phi)
	}
	for _, a := range l.Accs {
		if !crossed {
			steps = f.addMove(steps, a.DType, a.Phi, a.Next)
			continue
		}
		first, second := kindOf(a.DType).swap(f, a.Phi, a.Next)
		steps, late = append(steps, first), append(late, second)
	}
	return append(steps, late...)
}

func (f *frame) addMove(steps []step, d ops.DType, dst, src codegen.Value) []step {
	if s := kindOf(d).move(f, dst, src); s != nil {
		steps = append(steps, s)
	}
	return steps
}

// ifAny makes a block that is skipped where no lane needs it.
func (f *frame) ifAny(x *codegen.If) step {
	cond := reg[uint8](f, x.Cond)
	body := f.block(x.Body)
	var skip []step
	for _, r := range x.Results {
		body = f.addMove(body, r.DType, r.Out, r.Then)
		skip = f.addMove(skip, r.DType, r.Out, r.Else)
	}
	return func() {
		for _, c := range cond {
			if c != 0 {
				run(body)
				return
			}
		}
		run(skip)
	}
}
