package export

import (
	"crypto/sha256"
	"fmt"

	"weft/codegen"
	goasm "weft/codegen/goasm/export"
	"weft/frontend/tensor"
	"weft/ops"
	"weft/runtime"
	"weft/schedule"
)

// writer collects functions in a model; equal kernels and weights are there once.
type writer struct {
	model   *goasm.Model
	kernels map[string]int // by text
	weights map[string]int // by dtype and hash
}

// add brings a function in.
func (w *writer) add(f *Func) error {
	c, err := f.Compiled.Capture(f.Args...)
	if err != nil {
		return err
	}
	plan, err := c.Program.Plan()
	if err != nil {
		return err
	}
	fn := &goasm.Func{Name: f.Name, Doc: f.Doc, ArenaBytes: plan.ArenaBytes}
	if fn.Doc == "" {
		fn.Doc = "computes what its launches say."
	}
	b := &binder{w: w, fn: fn, c: c, plan: plan}
	for i, a := range c.Args {
		fn.Args = append(fn.Args, goasm.Tensor{Name: nameOf(f.ArgNames, "x", i), DType: a.DType, Shape: a.Shape, Mem: -1})
	}
	b.memory()
	for i, r := range c.Results {
		fn.Results = append(fn.Results, goasm.Tensor{Name: nameOf(f.ResultNames, "y", i), DType: r.DType, Shape: r.Shape, Mem: b.result(i)})
	}
	for _, ch := range plan.Checks {
		info := c.Program.Check(ch)
		fn.Checks = append(fn.Checks, goasm.Check{Mem: ch.Mem, Op: info.Op, Message: info.Message, Last: ch.Last})
	}
	for _, l := range plan.Launches {
		if err := b.launch(l); err != nil {
			return err
		}
	}
	w.model.Funcs = append(w.model.Funcs, *fn)
	return nil
}

func nameOf(names []string, letter string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return fmt.Sprintf("%s%d", letter, i)
}

// binder finds the memory of one function.
type binder struct {
	w    *writer
	fn   *goasm.Func
	c    *tensor.Captured
	plan *schedule.Plan
}

// memory gives every memory of the plan its place; those of arguments come after them.
func (b *binder) memory() {
	b.fn.Mems = make([]goasm.Mem, len(b.plan.Mems))
	for i := range b.plan.Mems {
		switch m := &b.plan.Mems[i]; m.Kind {
		case schedule.Internal:
			b.fn.Mems[i] = goasm.Mem{Kind: goasm.Arena, Offset: m.Offset}
		case schedule.Input:
			b.fn.Mems[i] = b.leaf(m.Input, m.DType, m.Elems)
		default:
			b.fn.Mems[i] = goasm.Mem{Kind: goasm.Own, Bytes: m.Bytes()}
		}
	}
}

// leaf is the memory of a source: an argument, or a weight.
func (b *binder) leaf(number int, d ops.DType, elems int64) goasm.Mem {
	l, size := b.c.Leaves[number], int64(d.Size())
	if l.Arg >= 0 {
		return goasm.Mem{Kind: goasm.Passed, Index: l.Arg, Bytes: size * int64(b.fn.Args[l.Arg].Elems())}
	}
	start := int64(l.Offset) * size
	return goasm.Mem{Kind: goasm.Weigh, Index: b.w.weight(d, l.Data[start:start+elems*size])}
}

// weight is the number of a weight with these bytes.
func (w *writer) weight(d ops.DType, data []byte) int {
	key := fmt.Sprintf("%s %x", d, sha256.Sum256(data))
	i, ok := w.weights[key]
	if !ok {
		i = len(w.model.Weights)
		w.weights[key] = i
		w.model.Weights = append(w.model.Weights, goasm.Weight{DType: d, Data: data})
	}
	return i
}

// result is the memory that holds a result. One without elements, or that is a source as it is, gets a place at the end.
func (b *binder) result(i int) int {
	r := b.c.Results[i]
	elems := int64(1)
	for _, d := range r.Shape {
		elems *= int64(d)
	}
	extra := goasm.Mem{Kind: goasm.Own}
	if at := b.c.Program.Place(i); at >= 0 {
		o := b.plan.Outputs[at]
		if o.Mem >= 0 {
			return o.Mem
		}
		extra = b.leaf(o.Leaf, r.DType, elems)
	}
	b.fn.Mems = append(b.fn.Mems, extra)
	return len(b.fn.Mems) - 1
}

// launch brings a launch in, and its kernel if it is new.
func (b *binder) launch(l *schedule.Launch) error {
	text := l.Kernel.Text()
	k, ok := b.w.kernels[text]
	if !ok {
		var err error
		if k, err = b.w.kernel(l.Kernel, text); err != nil {
			return err
		}
	}
	out := goasm.Launch{Kernel: k, Mems: l.Mems}
	for i, at := range l.Offsets {
		out.Offsets = append(out.Offsets, at*int64(l.Kernel.Bufs[i].DType.Size()))
	}
	for _, s := range l.Params {
		out.Scalars = append(out.Scalars, runtime.ScalarBits(b.c.Scalars[s]))
	}
	b.fn.Launches = append(b.fn.Launches, out)
	return nil
}

// kernel brings a kernel in, lowered for every kind of machine.
func (w *writer) kernel(k *schedule.Kernel, text string) (number int, err error) {
	out := goasm.Kernel{Name: k.Name, Text: text}
	if out.Scalar, err = codegen.Lower(k, scalar()); err != nil {
		return 0, err
	}
	for n := range goasm.Machines {
		if out.Vector[n], err = codegen.Lower(k, goasm.Machines[n].Target(runtime.Target())); err != nil {
			return 0, err
		}
	}
	number = len(w.model.Kernels)
	w.kernels[text] = number
	w.model.Kernels = append(w.model.Kernels, out)
	return number, nil
}

// scalar is the machine that plain Go is written for.
func scalar() codegen.Target {
	t := runtime.Target()
	t.Name, t.VL, t.Regs = "scalar", 1, 16
	return t
}
