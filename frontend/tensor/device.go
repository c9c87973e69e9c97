package tensor

import "weft/lazy"

// MoveTo moves a leaf to another device, in place: the handle stays, and with it what an optimizer or module knows. Its
// gradient is moved along. A tensor that is computed from others panics with *Error; To gives a moved copy of any tensor.
func (t *Tensor) MoveTo(device string) *Tensor {
	if !t.IsLeaf() {
		bad("move_to", t).hinting("use To").fail(lazy.ErrGrad, "only leaves can be moved in place")
	}
	if t.device == device {
		return t
	}
	moved := t.Detach().To(device)
	t.device = device
	t.bind(moved.n())
	if g := t.Grad(); g != nil {
		t.auto.grad = g.To(device)
	}
	return t
}
