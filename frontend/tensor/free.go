package tensor

import (
	"weft/ops"
	rt "weft/runtime"
)

// Free gives the memory of t's value back now, so that the next result is written there while the cache still holds it. Without
// it the memory waits until Go's collector finds t unreachable, which is right wherever speed does not depend on it. A loop that
// drops a large result in each round frees it, as a reference count does in PyTorch.
//
// Reading t after that is an error, and so is realizing what was made of t and not realized before. Where others have the same
// memory, by Detach or as a view, nothing is given back, and all goes on; nor is it for a tensor that tracks gradients. As an
// in-place operation, Free wants the caller's own order.
func (t *Tensor) Free() {
	if !t.tracked && tracing() == nil {
		free(t.n())
	}
}

// free gives the memory of a node back that nobody else has.
func free(n node) {
	if n = unmarked(n); n.Op == ops.Buffer {
		if s, ok := n.Ref.(*rt.Storage); ok {
			s.Free()
		}
	}
}

// Renew is SetData for a value that its owner makes anew again and again and shows to nobody, as an optimizer does its state: the
// memory of the old one is given back, unless something else has it after all. What was made of the old value must be realized.
func (t *Tensor) Renew(x *Tensor) {
	old := t.n()
	t.SetData(x)
	if tracing() == nil {
		free(old)
	}
}
