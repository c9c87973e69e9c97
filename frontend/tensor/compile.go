package tensor

import (
	"context"
	"sync"

	"weft/lazy"
	"weft/ops"
	rt "weft/runtime"
)

// Compiled is a function whose kernels and launches are known: a call binds memory and numbers and launches, and builds no
// graph. It may be called from many goroutines; calls run one after another.
type Compiled struct {
	f    func(args ...*Tensor) []*Tensor
	mu   sync.Mutex
	like []*Tensor // arguments of the first call, for their shapes, dtypes and devices
	p    *replay
}

// Compile makes a function that is called with tensors and gives tensors faster than f does, with the same results.
//
// The first call runs f as it is. The second one runs f's Go code twice more without computing anything, compares the
// two graphs, and from then on calls launch the kernels of that graph. What f changes of tensors from outside, such as
// parameters, gradients and an optimizer's state, each call changes too; learning rates, step counts of optimizers and
// random draws move on. Everything else that is Go (ifs, loops, numbers, the mode of modules) stays as the second call found it;
// a number that differs between the two traces is an error with its line.
//
// Arguments are values: f sees tensors of their shape, and no gradient flows to the arguments themselves. Their number, shapes,
// dtypes and devices must be those of the first call. f cannot read data (Item, Data, Nonzero), copy between devices or
// factorise matrices. Results are values without history. While f is traced no other goroutine may use the tensors that f
// uses.
func Compile(f func(args ...*Tensor) []*Tensor) *Compiled { return &Compiled{f: f} }

// Call runs the function. On an error (a mistake in f, other arguments than at the first call, a failed check, memory, ctx)
// nothing is changed.
func (c *Compiled) Call(ctx context.Context, args ...*Tensor) ([]*Tensor, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.like == nil {
		return c.plain(ctx, args)
	}
	if err := c.check(args); err != nil {
		return nil, err
	}
	if c.p == nil {
		p, err := trace2(c.f, args)
		if err != nil {
			return nil, err
		}
		c.p = p
	}
	return c.p.call(ctx, args)
}

// MustCall is Call that panics with *Error.
func (c *Compiled) MustCall(args ...*Tensor) []*Tensor {
	out, err := c.Call(context.Background(), args...)
	if err != nil {
		raise(err)
	}
	return out
}

// plain is the first call: f as it is.
func (c *Compiled) plain(ctx context.Context, args []*Tensor) ([]*Tensor, error) {
	in := make([]*Tensor, len(args))
	for i, a := range args {
		in[i] = a.Detach()
	}
	var out []*Tensor
	err := Try(func() {
		for _, t := range c.f(in...) {
			out = append(out, t.Detach())
		}
	})
	if err == nil {
		err = Realize(ctx, out...)
	}
	if err != nil {
		return nil, err
	}
	c.like = make([]*Tensor, len(args))
	for i, a := range args {
		c.like[i] = wrap(lazy.NewConst(ops.IntValue(a.DType(), 0), a.n().Shape...), a.device)
	}
	return out, nil
}

// check compares arguments with those of the first call.
func (c *Compiled) check(args []*Tensor) error {
	if len(args) != len(c.like) {
		return bad("call").error(lazy.ErrShape, "a compiled function of %d arguments is called with %d", len(c.like), len(args))
	}
	for i, a := range args {
		n, want := a.node.Load(), c.like[i].node.Load()
		if n.DType != want.DType || !sameShape(n.Shape, want.Shape) || a.device != c.like[i].device {
			return bad("call", a, c.like[i]).hinting("compile one more function for it").error(lazy.ErrShape,
				"argument %d is %s %s on %s, and was %s %s on %s when the function was compiled", i,
				n.DType, lazy.ShapeString(n.Shape), a.device, want.DType, lazy.ShapeString(want.Shape), c.like[i].device)
		}
	}
	return nil
}

// trace2 traces f twice, compares the graphs and compiles the second.
func trace2(f func(args ...*Tensor) []*Tensor, args []*Tensor) (*replay, error) {
	var made [2]*replay
	for i := range made {
		err := traced(f, args, func(tr *trace, out []*Tensor) { made[i] = newReplay(tr, out) })
		if err != nil {
			return nil, err
		}
	}
	if err := compare(made[0], made[1]); err != nil {
		return nil, err
	}
	p := made[1]
	return p, p.compile()
}

// newReplay writes down what a trace leads to, while its stand-ins are in place.
func newReplay(tr *trace, out []*Tensor) *replay {
	p := &replay{steps: tr.steps, after: tr.after}
	for i, a := range tr.args {
		p.input(a.node.Load(), func(args []*Tensor) *Tensor { return args[i] })
	}
	for _, t := range out { // first, as a result may be a tensor from outside that nothing has used
		p.device = t.device
		p.roots = append(p.roots, t.data())
		p.results++
	}
	for _, o := range tr.outside {
		p.outside(o)
	}
	for i := range p.targets {
		p.roots = append(p.roots, p.targets[i].value)
	}
	return p
}

// input says whose memory fills a stand-in.
func (p *replay) input(n node, from func(args []*Tensor) *Tensor) {
	p.sources = append(p.sources, source{hole: unmarked(n).Ref.(*hole), from: from})
}

// outside notes what the trace read and changed of a tensor.
func (p *replay) outside(o *outsider) {
	t := o.t
	p.input(o.start, func([]*Tensor) *Tensor { return t })
	if now := unmarked(t.node.Load()); now != unmarked(o.start) {
		p.device = t.device
		p.targets = append(p.targets, target{t: t, value: now, mark: o.saved.mark})
	}
	if o.auto == nil {
		return
	}
	if o.grad != nil {
		p.input(o.grad.node.Load(), func([]*Tensor) *Tensor { return o.auto.grad })
	}
	switch g := o.auto.grad; {
	case g == o.grad:
	case g == nil:
		p.cleared = append(p.cleared, o.auto)
	default:
		p.targets = append(p.targets, target{t: t, value: unmarked(g.n()), grad: o.auto})
	}
}

// unmarked is a value without the marks around it.
func unmarked(n node) node {
	for n.Op == identityOp {
		n = n.Src[0]
	}
	return n
}

// compile plans the graph and finds where arguments, tensors and numbers go.
func (p *replay) compile() error {
	prog, err := rt.NewProgram(p.roots, rt.RealizeOptions{Device: p.device})
	if err != nil {
		return err
	}
	p.prog = prog
	at := map[lazy.Ref]int{}
	for i := range p.sources {
		at[p.sources[i].hole] = i
	}
	for _, k := range prog.Leaves() {
		i, ok := at[k.Storage]
		if !ok {
			i = -1
		}
		p.leaves = append(p.leaves, leafFrom{source: i, fixed: k})
	}
	p.values = append(p.values, prog.Scalars()...)
	slots := map[lazy.Ref]int{}
	for i, ref := range prog.ScalarRefs() {
		if ref != nil {
			slots[ref] = i
		}
	}
	for _, s := range p.steps {
		slot, ok := slots[s.ref]
		if s.ref == nil || !ok {
			slot = -1
		}
		p.slots = append(p.slots, slot)
	}
	p.hold()
	return nil
}
