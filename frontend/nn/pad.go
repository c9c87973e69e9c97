package nn

import (
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// Pad adds around the last axes.
type Pad struct{ function }

// NewPad makes a module that adds value in the mode "constant", else what x has inside ("reflect", "replicate", "circular"). pads holds
// (before, after) for the last axis, then for the one before it, and so on. Pads that are too long for x panic with *tensor.Error in
// Forward.
func NewPad(mode string, value float64, pads ...int) *Pad {
	return &Pad{functionOf(func(x *tensor.Tensor) *tensor.Tensor { return functional.Pad(x, mode, value, pads...) })}
}

// sides are the pads of n axes: one number for all sides, or all of them.
func sides(n int, pads []int) []int {
	if len(pads) != 1 && len(pads) != 2*n {
		fail("pad", "%d pads are given for %d axes: give one, or %d", len(pads), n, 2*n)
	}
	all := make([]int, 2*n)
	for i := range all {
		all[i] = pads[i%len(pads)]
	}
	return all
}

// NewZeroPad2d adds zeros around the last two axes of images: so many on all sides, or left, right, top and bottom.
func NewZeroPad2d(pads ...int) *Pad { return NewPad("constant", 0, sides(2, pads)...) }

// NewConstantPad1d adds a number around the last axis of (n, c, l) or (c, l): so many on all sides, or before and after.
func NewConstantPad1d(value float64, pads ...int) *Pad {
	return NewPad("constant", value, sides(1, pads)...)
}

// NewConstantPad2d adds a number around the last two axes of images: so many on all sides, or left, right, top and bottom.
func NewConstantPad2d(value float64, pads ...int) *Pad {
	return NewPad("constant", value, sides(2, pads)...)
}

// NewConstantPad3d adds a number around the last three axes of volumes: so many on all sides, or left, right, top, bottom, front and back.
func NewConstantPad3d(value float64, pads ...int) *Pad {
	return NewPad("constant", value, sides(3, pads)...)
}

// NewReflectionPad1d adds what lies on the other side of the border, without the border around the last axis of (n, c, l) or (c, l): so many on all sides, or before and after.
func NewReflectionPad1d(pads ...int) *Pad { return NewPad("reflect", 0, sides(1, pads)...) }

// NewReflectionPad2d adds what lies on the other side of the border, without the border around the last two axes of images: so many on all sides, or left, right, top and bottom.
func NewReflectionPad2d(pads ...int) *Pad { return NewPad("reflect", 0, sides(2, pads)...) }

// NewReflectionPad3d adds what lies on the other side of the border, without the border around the last three axes of volumes: so many on all sides, or left, right, top, bottom, front and back.
func NewReflectionPad3d(pads ...int) *Pad { return NewPad("reflect", 0, sides(3, pads)...) }

// NewReplicationPad1d repeats the border around the last axis of (n, c, l) or (c, l): so many on all sides, or before and after.
func NewReplicationPad1d(pads ...int) *Pad { return NewPad("replicate", 0, sides(1, pads)...) }

// NewReplicationPad2d repeats the border around the last two axes of images: so many on all sides, or left, right, top and bottom.
func NewReplicationPad2d(pads ...int) *Pad { return NewPad("replicate", 0, sides(2, pads)...) }

// NewReplicationPad3d repeats the border around the last three axes of volumes: so many on all sides, or left, right, top, bottom, front and back.
func NewReplicationPad3d(pads ...int) *Pad { return NewPad("replicate", 0, sides(3, pads)...) }
