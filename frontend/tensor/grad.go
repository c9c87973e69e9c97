package tensor

import (
	"slices"

	"weft/autograd"
	"weft/lazy"
)

// autoInfo is what a leaf, or an intermediate that retains its gradient or has hooks, has beside its value.
type autoInfo struct {
	mark  *lazy.Mark // Leaf or Hook; its owner is the handle
	grad  *Tensor
	hooks []*hook
	keep  bool // RetainGrad
}

type hook struct{ f func(grad *Tensor) *Tensor }

// rootSet is the losses that a gradient was made from: realizing the gradient realizes them in the same schedule, and
// lets go of what was remembered for it. What along lists is realized in the same schedule too.
type rootSet struct{ list, along []*Tensor }

func (r *rootSet) join(s *rootSet) *rootSet {
	switch {
	case r == nil || r == s:
		return s
	case s == nil:
		return r
	}
	return &rootSet{union(r.list, s.list), union(r.along, s.along)}
}

// addRoots adds losses to those whose gradients t is made of.
func (t *Tensor) addRoots(r *rootSet) {
	if r != nil {
		t.roots.Store(t.roots.Load().join(r))
	}
}

// union is a followed by what b has beside it.
func union(a, b []*Tensor) []*Tensor {
	out := slices.Clip(a)
	for _, t := range b {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// RequireGrad makes t a leaf: gradients of what is computed from it are collected in t.Grad(). It is PyTorch's
// requires_grad_. Only floats can, others panic with *Error; a result that is tracked already stays what it is. It
// returns t.
func (t *Tensor) RequireGrad() *Tensor {
	if !t.DType().IsFloat() {
		bad("require_grad", t).hinting("cast to a floating point type first").
			fail(lazy.ErrGrad, "only floating point tensors can require gradients")
	}
	if t.tracked {
		return t
	}
	t.auto = &autoInfo{}
	t.auto.mark = lazy.NewMark(lazy.Leaf, t)
	t.tracked = true
	t.node.Store(lazy.IdentityNode(t.n(), t.auto.mark))
	return t
}

// SetRequiresGrad makes t a leaf or, with false, an untracked tensor again. The flag of a computed tensor cannot be
// taken away: use Detach.
func (t *Tensor) SetRequiresGrad(on bool) *Tensor {
	if on {
		return t.RequireGrad()
	}
	if t.tracked && !t.IsLeaf() {
		bad("requires_grad", t).hinting("use Detach").
			fail(lazy.ErrGrad, "only the flags of leaves can change; this tensor was computed from tracked ones")
	}
	if t.tracked {
		t.node.Store(t.data())
		t.tracked, t.auto = false, nil
	}
	return t
}

// RequiresGrad says whether gradients flow through t: PyTorch's requires_grad.
func (t *Tensor) RequiresGrad() bool { return t.tracked }

// IsLeaf says whether t was not computed from tracked tensors; an untracked tensor is a leaf.
func (t *Tensor) IsLeaf() bool { return !t.tracked || t.auto != nil && t.auto.mark.Kind == lazy.Leaf }

// data is the value without its leaf mark.
func (t *Tensor) data() node {
	n := t.n()
	if t.auto != nil && n.Op == identityOp && n.Ref == lazy.Ref(t.auto.mark) {
		return n.Src[0]
	}
	return n
}

// Grad is the gradient collected so far, nil before there is one. It has t's shape and dtype. It is lazy: realizing it
// realizes the loss in the same schedule.
func (t *Tensor) Grad() *Tensor {
	if t.n(); t.auto == nil {
		return nil
	}
	return t.auto.grad
}

// SetGrad replaces the gradient; nil takes it away. Another shape or dtype than t's panics with *Error.
func (t *Tensor) SetGrad(g *Tensor) {
	if t.auto == nil {
		bad("set_grad", t).hinting("call RequireGrad first").fail(lazy.ErrGrad, "the tensor collects no gradient")
	}
	if g != nil && !sameShape(g.n().Shape, t.n().Shape) {
		bad("set_grad", t, g).fail(lazy.ErrShape, "the gradient has another shape than the tensor")
	}
	if g != nil && g.DType() != t.DType() {
		bad("set_grad", t, g).fail(lazy.ErrDType, "the gradient has another dtype than the tensor")
	}
	t.auto.grad = g
}

// ZeroGrad takes the gradient away, or with true sets it to zeros if there is one.
func (t *Tensor) ZeroGrad(toZeros ...bool) {
	if t.n(); t.auto == nil || t.auto.grad == nil {
		return
	}
	t.auto.grad = nil
	if len(toZeros) > 0 && toZeros[0] {
		t.auto.grad = t.ZerosLike()
	}
}

// Detach is t's value, from which no gradient flows back; unlike PyTorch's it shares nothing that an in-place operation
// could change.
func (t *Tensor) Detach() *Tensor {
	if t.IsLeaf() {
		return t.alias(t.data())
	}
	return t.alias(detached(t.n()))
}

// alias is an untracked handle of a value made of t.
func (t *Tensor) alias(n node) *Tensor {
	expose(n)
	out := wrap(n, t.device)
	out.roots.Store(t.roots.Load())
	return out
}

// Backward adds the gradients of t to the Grad of every leaf that t was computed from. The gradient starts from seed, of t's shape
// and dtype; without one from 1, which only a tensor of one element allows. It may be called again, also after t was
// realized. Errors panic with *Error.
func (t *Tensor) Backward(seed ...*Tensor) {
	t.needGraph("backward")
	arrived, err := autograd.Backward(t.n(), seedOf(seed), runHooks)
	if err != nil {
		raiseHere(err)
	}
	roots := &rootSet{list: []*Tensor{t}}
	for _, a := range arrived {
		owner, _ := a.Leaf.Ref.(*lazy.Mark).Owner.(*Tensor)
		if owner == nil || owner.auto == nil {
			continue
		}
		g := wrap(detached(a.Grad), owner.device)
		g.roots.Store(roots)
		owner.collect(g)
	}
}

func (t *Tensor) needGraph(op string) {
	if !t.tracked {
		bad(op, t).hinting("call RequireGrad on what to differentiate by, outside NoGrad").
			fail(lazy.ErrGrad, "the tensor was not computed from tracked ones")
	}
}

// seedOf is the node of a gradient to start from, nil if none is given.
func seedOf(seed []*Tensor) node {
	if len(seed) > 0 && seed[0] != nil {
		return seed[0].n()
	}
	return nil
}

// raiseHere panics with an error at the user's line, if it has none of its own.
func raiseHere(err error) {
	if e, ok := err.(*Error); ok && e.Line == "" {
		e.Line = lazy.UserLine()
	}
	raise(err)
}

// runHooks shows gradients of marked intermediates to their hooks.
func runHooks(m *lazy.Mark, _, grad *lazy.Node) *lazy.Node {
	owner, _ := m.Owner.(*Tensor)
	if owner == nil || owner.auto == nil {
		return nil
	}
	g := owner.applyHooks(wrap(grad, owner.device))
	if owner.auto.keep {
		owner.accumulate(wrap(detached(g.n()), owner.device))
	}
	return g.n()
}

func (t *Tensor) applyHooks(g *Tensor) *Tensor {
	for _, h := range t.auto.hooks {
		if changed := h.f(g); changed != nil {
			g = changed
		}
	}
	return g
}

// collect runs a leaf's hooks on a new gradient and adds it.
func (t *Tensor) collect(g *Tensor) { t.accumulate(t.applyHooks(g)) }

func (t *Tensor) accumulate(g *Tensor) {
	if t.auto.grad != nil {
		g = derive("backward", add(t.auto.grad.n(), g.n()), t.auto.grad, g)
	}
	t.auto.grad = g
}

// RegisterHook has f called with each gradient that comes to t in a Backward; what f returns takes its place, nil
// keeps it. On a computed tensor it concerns what is computed from t afterwards. The function returned removes the hook.
func (t *Tensor) RegisterHook(f func(grad *Tensor) *Tensor) (remove func()) {
	t.needGraph("register_hook")
	t.hookMark()
	h := &hook{f}
	t.auto.hooks = append(t.auto.hooks, h)
	return func() {
		t.auto.hooks = slices.DeleteFunc(t.auto.hooks, func(x *hook) bool { return x == h })
	}
}

// RetainGrad has a computed tensor keep its gradient in Grad, for what is computed from t afterwards. An untracked one
// panics with *Error. It returns t.
func (t *Tensor) RetainGrad() *Tensor {
	t.needGraph("retain_grad")
	t.hookMark()
	t.auto.keep = t.auto.mark.Kind == lazy.Hook
	return t
}

// hookMark gives a computed tensor a name of its own in the graph.
func (t *Tensor) hookMark() {
	if t.auto != nil {
		return
	}
	t.auto = &autoInfo{}
	t.auto.mark = lazy.NewMark(lazy.Hook, t)
	t.node.Store(lazy.IdentityNode(t.n(), t.auto.mark))
}

// Gradients are the gradients of y with respect to each of wrt, weighted by seed (nil: 1, for one element only):
// PyTorch's autograd.grad(create_graph=True). They are tracked like anything else, so gradients of gradients work; no
// Grad is touched. A tensor that y does not depend on panics with *Error.
func Gradients(y, seed *Tensor, wrt ...*Tensor) []*Tensor {
	y.needGraph("gradients")
	nodes := make([]node, len(wrt))
	for i, w := range wrt {
		w.needGraph("gradients")
		nodes[i] = w.n()
	}
	grads, err := autograd.Gradients(y.n(), seedOf([]*Tensor{seed}), nodes, runHooks)
	if err != nil {
		raiseHere(err)
	}
	out := make([]*Tensor, len(wrt))
	for i, g := range grads {
		if g == nil {
			bad("gradients", y, wrt[i]).hinting("leave it out").
				fail(lazy.ErrGrad, "the tensor was not used in computing y")
		}
		out[i] = gradientOf(y, wrt[i], g)
	}
	return out
}

func gradientOf(y, x *Tensor, g node) *Tensor {
	out := wrap(g, x.device)
	out.tracked = true
	if !gradEnabled() {
		out.tracked = false
		out.node.Store(detached(g))
	}
	out.roots.Store(&rootSet{list: []*Tensor{y}})
	return out
}
