package tensor

import (
	"context"
	"runtime"

	"weft/lazy"
	"weft/ops"
	rt "weft/runtime"
)

// Captured is what a compiled function launches, for tools that make something else of it, such as frontend/export. It is not for
// users, and changes with what it serves.
type Captured struct {
	Program *rt.Program
	// Leaves are the memory that the program reads, by number.
	Leaves []CapturedLeaf
	// Scalars are its numbers.
	Scalars []ops.Value
	// Results are the shapes and dtypes of what it gives, and Args of what it takes.
	Args, Results []Like
}

// CapturedLeaf is an argument from an element on, or, with Arg -1, memory that stays, from an element on.
type CapturedLeaf struct {
	Arg    int
	Offset int // elements
	Data   []byte
}

// Like is the shape and dtype of a tensor.
type Like struct {
	DType DType
	Shape []int
}

func likeOf(n node) Like { return Like{n.DType, append([]int(nil), n.Shape...)} }

// Capture traces a compiled function on arguments like those that it is called with, if no call has done so. A function whose
// result depends on more than its arguments and on memory that stays (it changes tensors from outside, draws random numbers, has Go
// code run at each call) cannot be captured: that is an error, as what Compile cannot do is.
func (c *Compiled) Capture(args ...*Tensor) (*Captured, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.like != nil {
		if err := c.check(args); err != nil {
			return nil, err
		}
	}
	p := c.p
	if p == nil {
		var err error
		if p, err = trace2(c.f, args); err != nil {
			return nil, err
		}
	}
	if err := p.constant(); err != nil {
		return nil, err
	}
	return p.captured(args)
}

// constant says whether calls differ in their arguments alone.
func (p *replay) constant() error {
	refuse := func(line, format string, args ...any) error {
		e := bad("capture").hinting("capture what only computes: a model in evaluation mode, under NoGrad").error(lazy.ErrState, format, args...)
		if line != "" {
			e.Line = line
		}
		return e
	}
	if len(p.targets) > 0 {
		t, what := p.targets[0], "a tensor"
		if t.grad != nil {
			what = "the gradient of a tensor"
		}
		return refuse(lazy.Line(t.value.PC()), "the function changes %s from outside, %s %s", what, t.t.DType(), lazy.ShapeString(t.t.n().Shape))
	}
	if len(p.cleared) > 0 {
		return refuse("", "the function takes away a gradient from outside")
	}
	if len(p.steps) > 0 {
		return refuse(p.lineOf(p.steps[0].ref), "the function has Go code run at every call, as random draws do")
	}
	if len(p.after) > 0 {
		return refuse("", "the function has Go code run after every call")
	}
	return nil
}

// lineOf is the line that made the scalar node of a number, "" if it is not in the graph.
func (p *replay) lineOf(ref lazy.Ref) string {
	for _, n := range lazy.Toposort(p.roots) {
		if ref != nil && n.Op == ops.Scalar && n.Ref == ref {
			return lazy.Line(n.PC())
		}
	}
	return ""
}

func (p *replay) captured(args []*Tensor) (*Captured, error) {
	c := &Captured{Program: p.prog, Scalars: append([]ops.Value(nil), p.values...)}
	for _, a := range args {
		c.Args = append(c.Args, likeOf(a.n()))
	}
	for _, r := range p.roots[:p.results] {
		c.Results = append(c.Results, likeOf(r))
	}
	for _, l := range p.leaves {
		leaf, err := p.capturedLeaf(l, args)
		if err != nil {
			return nil, err
		}
		c.Leaves = append(c.Leaves, leaf)
	}
	return c, nil
}

// capturedLeaf copies memory that stays; sources begin with the arguments.
func (p *replay) capturedLeaf(l leafFrom, args []*Tensor) (CapturedLeaf, error) {
	if l.source >= 0 && l.source < len(args) {
		return CapturedLeaf{Arg: l.source, Offset: l.fixed.Offset}, nil
	}
	k := l.fixed
	if l.source >= 0 {
		from, err := p.sources[l.source].memory(context.Background(), p.holder, args)
		if err != nil {
			return CapturedLeaf{}, err
		}
		k.Storage, k.Offset = from.Storage, k.Offset+from.Offset
	}
	data := append([]byte(nil), k.Storage.(hostMemory).Data()...)
	runtime.KeepAlive(k.Storage)
	return CapturedLeaf{Arg: -1, Offset: k.Offset, Data: data}, nil
}
