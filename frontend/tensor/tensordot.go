package tensor

import (
	"slices"

	"weft/lazy"
)

// TensorDot multiplies t and other and sums over pairs of axes: axes left of t against axes right of other. The result
// has t's other axes, then other's. Lengths that differ panic with *Error.
func (t *Tensor) TensorDot(other *Tensor, left, right []int) *Tensor {
	if len(left) != len(right) {
		bad("tensordot", t, other).fail(lazy.ErrValue, "%d axes against %d", len(left), len(right))
	}
	a, b := t.axesOf("tensordot", left), other.axesOf("tensordot", right)
	k := 1
	for i := range a {
		if t.Dim(a[i]) != other.Dim(b[i]) {
			bad("tensordot", t, other).at(a[i]).
				fail(lazy.ErrShape, "axis %d has %d elements, axis %d of the other %d", a[i], t.Dim(a[i]), b[i], other.Dim(b[i]))
		}
		k *= t.Dim(a[i])
	}
	keepA, keepB := without(t.Rank(), a), without(other.Rank(), b)
	x := t.Permute(slices.Concat(keepA, a)...)
	y := other.Permute(slices.Concat(b, keepB)...)
	shape := slices.Concat(x.n().Shape[:len(keepA)], y.n().Shape[len(b):])
	m, n := prod(x.n().Shape[:len(keepA)]), prod(y.n().Shape[len(b):])
	return x.Reshape(m, k).MatMul(y.Reshape(k, n)).Reshape(shape...)
}

func (t *Tensor) axesOf(op string, axes []int) []int {
	out := make([]int, len(axes))
	for i, a := range axes {
		out[i] = t.axis(op, a)
	}
	return out
}

// without counts the axes of a rank but for some.
func without(rank int, axes []int) []int {
	var out []int
	for i := range rank {
		if !slices.Contains(axes, i) {
			out = append(out, i)
		}
	}
	return out
}

// Inner sums products over the last axes of t and other, which must be equally long: the shape is that of t and then that
// of other without them. With a tensor without axes it is Mul.
func (t *Tensor) Inner(other *Tensor) *Tensor {
	if t.Rank() == 0 || other.Rank() == 0 {
		return t.Mul(other)
	}
	return t.TensorDot(other, []int{-1}, []int{-1})
}

// TensorDotN is TensorDot over the last n axes of t and the first n of other, in order: PyTorch's tensordot(dims=n).
func (t *Tensor) TensorDotN(other *Tensor, n int) *Tensor {
	if n < 0 || n > min(t.Rank(), other.Rank()) {
		bad("tensordot", t, other).fail(lazy.ErrValue, "cannot sum over %d axes", n)
	}
	right := count(n)
	left := shift(count(n), t.Rank()-n)
	return t.TensorDot(other, left, right)
}

// Kron is the Kronecker product: each element of t times all of other, in blocks, so that lengths multiply. The lower
// rank gets axes in front.
func (t *Tensor) Kron(other *Tensor) *Tensor {
	a, b := t, other
	for a.Rank() < b.Rank() {
		a = a.Unsqueeze(0)
	}
	for b.Rank() < a.Rank() {
		b = b.Unsqueeze(0)
	}
	var sa, sb, out []int
	for i, d := range a.n().Shape {
		e := b.n().Shape[i]
		sa, sb, out = append(sa, d, 1), append(sb, 1, e), append(out, d*e)
	}
	return a.Reshape(sa...).Mul(b.Reshape(sb...)).Reshape(out...)
}

// Cross is the vector product along an axis of length 3, by default the first such, the other axes broadcast, for one
// dtype. Another length panics with *Error.
func (t *Tensor) Cross(other *Tensor, along ...int) *Tensor {
	mustAgree("cross", t, other)
	both := BroadcastAll(t, other)
	a, b := both[0], both[1]
	axis := max(0, slices.Index(a.n().Shape, 3))
	if len(along) > 0 || a.Rank() == 0 {
		axis = a.axis("cross", append(along, 0)[0])
	}
	a.needAxes("cross")
	if a.Dim(axis) != 3 {
		bad("cross", t, other).at(axis).fail(lazy.ErrShape, "the axis must have 3 elements, not %d", a.Dim(axis))
	}
	turn := func(x *Tensor, by int) *Tensor { return x.Roll([]int{-by}, axis) }
	return turn(a, 1).Mul(turn(b, 2)).Sub(turn(a, 2).Mul(turn(b, 1)))
}

// MatrixPower multiplies square matrices (the last two axes) by themselves: n factors; 0 gives the identity. Negative
// powers panic with *Error.
func (t *Tensor) MatrixPower(n int) *Tensor {
	if t.Rank() < 2 || t.Dim(-1) != t.Dim(-2) {
		bad("matrix_power", t).fail(lazy.ErrShape, "wants square matrices")
	}
	if n < 0 {
		bad("matrix_power", t).fail(lazy.ErrValue, "negative powers need an inverse")
	}
	out := Options{DType: t.DType(), Device: t.device}.Eye(t.Dim(-1)).Expand(t.n().Shape...)
	for range n {
		out = out.MatMul(t)
	}
	return out
}
