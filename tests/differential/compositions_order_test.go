package differential

import "weft/frontend/tensor"

// orders put lines in order, or pick by their order.
var orders = map[string]composition{
	"sort": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Sort(axis, s.coin()))
	},
	"argsort": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.Argsort(axis, s.coin()))
	},
	"topk": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.TopK(s.n(1, x.Dim(axis)), axis, s.coin()))
	},
	"kthvalue": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Kthvalue(s.n(1, x.Dim(axis)), axis))
	},
	"median": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.MedianDim(axis))
	},
	"nanmedian": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return both(x.NanMedianDim(axis))
	},
	"mode": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Mode(axis))
	},
	"quantile": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(pick(s, s.real32or64()...))
		return one(x.Quantile(pick[any](s, s.r.Float64(), []float64{0.25, 1, 0.5}), pick(s, "linear", "lower", "higher", "midpoint", "nearest"), axis))
	},
	"argmax, amax": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Amax(axis), x.Argmax(axis))
	},
	"searchsorted": func(s *sample) []*tensor.Tensor {
		line, _ := s.real(tensor.Float32, s.n(1, 20)).Sort(0, false)
		return one(line.Searchsorted(s.real(tensor.Float32, s.shape(2)...), s.coin()))
	},
}

// real32or64 are the dtypes of operations that 16-bit floats do not have.
func (s *sample) real32or64() []tensor.DType {
	if len(s.fixed) > 0 {
		return s.fixed
	}
	return []tensor.DType{tensor.Float32, tensor.Float64}
}
