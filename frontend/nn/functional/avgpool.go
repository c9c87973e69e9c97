package functional

import (
	"weft/frontend/tensor"
)

// AvgPool1d takes the mean of sliding windows over the last axis of x (n, c, l) or (c, l). Dilation does not apply to averages.
// Integers give integers, rounded toward zero. A window that does not fit panics with *Error.
func AvgPool1d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool1d", 1, x, w) }

// AvgPool2d takes the mean of sliding windows over the last two axes of x (n, c, h, w) or (c, h, w).
func AvgPool2d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool2d", 2, x, w) }

// AvgPool3d takes the mean of sliding windows over the last three axes of x
// (n, c, d, h, w) or (c, d, h, w).
func AvgPool3d(x *tensor.Tensor, w Window) *tensor.Tensor { return avgPool("avg_pool3d", 3, x, w) }

func avgPool(op string, n int, x *tensor.Tensor, w Window) *tensor.Tensor {
	checkPool(op, n, x)
	w.Dilation = nil
	f := w.frame(op, n, x)
	sum := f.windows(x, 0).Sum(-1)
	if !x.DType().IsFloat() { // PyTorch averages integers too, rounding toward zero
		sum = sum.Cast(x.DType())
	}
	if w.DivisorOverride != 0 {
		return share(sum, w.DivisorOverride)
	}
	for i := range n {
		per := make([]float64, f.count[i])
		uneven := false
		for j := range per {
			per[j] = float64(f.elements(i, j, w.ExcludePad))
			uneven = uneven || per[j] != per[0]
		}
		if uneven {
			counts := tensor.NewOn(x.Device(), per, shape(f.count[i], ones(n-1-i))...)
			sum = share(sum, counts.Cast(x.DType()))
		} else {
			sum = share(sum, int(per[0]))
		}
	}
	return sum
}

// share divides a sum; integers are rounded toward zero.
func share(sum *tensor.Tensor, n any) *tensor.Tensor {
	if sum.DType().IsFloat() {
		return sum.Div(n)
	}
	return sum.DivTrunc(n)
}

// elements counts what window j of axis i averages: padding too unless it is excluded, what hangs over the end never.
func (f *frame) elements(i, j int, excludePad bool) int {
	start := j*f.stride[i] - f.padding[i]
	end := min(start+f.size[i], f.length[i]+f.padding[i])
	if excludePad {
		start, end = max(start, 0), min(end, f.length[i])
	}
	return end - start
}

// LpPool1d takes the p-th root of the sum of p-th powers of sliding windows over the last axis of x (n, c, l) or (c, l); only
// KernelSize, Stride and CeilMode of w apply.
func LpPool1d(x *tensor.Tensor, p float64, w Window) *tensor.Tensor {
	return lpPool("lp_pool1d", 1, x, p, w)
}

// LpPool2d takes the p-th root of the sum of p-th powers of sliding windows over the last two axes of x (n, c, h, w) or
// (c, h, w), as LpPool1d does over one.
func LpPool2d(x *tensor.Tensor, p float64, w Window) *tensor.Tensor {
	return lpPool("lp_pool2d", 2, x, p, w)
}

func lpPool(op string, n int, x *tensor.Tensor, p float64, w Window) *tensor.Tensor {
	size := product(each(op, "window size", w.KernelSize, n, 1))
	w = Window{KernelSize: w.KernelSize, Stride: w.Stride, CeilMode: w.CeilMode}
	mean := avgPool(op, n, x.Pow(p), w)
	return mean.Sign().Mul(mean.Abs().Relu()).Mul(size).Pow(1 / p)
}
