package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Resize says how Interpolate changes lengths: by Size or by ScaleFactor, one number for all axes or one an axis.
type Resize struct {
	Size        []int
	ScaleFactor []float64
	// Mode is "nearest" (PyTorch's default, also ""), "nearest-exact", "linear", "bilinear", "trilinear", "bicubic" or "area".
	Mode                 string
	AlignCorners         bool // the first and last elements keep their places
	RecomputeScaleFactor bool // places follow from the rounded lengths, not from ScaleFactor
	Antialias            bool // "bilinear" and "bicubic" weigh all elements that a smaller output's element covers
}

// Interpolate changes the lengths of the axes of x (n, c, ...) after the second, one to three of them. Lengths by ScaleFactor are
// rounded down.
func Interpolate(x *tensor.Tensor, r Resize) *tensor.Tensor {
	const op = "interpolate"
	n := x.Rank() - 2
	if n < 1 || n > 3 {
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "the input must have 3 to 5 axes")
	}
	if (len(r.Size) == 0) == (len(r.ScaleFactor) == 0) {
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "give either a size or a scale")
	}
	mode := r.mode(op, n, x)
	size, scale := r.lengths(op, n, x)
	if mode == "area" {
		return adaptiveAvgPool(op, n, x, size)
	}
	for i := range n {
		x = r.taps(modes[mode], x.Dim(2+i), size[i], scale[i]).apply(x, 2+i)
	}
	return x
}

// mode checks the mode against the number of axes.
func (r Resize) mode(op string, n int, x *tensor.Tensor) string {
	mode := r.Mode
	if mode == "" {
		mode = "nearest"
	}
	m, known := modes[mode]
	switch {
	case !known && mode != "area":
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "no mode %q", mode)
	case m.axes != 0 && m.axes != n:
		fail(lazy.ErrShape, op, []*tensor.Tensor{x}, "the mode %q is for inputs of %d axes", mode, m.axes+2)
	case r.Antialias && mode != "bilinear" && mode != "bicubic":
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, `antialias is for the modes "bilinear" and "bicubic", not %q`, mode)
	case r.AlignCorners && m.axes == 0:
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "the mode %q does not align corners", mode)
	}
	return mode
}

// lengths is the lengths of the output, and how much of the input one of its elements covers.
func (r Resize) lengths(op string, n int, x *tensor.Tensor) (size []int, scale []float64) {
	size, scale = make([]int, n), make([]float64, n)
	if len(r.ScaleFactor) > 1 && len(r.ScaleFactor) != n {
		fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "%d scales for %d axes", len(r.ScaleFactor), n)
	}
	for i := range n {
		in := float64(x.Dim(2 + i))
		if len(r.Size) > 0 {
			size[i] = each(op, "size", r.Size, n, 1)[i]
			scale[i] = in / float64(size[i])
			continue
		}
		s := r.ScaleFactor[min(i, len(r.ScaleFactor)-1)]
		size[i], scale[i] = int(math.Floor(in*s)), 1/s
		if r.RecomputeScaleFactor {
			scale[i] = in / float64(size[i])
		}
	}
	for _, length := range size {
		if length < 1 {
			fail(lazy.ErrValue, op, []*tensor.Tensor{x}, "the output would have the lengths %v", size)
		}
	}
	return size, scale
}
