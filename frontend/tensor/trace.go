package tensor

import (
	"sync"
	"sync/atomic"

	"weft/lazy"
	"weft/ops"
	rt "weft/runtime"
)

// A trace is one run of a function's Go code that computes nothing: its arguments, and the tensors from outside that it
// uses, stand for whatever memory a later call has there; what it makes of them is a graph.
type trace struct {
	id      uint64
	args    []*Tensor
	outside []*outsider
	seen    map[*Tensor]*outsider
	steps   []callStep
	after   []func()
}

// outsider is a tensor that was made before the trace: what it was, to be put back, and what stands for it meanwhile.
type outsider struct {
	t       *Tensor
	start   node
	grad    *Tensor // stands for the gradient that it had; nil if it had none
	node    node
	tracked bool
	auto    *autoInfo
	saved   autoInfo
	roots   *rootSet
}

// callStep is Go code that runs at every call: the value of a scalar, or, without one, a preparation.
type callStep struct {
	ref lazy.Ref
	run func() ops.Value
}

// hole is memory that each call fills in.
type hole struct {
	id     uint64
	device string
	bytes  int64
}

func (h *hole) RefID() uint64  { return h.id }
func (h *hole) Bytes() int64   { return h.bytes }
func (h *hole) Device() string { return h.device }

// watched counts what has every use of a tensor looked at: open traces, and compiled functions that keep memory of tensors to
// write it again. While there are none, a use costs one look at this number.
var watched atomic.Int64

// openTraces counts the traces under way; traces finds that of a goroutine.
var (
	openTraces atomic.Int64
	traces     sync.Map
)

// tracing is the trace that the calling goroutine is in, or nil.
func tracing() *trace {
	if openTraces.Load() == 0 {
		return nil
	}
	tr, _ := traces.Load(rt.GoroutineKey())
	t, _ := tr.(*trace)
	return t
}

// birth is the number of the trace that a new handle is born in.
func birth() uint64 {
	if tr := tracing(); tr != nil {
		return tr.id
	}
	return 0
}

// traced runs f on stand-ins of the shapes, dtypes and devices of like, and leaves every tensor as it was. What f made is looked
// at by collect before that.
func traced(f func(args ...*Tensor) []*Tensor, like []*Tensor, collect func(tr *trace, out []*Tensor)) (err error) {
	tr := &trace{id: lazy.NewID(), seen: map[*Tensor]*outsider{}}
	id := rt.GoroutineKey()
	if _, nested := traces.LoadOrStore(id, tr); nested {
		return bad("compile").error(lazy.ErrState, "a compiled function calls another one; call the plain function inside")
	}
	watched.Add(1)
	openTraces.Add(1)
	defer func() {
		tr.restore()
		traces.Delete(id)
		openTraces.Add(-1)
		watched.Add(-1)
	}()
	for _, a := range like {
		h := wrap(standIn(a), a.device)
		tr.args = append(tr.args, h)
	}
	return Try(func() { collect(tr, f(tr.args...)) })
}

// standIn is a buffer node in memory that is filled in later.
func standIn(t *Tensor) node {
	n := t.node.Load()
	return lazy.LooseBuffer(&hole{lazy.NewID(), t.device, int64(n.Numel() * n.DType.Size())}, n.DType, 0, n.Shape...)
}

// watch is called before every use of a tensor while anybody wants to know of it.
func (t *Tensor) watch() {
	if tr := tracing(); tr != nil {
		tr.touch(t)
		return
	}
	t.current(nil)
}

// holder is a compiled function as the tensors know it whose memory it writes.
type holder struct{ _ byte }

// current is t's node, for use by the holder h or nil. Memory that another holder would write again is exposed.
func (t *Tensor) current(h *holder) node {
	if owner := t.held.Load(); owner == nil || owner == h {
		return t.node.Load()
	}
	handover.Lock()
	defer handover.Unlock()
	n := t.node.Load()
	expose(n)
	return n
}

// touch puts a stand-in into a tensor from outside when the trace first uses it.
func (tr *trace) touch(t *Tensor) {
	if t.born == tr.id || tr.seen[t] != nil {
		return
	}
	if t.tracked && !t.IsLeaf() {
		bad("compile").hinting("compute it inside, or use Detach").
			fail(lazy.ErrGrad, "a compiled function uses a tensor of shape %s whose gradient would leave the function",
				lazy.ShapeString(t.node.Load().Shape))
	}
	o := &outsider{t: t, node: t.node.Load(), tracked: t.tracked, auto: t.auto, roots: t.roots.Load(), start: standIn(t)}
	tr.seen[t] = o
	tr.outside = append(tr.outside, o)
	if t.auto != nil {
		o.saved = *t.auto
		o.start = lazy.IdentityNode(o.start, t.auto.mark)
		if g := t.auto.grad; g != nil {
			o.grad = wrap(standIn(g), g.device)
			t.auto.grad = o.grad
		}
	}
	t.roots.Store(nil)
	t.node.Store(o.start)
}

// restore leaves every tensor from outside as it was.
func (tr *trace) restore() {
	for _, o := range tr.outside {
		o.t.tracked, o.t.auto = o.tracked, o.auto
		if o.auto != nil {
			*o.auto = o.saved
		}
		o.t.roots.Store(o.roots)
		o.t.node.Store(o.node)
	}
}

// scalar has the value of a scalar node read at every call.
func (tr *trace) scalar(n node, read func() ops.Value) {
	tr.steps = append(tr.steps, callStep{n.Ref, read})
}

// prepare has f run at every call before later scalars are read.
func (tr *trace) prepare(f func()) {
	tr.steps = append(tr.steps, callStep{run: func() ops.Value { f(); return ops.Value{} }})
}

// EachCall is for Go code that belongs to a step, such as counting it: while a function is traced (Compile) it has before
// run ahead of every call, and after when a call has succeeded, and returns true. Otherwise it does nothing and returns
// false. Each may be nil.
func EachCall(before, after func()) bool {
	tr := tracing()
	if tr == nil {
		return false
	}
	if before != nil {
		tr.prepare(before)
	}
	if after != nil {
		tr.after = append(tr.after, after)
	}
	return true
}
