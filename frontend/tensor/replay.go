package tensor

import (
	"context"
	"runtime"
	"sync"

	"weft/lazy"
	"weft/ops"
	rt "weft/runtime"
)

// replay is a traced function, ready to run: a program and what to bind it to at each call.
type replay struct {
	device  string
	roots   []node
	results int // how many of the roots are results; the others are targets
	sources []source
	targets []target
	cleared []*autoInfo // gradients that a call takes away
	steps   []callStep
	slots   []int // of the steps among values, -1 for none
	after   []func()

	holder *holder
	prog   *rt.Program
	leaves []leafFrom
	values []ops.Value
	fresh  []bool // of the roots: they have memory of their own
	into   []*rt.Storage
	out    []lazy.Kept
	bound  []lazy.Kept // of sources
	in     []lazy.Kept // of leaves
}

// source is memory that a call finds anew: an argument's, a tensor's, a gradient's.
type source struct {
	hole *hole
	from func(args []*Tensor) *Tensor
}

// target is a tensor, or with grad its gradient, that a call gives a new value.
type target struct {
	t     *Tensor
	value node       // in the graph
	mark  *lazy.Mark // of a leaf
	grad  *autoInfo

	fresh bool // the value has memory of its own
	mine  *rt.Storage
	spare *rt.Storage
	nodes [2]boundNode
}

// boundNode is a node that was made for memory, for the next time that it is written.
type boundNode struct {
	memory *rt.Storage
	node   node
}

// leafFrom is where a leaf of the program comes from: a source, or memory that stays.
type leafFrom struct {
	source int
	fixed  lazy.Kept
}

// handover guards the moment at which memory of a target changes hands: who uses a held tensor exposes its memory, and what is
// exposed is never written again.
var handover sync.Mutex

// expose marks the memory of a node as used by others.
func expose(n node) {
	if n = unmarked(n); n.Op == ops.Buffer {
		if s, ok := n.Ref.(*rt.Storage); ok {
			s.Expose()
		}
	}
}

// hold has the memory of the targets watched from now on, so that a call can write what the call before it replaced.
func (p *replay) hold() {
	p.holder = new(holder)
	for i := range p.roots {
		p.fresh = append(p.fresh, p.prog.Fresh(i))
	}
	p.into = make([]*rt.Storage, len(p.roots))
	p.out = make([]lazy.Kept, len(p.roots))
	p.bound = make([]lazy.Kept, len(p.sources))
	p.in = make([]lazy.Kept, len(p.leaves))
	for i := range p.targets {
		w := &p.targets[i]
		w.fresh = w.grad == nil && p.fresh[p.results+i] && w.t.held.CompareAndSwap(nil, p.holder)
		if w.fresh {
			watched.Add(1)
		}
	}
}

func (p *replay) call(ctx context.Context, args []*Tensor) ([]*Tensor, error) {
	if err := p.bind(ctx, args); err != nil {
		return nil, err
	}
	for i, s := range p.steps {
		if v := s.run(); p.slots[i] >= 0 {
			p.values[p.slots[i]] = v
		}
	}
	for i := range p.targets {
		w := &p.targets[i]
		p.into[p.results+i] = w.spare
	}
	if err := p.prog.Run(ctx, p.in, p.values, p.into, p.out); err != nil {
		return nil, err
	}
	p.commit()
	return p.collect(), nil
}

// bind finds the memory of every leaf.
func (p *replay) bind(ctx context.Context, args []*Tensor) error {
	for i := range p.sources {
		k, err := p.sources[i].memory(ctx, p.holder, args)
		if err != nil {
			return err
		}
		p.bound[i] = k
	}
	for i, l := range p.leaves {
		k := l.fixed
		if l.source >= 0 {
			k.Storage = p.bound[l.source].Storage
			k.Offset += p.bound[l.source].Offset
		}
		p.in[i] = k
	}
	return nil
}

// memory is that of a source now: it is computed first where it is not known, and copied where it begins within a cache
// line, since the kernels were made for whole ones.
func (s *source) memory(ctx context.Context, h *holder, args []*Tensor) (lazy.Kept, error) {
	t := s.from(args)
	if t == nil {
		return lazy.Kept{}, bad("call").hinting("take gradients away inside the function, or set them to zeros").
			error(lazy.ErrGrad, "a compiled function adds to a gradient that is no longer there")
	}
	n := unmarked(t.current(h))
	for n.Op != ops.Buffer || lazy.Freed(n.Ref.(lazy.Storage)) {
		k, err := t.computed(ctx)
		if err != nil {
			return lazy.Kept{}, err
		}
		n = bufferOf(n, k)
	}
	k := lazy.Kept{Storage: n.Ref.(lazy.Storage), Offset: n.Ints[0]}
	if k.Offset*n.DType.Size()%64 == 0 {
		return k, nil
	}
	return alignedCopy(n, k)
}

func alignedCopy(n node, k lazy.Kept) (lazy.Kept, error) {
	from := k.Storage.(hostMemory)
	start, bytes := k.Offset*n.DType.Size(), n.Numel()*n.DType.Size()
	to, err := newStorage(from.Device(), int64(bytes))
	if err != nil {
		return lazy.Kept{}, err
	}
	copy(to.Data(), from.Data()[start:start+bytes])
	rt.CountOther(int64(2 * bytes))
	runtime.KeepAlive(from)
	return lazy.Kept{Storage: to}, nil
}

// commit gives the targets their new values.
func (p *replay) commit() {
	handover.Lock()
	for i := range p.targets {
		p.targets[i].take(p.out[p.results+i])
	}
	handover.Unlock()
	for _, a := range p.cleared {
		a.grad = nil
	}
	for _, f := range p.after {
		f()
	}
}

// take gives a target its value. What it had until now is written by the next call, if this function made it and nobody
// else has it.
func (w *target) take(k lazy.Kept) {
	s, _ := k.Storage.(*rt.Storage)
	if w.grad != nil {
		s.Expose()
		w.grad.grad = wrap(bufferOf(w.value, &k), w.t.device)
		return
	}
	w.spare = nil
	if old := unmarked(w.t.node.Load()); old.Op == ops.Buffer && old.Ref == lazy.Ref(w.mine) && w.mine != nil && !w.mine.Exposed() {
		w.spare = w.mine
	}
	w.mine = nil
	if w.fresh {
		w.mine = s
	} else {
		s.Expose()
	}
	w.t.roots.Store(nil)
	w.t.node.Store(w.bound(s, &k))
}

// bound is the node of a value in memory; those of the two memories that take turns are kept.
func (w *target) bound(s *rt.Storage, k *lazy.Kept) node {
	for _, b := range w.nodes {
		if b.memory == s && k.Offset == 0 && b.node != nil {
			return b.node
		}
	}
	n := bufferOf(w.value, k)
	if w.mark != nil {
		n = lazy.IdentityNode(n, w.mark)
	}
	w.nodes[0], w.nodes[1] = w.nodes[1], boundNode{s, n}
	return n
}

// collect makes the results' handles.
func (p *replay) collect() []*Tensor {
	out := make([]*Tensor, p.results)
	for i := range out {
		k := p.out[i]
		if !p.fresh[i] {
			k.Storage.(*rt.Storage).Expose()
		}
		out[i] = wrap(bufferOf(p.roots[i], &k), p.device)
	}
	clear(p.out)
	clear(p.in)
	clear(p.bound)
	return out
}
