package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// scatterHit says, over a wide shape with axis v of length n inserted before the axis of the updates, where a position
// equals v; upd is repeated over it.
func scatterHit(axis, n int, at, upd node) (hit, wide node) {
	wide = insertAxis(upd, axis, n)
	return eq(lazy.NewIota(Int64, axis, wide.Shape...), insertAxis(at, axis, n)), wide
}

// scattered folds updates into n places along axis: the form that is computed by accumulating stores.
func scattered(reduce ops.Op, axis, n int, at, upd node) node {
	hit, wide := scatterHit(axis, n, at, upd)
	if reduce == ops.ReduceMax && upd.DType == Bool {
		return lazy.ReduceNode(reduce, and(hit, wide), axis+1)
	}
	e := lazy.NewConst(neutral(reduce, upd.DType), wide.Shape...)
	return lazy.ReduceNode(reduce, where(hit, wide, e), axis+1)
}

// scatterInto combines base with updates along axis.
func scatterInto(reduce ops.Op, base node, axis int, at, upd node) node {
	if prod(upd.Shape) == 0 {
		return base
	}
	if base.DType == Bool && reduce == ops.ReduceMul { // all is not any not
		return not(scatterInto(ops.ReduceMax, not(base), axis, at, not(upd)))
	}
	if base.DType == Bool {
		reduce = ops.ReduceMax
	}
	got := scattered(reduce, axis, base.Shape[axis], at, upd)
	got = padTo(got, neutral(reduce, base.DType), base.Shape)
	if base.DType == Bool {
		return or(base, got)
	}
	return lazy.Elementwise(reduce.Combine(), base, got)
}

// scatterSet is base with updates along axis; of several to one place the last counts.
func scatterSet(base node, axis int, at, upd node) node {
	if prod(upd.Shape) == 0 {
		return base
	}
	order := lazy.NewIota(Int64, axis, upd.Shape...)
	winner := lastWriter(axis, base.Shape[axis], at, order)
	value := gatherNode(upd, axis, where(lt(winner, intLike(winner, 0)), intLike(winner, 0), winner))
	winner = padTo(winner, ops.IntValue(Int64, -1), base.Shape)
	value = padTo(value, ops.IntValue(base.DType, 0), base.Shape)
	return where(lt(winner, intLike(winner, 0)), base, value)
}

// lastWriter is, for each of n places along axis, the greatest number of an update that goes there, -1 if none does.
func lastWriter(axis, n int, at, order node) node {
	hit, wide := scatterHit(axis, n, at, order)
	return lazy.ReduceNode(ops.ReduceMax, where(hit, wide, intLike(wide, -1)), axis+1)
}

// padTo lengthens every axis of x at its end.
func padTo(x node, fill ops.Value, shape []int) node {
	pads := make([]int, 2*len(shape))
	for i, d := range shape {
		pads[2*i+1] = d - x.Shape[i]
	}
	return lazy.PadNode(x, fill, pads...)
}

// scatterArgs checks a scatter along axis and gives base, checked positions and updates of one rank.
func (t *Tensor) scatterArgs(op string, axis int, index *Tensor, src any) (base, at, upd node, ins []*Tensor) {
	mustIndex(op, t, index, false)
	t.sameRank(op, axis, index)
	base, at = t.n(), index.n()
	ins = []*Tensor{t, index}
	o := operandOf(op, src)
	if o.t == nil {
		upd = lazy.NewConst(o.num.Cast(t.DType()), index.n().Shape...)
	} else {
		ins = append(ins, o.t)
		if o.t.DType() != t.DType() {
			bad(op, ins...).hinting("cast the source").fail(lazy.ErrDType,
				"the source is %s, the tensor %s", o.t.DType(), t.DType())
		}
		upd = t.cutSource(op, index, o.t)
	}
	if len(base.Shape) == 0 || len(at.Shape) == 0 {
		base, at, upd = reshaped(base, t.Numel()), reshaped(at, index.Numel()), reshaped(upd, index.Numel())
	}
	return base, positions(op, at, base.Shape[axis], false), upd, ins
}

// cutSource is the part of a source that an index has positions for.
func (t *Tensor) cutSource(op string, index, src *Tensor) node {
	if max(src.Rank(), 1) != max(index.Rank(), 1) {
		bad(op, t, index, src).fail(lazy.ErrShape, "the source must have the index's rank")
	}
	if src.Rank() == 0 || index.Rank() == 0 {
		return reshaped(src.n(), index.n().Shape...)
	}
	bounds := make([]int, 0, 2*src.Rank())
	for i, d := range index.n().Shape {
		if d > src.n().Shape[i] {
			bad(op, t, index, src).at(i).
				fail(lazy.ErrShape, "the index is longer than the source along axis %d: %d against %d", i, d, src.n().Shape[i])
		}
		bounds = append(bounds, 0, d)
	}
	return shrunk(src.n(), bounds)
}

// Scatter is t with src (a tensor of t's dtype, or a number) written along an axis: out[index[i,j], j] = src[i,j] for
// axis 0. index (int64) has t's rank and is nowhere longer than src, nor than t along other axes. Of several to one
// place the last counts. Positions outside are reported when it runs.
func (t *Tensor) Scatter(axis int, index *Tensor, src any) *Tensor {
	axis = t.axis("scatter", axis)
	base, at, upd, ins := t.scatterArgs("scatter", axis, index, src)
	return derive("scatter", reshaped(scatterSet(base, axis, at, upd), t.n().Shape...), ins...)
}

// ScatterAdd is t with src added along an axis: out[index[i,j], j] += src[i,j] for axis 0, in the order of the index;
// shapes and errors as Scatter says.
func (t *Tensor) ScatterAdd(axis int, index *Tensor, src any) *Tensor {
	return t.scatterFold("scatter_add", axis, index, src, ops.ReduceAdd)
}

// ScatterMul is t with src multiplied in along an axis, as ScatterAdd adds: PyTorch's scatter(reduce="multiply").
func (t *Tensor) ScatterMul(axis int, index *Tensor, src any) *Tensor {
	return t.scatterFold("scatter_mul", axis, index, src, ops.ReduceMul)
}

// ScatterMax is the greatest of t and what src has for each place along an axis; shapes and errors as Scatter says.
// Equal ones share the gradient.
func (t *Tensor) ScatterMax(axis int, index *Tensor, src any) *Tensor {
	return t.scatterFold("scatter_max", axis, index, src, ops.ReduceMax)
}

func (t *Tensor) scatterFold(op string, axis int, index *Tensor, src any, reduce ops.Op) *Tensor {
	axis = t.axis(op, axis)
	base, at, upd, ins := t.scatterArgs(op, axis, index, src)
	return derive(op, reshaped(scatterInto(reduce, base, axis, at, upd), t.n().Shape...), ins...)
}

// rowArgs checks a call that writes rows of src at a vector of positions along an axis.
// Negative positions count from the end where the call allows them.
func (t *Tensor) rowArgs(op string, axis int, index *Tensor, src any, negative bool) (base, at, upd node, ins []*Tensor) {
	mustIndex(op, t, index, true)
	if index.Rank() > 1 {
		bad(op, t, index).fail(lazy.ErrIndex, "the index must be a vector")
	}
	base = t.n()
	if t.Rank() == 0 {
		base = reshaped(base, 1)
	}
	shape := slices.Clone(base.Shape)
	shape[axis] = index.Numel()
	o := operandOf(op, src)
	ins = []*Tensor{t, index}
	if o.t != nil {
		ins = append(ins, o.t)
		if o.t.DType() != t.DType() {
			bad(op, ins...).fail(lazy.ErrDType, "the source is %s, the tensor %s", o.t.DType(), t.DType())
		}
		if o.t.Rank() > 0 && !sameShape(o.t.n().Shape, shape) {
			bad(op, ins...).fail(lazy.ErrShape, "the source must have shape %s", lazy.ShapeString(shape))
		}
	}
	upd = o.nodeIn(t.DType(), shape)
	at = positions(op, reshaped(index.n(), index.Numel()), base.Shape[axis], negative)
	ones := slices.Repeat([]int{1}, len(shape))
	ones[axis] = index.Numel()
	return base, expandTo(reshaped(at, ones...), shape), upd, ins
}

// IndexAdd is t with alpha times the rows of src added at a vector of positions (int64 or int32) along an axis; alpha
// is 1 unless given. src has t's dtype and shape but for that axis, which has the index's length. Positions outside are
// reported when it runs.
func (t *Tensor) IndexAdd(axis int, index *Tensor, src *Tensor, alpha ...float64) *Tensor {
	axis = t.axis("index_add", axis)
	base, at, upd, ins := t.rowArgs("index_add", axis, index, src, false)
	if len(alpha) > 0 && alpha[0] != 1 {
		upd = mulc(upd, alpha[0])
	}
	return derive("index_add", reshaped(scatterInto(ops.ReduceAdd, base, axis, at, upd), t.n().Shape...), ins...)
}

// IndexCopy is t with the rows of src written at a vector of positions along an axis; shapes and errors as IndexAdd
// says. Of positions that appear twice the last one counts.
func (t *Tensor) IndexCopy(axis int, index *Tensor, src *Tensor) *Tensor {
	axis = t.axis("index_copy", axis)
	base, at, upd, ins := t.rowArgs("index_copy", axis, index, src, false)
	return derive("index_copy", reshaped(scatterSet(base, axis, at, upd), t.n().Shape...), ins...)
}

// IndexFill is t with a number (or a tensor without axes) at a vector of positions (int64 or int32) along an axis, of
// which negative ones count from the end. Positions outside are reported when it runs.
func (t *Tensor) IndexFill(axis int, index *Tensor, value any) *Tensor {
	axis = t.axis("index_fill", axis)
	base, at, upd, ins := t.rowArgs("index_fill", axis, index, value, true)
	return derive("index_fill", reshaped(scatterSet(base, axis, at, upd), t.n().Shape...), ins...)
}
