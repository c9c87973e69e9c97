package differential

import (
	"slices"

	"weft/frontend/tensor"
)

// indexings read and write at positions that are data.
var indexings = map[string]composition{
	"gather": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		index := s.shapeWithin(x.Shape(), axis)
		return one(x.Gather(axis, s.ids(x.Dim(axis), index...)))
	},
	"take_along_axis": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		shape := x.Shape()
		shape[(axis+len(shape))%len(shape)] = s.n(1, 7)
		return one(x.TakeAlongAxis(s.ids(x.Dim(axis), shape...), axis))
	},
	"take": func(s *sample) []*tensor.Tensor {
		x, _ := s.row(s.number())
		return one(x.Take(s.ids(x.Numel(), s.shape(2)...)))
	},
	"index_select": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.IndexSelect(axis, s.ids(x.Dim(axis), s.n(1, 9))))
	},
	"index by tensors": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.shape(3)...)
		n := s.n(1, 5)
		return one(x.Index(s.ids(x.Dim(0), n), tensor.R(0, x.Dim(1)), s.ids(x.Dim(2), s.n(1, 3), n)))
	},
	"scatter": func(s *sample) []*tensor.Tensor {
		x, index, src, axis := s.scattering(s.number())
		return one(x.Scatter(axis, index, src))
	},
	"scatter_add": func(s *sample) []*tensor.Tensor {
		x, index, src, axis := s.scattering(s.number())
		return one(x.ScatterAdd(axis, index, src))
	},
	"scatter_reduce": func(s *sample) []*tensor.Tensor {
		how := pick(s, "sum", "prod", "mean", "amax", "amin")
		x, index, src, axis := s.scattering(s.number())
		return one(x.ScatterReduce(axis, index, src, how, s.coin()))
	},
	"index_add": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		ids := s.ids(x.Dim(axis), s.n(1, 8))
		return one(x.IndexAdd(axis, ids, s.real(x.DType(), along(x, axis, ids.Numel())...)))
	},
	"index_copy": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		ids := s.apiece(x.Dim(axis), s.n(1, x.Dim(axis)))
		return one(x.IndexCopy(axis, ids, s.real(x.DType(), along(x, axis, ids.Numel())...)))
	},
	"index_fill": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.IndexFill(axis, s.ids(x.Dim(axis), s.n(1, 4)), 1))
	},
	"index_put": func(s *sample) []*tensor.Tensor {
		x, at, v := s.putting()
		return one(x.Mul(1).SetSlice(v, at...))
	},
	"index_put, accumulating": func(s *sample) []*tensor.Tensor {
		x, at, v := s.putting()
		return one(x.Mul(1).AddSlice(v, at...))
	},
	"slice set": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.n(2, 9), s.n(1, 5))
		start := s.n(0, x.Dim(0)-1)
		step := s.n(1, 3)
		n := (x.Dim(0) - start + step - 1) / step
		return one(x.Mul(1).SetSlice(s.real(x.DType(), n, x.Dim(1)), tensor.R(start, x.Dim(0), step)))
	},
	"masked_fill": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.MaskedFill(s.mask(along(x, axis, 1)...), 3))
	},
	"masked_scatter": func(s *sample) []*tensor.Tensor {
		x, _ := s.row(s.number())
		return one(x.MaskedScatter(s.mask(x.Shape()...), s.real(x.DType(), x.Numel())))
	},
	"masked_select": func(s *sample) []*tensor.Tensor {
		x, _ := s.row(s.number())
		return one(x.MaskedSelect(s.mask(x.Shape()...)))
	},
	"where": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(tensor.Where(s.mask(x.Shape()...), x, s.real(x.DType(), along(x, axis, 1)...)))
	},
	"one_hot, bincount": func(s *sample) []*tensor.Tensor {
		n, k := s.n(1, 20), s.n(1, 9)
		ids := s.ids(k, n)
		return []*tensor.Tensor{ids.Bincount(s.real(pick(s, s.real32or64()...), n), k), tensor.OneHot(ids, k)}
	},
}

// along is the shape of x with another length of one axis.
func along(x *tensor.Tensor, axis, n int) []int {
	shape := x.Shape()
	shape[(axis+len(shape))%len(shape)] = n
	return shape
}

// shapeWithin draws the shape of an index: no longer than shape, but along axis.
func (s *sample) shapeWithin(shape []int, axis int) []int {
	out := slices.Clone(shape)
	for i, d := range out {
		if out[i] = s.n(1, d); i == (axis+len(out))%len(out) {
			out[i] = s.n(1, 9)
		}
	}
	return out
}

// scattering draws the operands of a scatter.
func (s *sample) scattering(d tensor.DType) (x, index, src *tensor.Tensor, axis int) {
	x, axis = s.row(d)
	shape := s.shapeWithin(x.Shape(), axis)
	return x, s.ids(x.Dim(axis), shape...), s.real(d, shape...), axis
}

// putting draws what x[at...] = v wants: a position for each of some elements or rows.
func (s *sample) putting() (x *tensor.Tensor, at []any, v *tensor.Tensor) {
	x = s.real(s.number(), s.shape(2)...)
	n := s.n(1, 8)
	at = []any{s.ids(x.Dim(0), n)}
	if s.coin() {
		return x, append(at, s.ids(x.Dim(1), n)), s.real(x.DType(), n)
	}
	return x, at, s.real(x.DType(), n, x.Dim(1))
}
