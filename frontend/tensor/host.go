package tensor

import "weft/lazy"

// Host is what a Go function computes from the bytes of ins: elements in row order, little-endian; out may hold
// anything before. It is for factorisations, which are no loops that a kernel could be; no gradient flows through it.
// An error of fn is returned by Realize.
func Host(name string, fn func(out []byte, in ...[]byte) error, d DType, shape []int, ins ...*Tensor) *Tensor {
	nodes := make([]node, len(ins))
	for i, t := range ins {
		nodes[i] = t.Detach().n()
	}
	checkShape(name, shape)
	return derive(name, lazy.HostNode(lazy.NewHostFunc(name, fn), d, cloneShape(shape), nodes...), ins...).Detach()
}
