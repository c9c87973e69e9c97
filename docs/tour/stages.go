package main

import (
	"fmt"
	"strings"

	"weft/codegen"
	"weft/frontend/tensor"
	"weft/lazy"
	rt "weft/runtime"
	"weft/schedule"

	_ "weft/codegen/llvm"
)

// target is a machine that does not depend on the one that the tour is made on, so that everybody gets the same text.
var target = codegen.Target{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 1 << 20}

// tour is the expression on its way.
type tour struct {
	x, w, b, loss *tensor.Tensor
	printed       string // what printing the loss gave before anything ran
	rewrites      []string
	simple        []*lazy.Node
	plan          *schedule.Plan
	at            int // the loss's launch
	program       *codegen.Program
}

// begin writes the expression and takes its gradients. Nothing runs.
func begin() (*tour, error) {
	t := &tour{}
	t.x, t.w, t.b = inputs()
	t.loss = expression(t.x, t.w, t.b)
	t.printed = fmt.Sprint(t.loss)
	t.loss.Backward()
	if err := t.simplify(); err != nil {
		return nil, err
	}
	var err error
	if t.plan, err = plan(t.roots(), false); err != nil {
		return nil, err
	}
	t.at = writerOf(t.plan, t.plan.Outputs[0].Mem)
	t.program, err = codegen.LowerWith(t.kernel(), target, codegen.LowerOptions{Verify: true})
	return t, err
}

// roots are the values that are asked for: the loss and both gradients.
func (t *tour) roots() []*lazy.Node {
	return []*lazy.Node{t.loss.Node(), t.w.Grad().Node(), t.b.Grad().Node()}
}

// simplify notes every rule that holds on the way. Tours are not made side by side, so the trace sees only this one.
func (t *tour) simplify() (err error) {
	lazy.SetTrace(&lazy.Trace{Rewrite: func(_, rule string, before, after *lazy.Node) {
		t.rewrites = append(t.rewrites, fmt.Sprintf("%-12s %s %s  =>  %s %s", rule, before.Op, lazy.ShapeString(before.Shape),
			after.Op, lazy.ShapeString(after.Shape)))
	}})
	defer lazy.SetTrace(nil)
	t.simple, err = lazy.Simplify(t.roots())
	return err
}

func plan(roots []*lazy.Node, unfused bool) (*schedule.Plan, error) {
	return schedule.MakePlan(schedule.NewRequest(roots, schedule.Options{L2: target.L2, Unfused: unfused}, false))
}

// writerOf is the launch that writes a buffer of the plan.
func writerOf(p *schedule.Plan, mem int) int {
	for i, l := range p.Launches {
		for b, m := range l.Mems {
			if m == mem && l.Kernel.Bufs[b].Written {
				return i
			}
		}
	}
	return -1
}

func (t *tour) kernel() *schedule.Kernel { return t.plan.Launches[t.at].Kernel }

// kernels lists the launches, with the number of operations that each fuses.
func kernels(p *schedule.Plan) string {
	var w strings.Builder
	for i, l := range p.Launches {
		fmt.Fprintf(&w, "%d  %-20s %d operations\n", i+1, l.Kernel.Name, l.Ops)
	}
	return w.String()
}

// passes is codegen's own table.
func passes() string {
	var w strings.Builder
	for _, p := range codegen.Passes() {
		fmt.Fprintf(&w, "%-10s %s\n", p[0], p[1])
	}
	return w.String()
}

// llvm gives one of the texts that the llvm back end makes of the loop program.
func (t *tour) llvm(title string) (string, error) {
	backend := codegen.Lookup("llvm")
	if err := backend.Available(target); err != nil {
		return "", err
	}
	compiled, err := backend.Compile(t.program, target, true)
	if err != nil {
		return "", err
	}
	return compiled.Texts[title], nil
}

// result asks for the values, which is the first time that anything runs here.
func (t *tour) result() (string, error) {
	before := rt.Snapshot()
	err := tensor.Realize(ctx, t.loss, t.w.Grad(), t.b.Grad())
	if err != nil {
		return "", err
	}
	done := rt.Snapshot().Sub(before)
	return fmt.Sprintf("%s kernels+others, %s moved\nloss  %v\ndw    %v ...\ndb    %v ...\n", done.Launches(), rt.Bytes(done.Bytes), t.loss.Item(),
		tensor.MustData[float32](t.w.Grad())[:8], tensor.MustData[float32](t.b.Grad())[:8]), nil
}
