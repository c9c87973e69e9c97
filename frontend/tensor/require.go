package tensor

import "weft/lazy"

// What an operation asks of its operands, each with the error that says so.

// mustAgree panics unless a and b have one dtype.
func mustAgree(op string, a, b *Tensor) {
	if a.DType() != b.DType() {
		bad(op, a, b).hinting("cast one of them").
			fail(lazy.ErrDType, "operands have different dtypes: %s and %s", a.DType(), b.DType())
	}
}

// mustFloat panics unless t holds floats.
func (t *Tensor) mustFloat(op string) {
	if !t.DType().IsFloat() {
		bad(op, t).hinting("cast to a floating point type").fail(lazy.ErrDType, "not defined on %s", t.DType())
	}
}

// mustCount panics where t holds bools.
func (t *Tensor) mustCount(op string) {
	if t.DType() == Bool {
		bad(op, t).hinting("cast to a number").fail(lazy.ErrDType, "not defined on bool")
	}
}
