package functional

import "weft/frontend/tensor"

// Pad adds around x: value in the mode "constant" (PyTorch's default, with 0; also "zeros"), else what x has inside ("reflect",
// "replicate", "circular"). pads holds (before, after) for the last axis, then for the one before it, and so on; negative numbers
// cut off.
func Pad(x *tensor.Tensor, mode string, value float64, pads ...int) *tensor.Tensor {
	if mode == "constant" || mode == "zeros" {
		return x.Pad(pads, value)
	}
	return x.PadMode(pads, mode)
}

// padAxis adds value before and after one axis; negative numbers cut off.
func padAxis(x *tensor.Tensor, axis, before, after int, value float64) *tensor.Tensor {
	pads := make([]int, 2*(x.Rank()-axis))
	pads[len(pads)-2], pads[len(pads)-1] = before, after
	return x.Pad(pads, value)
}

// padSpatial adds value around the last axes.
func padSpatial(x *tensor.Tensor, before, after []int, value float64) *tensor.Tensor {
	pads, any := make([]int, 2*len(before)), false
	for i := range before {
		at := 2 * (len(before) - 1 - i)
		pads[at], pads[at+1] = before[i], after[i]
		any = any || before[i] != 0 || after[i] != 0
	}
	if !any {
		return x
	}
	return x.Pad(pads, value)
}
