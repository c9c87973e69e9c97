package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// put is v with value at the picks: set, or added.
func (x *indexing) put(v *Tensor, value any, accumulate bool) *Tensor {
	shape := x.common()
	perm := x.front(v.Rank())
	n := permuted(v.n(), perm)
	k := len(x.picks)
	rest := n.Shape[k:]
	flat := reshaped(n, prod(n.Shape[:k]), prod(rest))
	at := x.linear(n.Shape[:k], shape)
	o := operandOf(x.op, value)
	ins := append([]*Tensor{v}, x.ins...)
	if o.t != nil {
		v.mustFit(x, o.t, slices.Concat(shape, rest))
		ins = append(ins, o.t)
	}
	upd := reshaped(o.nodeIn(n.DType, slices.Concat(shape, rest)), prod(shape), prod(rest))
	at = expandTo(reshaped(at, prod(shape), 1), upd.Shape)
	out := scatterSet(flat, 0, at, upd)
	if accumulate {
		out = scatterInto(ops.ReduceAdd, flat, 0, at, upd)
	}
	inverse := make([]int, len(perm))
	for i, p := range perm {
		inverse[p] = i
	}
	return derive(x.op, permuted(reshaped(out, n.Shape...), inverse), ins...)
}

// mustFit checks that a value broadcasts to the picked places.
func (v *Tensor) mustFit(x *indexing, value *Tensor, shape []int) {
	if !sameShape(broadcast(x.op, []*Tensor{v, value}, shape, value.n().Shape), shape) {
		bad(x.op, v, value).fail(lazy.ErrShape, "the value does not fit the indexed shape %s", lazy.ShapeString(shape))
	}
}

// linear is the picks as positions in the flattened picked axes.
func (x *indexing) linear(lengths, shape []int) node {
	var at node
	for i, p := range x.picks {
		one := expandTo(p.at.n(), shape)
		if at == nil {
			at = one
			continue
		}
		at = add(mul(at, intLike(at, int64(lengths[i]))), one)
	}
	return at
}
