package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// Assign gives t the value of x (a tensor or a number), broadcast to t's shape and cast to t's dtype: PyTorch's copy_.
// The handle is rebound: tensors made from t before keep its old value. If t is a view, its base is set too. It
// returns t. A tracked leaf outside NoGrad, and a view made by expand, panic with *Error. Inside NoGrad a leaf stays a leaf;
// a computed tensor is no longer tracked.
func (t *Tensor) Assign(x any) *Tensor { return t.assign("assign", x) }

func (t *Tensor) assign(op string, x any) *Tensor {
	o := operandOf(op, x)
	if o.t == nil {
		return t.rebind(op, wrap(lazy.NewConst(o.num.Cast(t.DType()), t.n().Shape...), t.device))
	}
	t.mustHold(op, o.t)
	n := expandTo(castTo(o.t.n(), t.DType()), t.n().Shape)
	return t.rebind(op, derive(op, n, o.t, t.shadow()))
}

// shadow has t's device and nothing else: for checks.
func (t *Tensor) shadow() *Tensor { return wrap(t.n(), t.device) }

// mustHold checks that x broadcasts into t's shape.
func (t *Tensor) mustHold(op string, x *Tensor) {
	if !sameShape(broadcast(op, []*Tensor{t, x}, t.n().Shape, x.n().Shape), t.n().Shape) {
		bad(op, t, x).hinting("an in-place operation cannot change the shape").
			fail(lazy.ErrShape, "the result does not fit into shape %s", lazy.ShapeString(t.n().Shape))
	}
}

// update is an in-place operation whose result is known: shape and kind of dtype must fit t.
func (t *Tensor) update(op string, result *Tensor, others ...any) *Tensor {
	for _, o := range others {
		if x, ok := o.(*Tensor); ok {
			t.mustHold(op, x)
		}
	}
	if !ops.CanCast(result.DType(), t.DType()) {
		bad(op, t).hinting("cast the tensor first").
			fail(lazy.ErrDType, "the result is %s, which a tensor of %s cannot hold", result.DType(), t.DType())
	}
	if result.DType() != t.DType() {
		result = result.Cast(t.DType())
	}
	return t.rebind(op, result)
}

// AddAssign is t += other in place, PyTorch's add_: the rules are those of Assign, and a result that t's dtype or shape
// cannot hold panics with *Error. It returns t.
func (t *Tensor) AddAssign(other any) *Tensor { return t.update("add_assign", t.Add(other), other) }

// SubAssign is t -= other in place, PyTorch's sub_, as AddAssign says. It returns t.
func (t *Tensor) SubAssign(other any) *Tensor { return t.update("sub_assign", t.Sub(other), other) }

// MulAssign is t *= other in place, PyTorch's mul_, as AddAssign says. It returns t.
func (t *Tensor) MulAssign(other any) *Tensor { return t.update("mul_assign", t.Mul(other), other) }

// DivAssign is t /= other in place, PyTorch's div_, as AddAssign says; integers panic with *Error. It returns t.
func (t *Tensor) DivAssign(other any) *Tensor { return t.update("div_assign", t.Div(other), other) }

// Fill sets every element to a number, cast to t's dtype: PyTorch's fill_ and zero_, as Assign says. It returns t.
func (t *Tensor) Fill(value any) *Tensor { return t.assign("fill", value) }

// Update gives t the value of result, computed from t in any way: y.Update(y.Relu()) is PyTorch's y.relu_(). The shape
// must be t's and the dtype must fit into it, else it panics with *Error; the rest is as Assign says. It returns t.
func (t *Tensor) Update(result *Tensor) *Tensor {
	if !sameShape(result.n().Shape, t.n().Shape) {
		bad("update", t, result).fail(lazy.ErrShape, "an in-place operation cannot change the shape")
	}
	return t.update("update", result)
}

// SetData replaces the value of a leaf, tracked or not, as an optimizer does: PyTorch's t.data = x. No gradient is
// recorded and NoGrad is not needed. Shape, dtype and device must be t's, else it panics with *Error.
func (t *Tensor) SetData(x *Tensor) {
	if !t.IsLeaf() {
		bad("set_data", t).fail(lazy.ErrGrad, "only the data of leaves can be replaced")
	}
	if !sameShape(t.n().Shape, x.n().Shape) || t.DType() != x.DType() {
		bad("set_data", t, x).fail(lazy.ErrShape, "shape and dtype must stay the same")
	}
	if t.device != x.device {
		mixedDevices("set_data", []*Tensor{t, x})
	}
	n := x.data()
	if x.tracked && !x.IsLeaf() {
		n = detached(n)
	}
	t.bind(n)
	t.roots.Store(x.roots.Load())
}

// bind makes n, in which no gradient flows, the value of a leaf.
func (t *Tensor) bind(n node) {
	if t.tracked {
		n = lazy.IdentityNode(n, t.auto.mark)
	}
	t.node.Store(n)
}

// rebind gives t, and the bases it is a view of, the value of result, which has t's shape and dtype.
func (t *Tensor) rebind(op string, result *Tensor) *Tensor {
	t.checkWritable(op)
	for b := t; b != nil; b = b.base() {
		b.checkLeaf(op)
	}
	if result.device != t.device {
		mixedDevices(op, []*Tensor{t, result})
	}
	value := result.n()
	for b := t; b != nil; b = b.base() {
		up := b.view
		b.take(value, result)
		if up != nil {
			value = up.written(up.base.n(), value)
		}
	}
	return t
}

func (t *Tensor) base() *Tensor {
	if t.view == nil {
		return nil
	}
	return t.view.base
}

func (t *Tensor) checkLeaf(op string) {
	if t.tracked && t.IsLeaf() && gradEnabled() {
		bad(op, t).hinting("do it inside NoGrad, or on a Clone").
			fail(lazy.ErrGrad, "a leaf that requires gradients is changed in place")
	}
}

// take makes value, computed from t's old value and result, the value of t.
func (t *Tensor) take(value node, result *Tensor) {
	t.addRoots(result.roots.Load())
	switch {
	case t.tracked && t.IsLeaf():
		t.bind(detached(value))
	case t.tracked && !gradEnabled():
		t.tracked, t.auto = false, nil
		t.node.Store(detached(value))
	default:
		t.tracked, t.auto = t.tracked || result.tracked, nil
		t.node.Store(value)
	}
}
