package tensor

import (
	"context"
	"sync/atomic"

	"weft/lazy"
	"weft/ops"
)

const identityOp = ops.Identity

// Realize computes t and returns it. Errors panic with *Error; the function Realize returns them.
func Realize(ctx context.Context, ts ...*Tensor) error {
	if tracing() != nil {
		return nil
	}
	return newWork(ts).do(ctx)
}

// computed is Realize of t alone, and the buffer that holds its value.
func (t *Tensor) computed(ctx context.Context) (*lazy.Kept, error) {
	if tracing() != nil {
		return nil, bad("data", t).hinting("return the tensor, and read it after the call").
			error(lazy.ErrState, "a compiled function reads the data of a tensor, in %s", lazy.UserCall())
	}
	if k := t.kept(); k != nil {
		if t.settle(k); !lazy.Freed(k.Storage) {
			return k, nil
		}
	}
	w := newWork([]*Tensor{t})
	if len(w.all) == 0 || w.all[0].t != t { // somebody else was faster
		return t.computed(ctx)
	}
	err := w.do(ctx)
	return w.all[0].kept, err
}

func (w *work) do(ctx context.Context) error {
	if len(w.all) == 0 {
		return nil
	}
	for _, device := range w.devices {
		if err := w.run(ctx, device); err != nil {
			return err
		}
	}
	w.publish()
	w.forget()
	return nil
}

// Realize computes t and returns it. Errors panic with *Error; the function Realize returns them.
func (t *Tensor) Realize() *Tensor {
	if err := Realize(context.Background(), t); err != nil {
		raise(err)
	}
	return t
}

// IsRealized says whether t's value lies in memory; asking computes nothing.
func (t *Tensor) IsRealized() bool { return t.kept() != nil }

// kept is the buffer that holds t's value, or nil.
func (t *Tensor) kept() *lazy.Kept { return keptOf(t.n()) }

func keptOf(n node) *lazy.Kept {
	for {
		if n.Op == ops.Buffer {
			s, _ := n.Ref.(lazy.Storage)
			if lazy.Freed(s) {
				return nil
			}
			return &lazy.Kept{Storage: s, Offset: n.Ints[0]}
		}
		if k := n.Kept(); k != nil || n.Op != ops.Identity {
			return k
		}
		n = n.Src[0]
	}
}

// job is one handle to realize: the node it had when the work began and the buffer that holds it after.
type job struct {
	t    *Tensor
	node node
	kept *lazy.Kept
}

type work struct {
	all     []job
	devices []string
	roots   []*Tensor // losses whose gradients are computed here
}

func newWork(ts []*Tensor) *work {
	w := &work{all: make([]job, 0, len(ts)+1)}
	seen := make(map[*Tensor]bool, len(ts)+1)
	for _, t := range ts {
		w.take(t, seen)
	}
	for _, t := range ts {
		roots := t.roots.Load()
		if roots == nil {
			continue
		}
		w.takeAlong(t, seen) // also where an equal value was computed before
		if t.IsRealized() {
			continue
		}
		for _, root := range roots.list {
			w.takeAlong(root, seen)
			w.take(root, seen)
			w.roots = append(w.roots, root)
		}
	}
	return w
}

// takeAlong takes what is to be realized together with t.
func (w *work) takeAlong(t *Tensor, seen map[*Tensor]bool) {
	roots := t.roots.Load()
	if roots == nil {
		return
	}
	for _, a := range roots.along {
		w.take(a, seen)
	}
}

func (w *work) take(t *Tensor, seen map[*Tensor]bool) {
	if seen[t] {
		return
	}
	if k := t.kept(); k != nil {
		t.settle(k)
		return
	}
	seen[t] = true
	w.all = append(w.all, job{t: t, node: t.n()})
	for _, d := range w.devices {
		if d == t.device {
			return
		}
	}
	w.devices = append(w.devices, t.device)
}

// settle turns an untracked handle whose value is known into that value, which others know too.
func (t *Tensor) settle(k *lazy.Kept) {
	if n := t.n(); !t.tracked && n.Op != ops.Buffer {
		value := bufferOf(n, k)
		if expose(value); !lazy.Freed(k.Storage) {
			t.node.CompareAndSwap(n, value)
		}
	}
}

// run computes the jobs of one device.
func (w *work) run(ctx context.Context, device string) error {
	var nodes []node
	keep := false
	for _, j := range w.all {
		if j.t.device == device {
			nodes = append(nodes, j.node)
			keep = keep || j.t.tracked && !j.t.IsLeaf()
		}
	}
	keep = keep && len(w.roots) == 0
	if keep {
		remembered.Store(true)
	}
	kept, err := run(ctx, device, keep, nodes)
	if err != nil {
		return err
	}
	for i := range w.all {
		if w.all[i].t.device == device {
			w.all[i].kept, kept = kept[0], kept[1:]
		}
	}
	return nil
}

// publish gives the handles their values. A handle that was rebound meanwhile keeps its new value.
func (w *work) publish() {
	for _, j := range w.all {
		if j.node.Op.Family() != ops.Source { // equal constants are one node: none of them belongs to this handle
			j.node.SetKept(j.kept)
			j.node.Ask()
		}
		value := bufferOf(j.node, j.kept)
		switch t := j.t; {
		case !t.tracked:
			t.node.CompareAndSwap(j.node, value)
		case t.IsLeaf():
			t.node.CompareAndSwap(j.node, lazy.IdentityNode(value, t.auto.mark))
		case j.node.Op.Family() == ops.Source: // a constant has no history to lose, and no node of its own to remember by
			t.node.CompareAndSwap(j.node, value)
		}
		j.t.roots.Store(nil)
	}
}

func bufferOf(n node, k *lazy.Kept) node {
	return lazy.LooseBuffer(k.Storage, n.DType, k.Offset, n.Shape...)
}

// remembered says that a run has ever left intermediates in nodes; programs that never ask for a loss before its gradients
// need not look for any.
var remembered atomic.Bool

// forget lets go of the intermediates that were remembered for gradients which are now realized, unless somebody asked
// for them.
func (w *work) forget() {
	if len(w.roots) == 0 || !remembered.Load() {
		return
	}
	for _, root := range w.roots {
		lazy.Walk([]node{root.n()}, nil, func(n node) {
			forget(n)
			for _, s := range n.Src { // a walk shows one of those that say the same
				forget(s)
			}
		})
	}
}

func forget(n node) {
	if n.Kept() != nil && !n.Asked() {
		n.SetKept(nil)
	}
}
