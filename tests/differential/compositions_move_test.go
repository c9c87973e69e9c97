package differential

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// movements bring elements to other places.
var movements = map[string]composition{
	"pad modes": func(s *sample) []*tensor.Tensor {
		x := s.real(s.float(), s.n(1, 2), s.n(1, 3), s.n(2, 7), s.n(2, 7))
		mode := pick(s, "constant", "reflect", "replicate", "circular")
		var pads []int
		for _, d := range []int{x.Dim(3), x.Dim(2)} {
			pads = append(pads, s.n(0, d-1), s.n(0, d-1))
		}
		value := 0.0
		if mode == "constant" {
			value = 1.5
		}
		return one(functional.Pad(x, mode, value, pads...))
	},
	"roll": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.shape(3)...)
		return one(x.Roll([]int{s.n(-9, 9), s.n(-9, 9)}, 0, 2))
	},
	"flip, rot90": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.shape(3)...)
		return one(x.Flip(s.axis(3)).Rot90(s.n(-3, 5), pick(s, 0, 1), 2))
	},
	"unfold along an axis": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.Unfold(axis, s.n(1, x.Dim(axis)), s.n(1, 3)))
	},
	"unfold": func(s *sample) []*tensor.Tensor {
		k, c := s.columns()
		return one(functional.Unfold(s.real(s.float(), s.n(1, 2), s.n(1, 3), s.n(5, 8), s.n(5, 8)), k, c))
	},
	"fold": func(s *sample) []*tensor.Tensor {
		k, c := s.columns()
		h, w, channels := s.n(5, 8), s.n(5, 8), s.n(1, 3)
		count := slides(h, k[0], c.Stride[0], c.Padding[0], c.Dilation[0]) * slides(w, k[1], c.Stride[1], c.Padding[1], c.Dilation[1])
		return one(functional.Fold(s.real(s.float(), s.n(1, 2), channels*k[0]*k[1], count), []int{h, w}, k, c))
	},
	"repeat": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.shape(2)...)
		return one(x.Repeat(s.n(1, 3), s.n(1, 3), s.n(1, 3)).RepeatInterleave(s.n(1, 3), s.axis(3)))
	},
	"diagonals": func(s *sample) []*tensor.Tensor {
		x := s.real(s.number(), s.shape(3)...)
		return []*tensor.Tensor{x.Diagonal(s.n(-1, 1), 1, 2).DiagEmbed(s.n(-2, 2)), x.Tril(s.n(-2, 2)), x.Triu(s.n(-2, 2))}
	},
	"cat, stack": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		y := s.real(x.DType(), along(x, axis, s.n(1, 5))...)
		both := tensor.Cat([]*tensor.Tensor{x, y, x}, axis)
		return one(tensor.Stack([]*tensor.Tensor{both, both.Flip(0)}, s.axis(x.Rank()+1)))
	},
	"cat of products": func(s *sample) []*tensor.Tensor {
		d, heads, t, k := s.float(), s.n(1, 4), s.more(1, 18), s.n(1, 6)
		var parts []*tensor.Tensor
		for range s.n(2, 4) {
			x := s.real(d, heads, t, k).MatMul(s.real(d, heads, k, s.more(1, 18)))
			parts = append(parts, x.Transpose(0, 1).Reshape(t, -1))
		}
		return one(tensor.Cat(parts, 1))
	},
}

// columns draws how windows of images are listed.
func (s *sample) columns() (kernel []int, c functional.Conv) {
	two := func(low, high int) []int { return []int{s.n(low, high), s.n(low, high)} }
	return two(1, 3), functional.Conv{Stride: two(1, 3), Padding: two(0, 1), Dilation: two(1, 2)}
}

// slides is how many windows fit.
func slides(n, k, stride, pad, dilation int) int { return (n+2*pad-dilation*(k-1)-1)/stride + 1 }

// scans fold each element with those before it.
var scans = map[string]composition{
	"cumsum": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.Cumsum(axis))
	},
	"cumprod": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return one(x.Cumprod(axis))
	},
	"cummax": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Cummax(axis))
	},
	"cummin": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.number())
		return both(x.Cummin(axis))
	},
	"logcumsumexp": func(s *sample) []*tensor.Tensor {
		x, axis := s.row(s.float())
		return one(x.Logcumsumexp(axis))
	},
}
