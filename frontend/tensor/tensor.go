package tensor

import (
	"slices"
	"sync/atomic"

	"weft/lazy"
	"weft/ops"
)

// Tensor is a handle on a lazy value: an n-dimensional array of one data type on one device. Tracking for gradients
// lives here, on the handle, never on the graph. Handles may be used from many goroutines at once; in-place operations
// and gradients of one handle want the caller's own order.
type Tensor struct {
	node    atomic.Pointer[lazy.Node]
	device  string
	tracked bool                    // gradients flow through this value
	auto    *autoInfo               // leaf, retained gradient, hooks; nil for nearly all
	view    *viewOf                 // base and index map, for handles made by movement
	roots   atomic.Pointer[rootSet] // losses whose gradients this value is made of
	born    uint64                  // the trace that made the handle, 0 for most
	held    atomic.Pointer[holder]  // the compiled function that writes this value's memory again unless somebody has used it
}

// wrap makes an untracked handle.
func wrap(n *lazy.Node, device string) *Tensor {
	t := &Tensor{device: device, born: birth()}
	t.node.Store(n)
	return t
}

// n is the node that holds the handle's value now.
func (t *Tensor) n() *lazy.Node {
	if watched.Load() != 0 {
		t.watch()
	}
	return t.node.Load()
}

// derive makes the handle of n, computed by op from ins: it checks that their devices agree, and tracks n if one of them is
// tracked and gradients are recorded.
func derive(op string, n *lazy.Node, ins ...*Tensor) *Tensor {
	out := &Tensor{device: ins[0].device, born: birth()}
	tracked := false
	for _, in := range ins {
		if in.device != out.device {
			mixedDevices(op, slices.Clone(ins)) // of a copy, so that ins stays on the stack
		}
		tracked = tracked || in.tracked
		if r := in.roots.Load(); r != nil {
			out.addRoots(r)
		}
	}
	if n.Op == ops.Buffer || n.Op == identityOp {
		expose(n) // one of ins has the same memory
	}
	if tracked && n.DType.IsFloat() {
		if gradEnabled() {
			out.tracked = true
		} else {
			n = lazy.IdentityNode(n, stopMark)
		}
	}
	out.node.Store(n)
	return out
}

func mixedDevices(op string, ins []*Tensor) {
	other := ins[0].device
	for _, in := range ins {
		if in.device != other {
			other = in.device
			break
		}
	}
	bad(op, ins...).hinting("move one with To(device)").fail(lazy.ErrDevice,
		"operands live on %s and %s", ins[0].device, other)
}

// Shape is the lengths of the axes, outermost first; it is a copy. A tensor without axes has an empty one.
func (t *Tensor) Shape() []int { return slices.Clone(t.n().Shape) }

// Rank is the number of axes: PyTorch's dim() and ndim.
func (t *Tensor) Rank() int { return len(t.n().Shape) }

// Dim is the length of one axis: PyTorch's size(axis). A wrong axis panics with *Error.
func (t *Tensor) Dim(axis int) int { return t.n().Shape[t.axis("dim", axis)] }

// Len is the length of the outermost axis. A tensor without axes has none and panics with *Error.
func (t *Tensor) Len() int {
	if t.Rank() == 0 {
		bad("len", t).fail(lazy.ErrShape, "a 0-dim tensor has no length")
	}
	return t.n().Shape[0]
}

// Numel is the number of elements, 1 for a tensor without axes.
func (t *Tensor) Numel() int { return t.n().Numel() }

// DType is the element type.
func (t *Tensor) DType() DType { return t.n().DType }

// Device names the device that the tensor lives on, such as "cpu:interp".
func (t *Tensor) Device() string { return t.device }

// Node is the graph node that stands for the tensor's value now: for tools that look at graphs.
func (t *Tensor) Node() *lazy.Node { return t.n() }

// axis makes an axis of t positive and checks it. A tensor without axes accepts 0 and -1, as PyTorch does.
func (t *Tensor) axis(op string, axis int) int { return t.axisOf(op, axis, max(t.Rank(), 1)) }

// axisOf checks an axis against a rank that may differ from t's.
func (t *Tensor) axisOf(op string, axis, rank int) int {
	if axis < -rank || axis >= rank {
		bad(op, t).at(axis).fail(lazy.ErrAxis, "axis %d is out of range: it must lie in [%d, %d]", axis, -rank, rank-1)
	}
	if axis < 0 {
		axis += rank
	}
	return axis
}
