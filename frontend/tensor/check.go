package tensor

import "weft/lazy"

// Checked is t, provided that ok (bool, any shape) is true everywhere when it runs; else realizing it returns an *Error
// of op with the message and the first place where ok is false, also inside NoGrad. Another dtype of ok panics with
// *Error.
func (t *Tensor) Checked(ok *Tensor, op, message string) *Tensor {
	if ok.DType() != Bool {
		bad(op, t, ok).fail(lazy.ErrDType, "a check must be bool, not %s", ok.DType())
	}
	return derive(op, lazy.CheckNode(t.n(), ok.Detach().n(), lazy.NewCheckInfo(op, message)), t, ok)
}
