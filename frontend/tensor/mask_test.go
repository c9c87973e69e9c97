package tensor_test

import (
	"strings"
	"testing"

	. "weft/frontend/tensor"
)

// TestMasksOfOtherTypes holds PyTorch's reading of masks that are not of bools.
func TestMasksOfOtherTypes(t *testing.T) {
	x := Ones(3)
	want(t, "integers", x.MaskedFill(New([]int64{1, 0, 1}), 5), []int{3}, 5, 1, 5)
	want(t, "bytes", x.MaskedFill(New([]uint8{0, 0, 1}), 5), []int{3}, 1, 1, 5)
	want(t, "floats", x.MaskedFill(vec(1, 0, 2), 5), []int{3}, 1, 1, 1)
	got := mistakeOf(t, func() { x.MaskedFill(New([]int32{0, 2, 1}), 5).Realize() })
	if want := "masked_fill: a mask that is not of bools must hold 0 and 1 in the lowest bytes"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// TestEmptyIndex holds that an index without elements may be of any type.
func TestEmptyIndex(t *testing.T) {
	want(t, "gather", Ones(3).Gather(0, New([]uint8{}, 0)), []int{0})
	want(t, "scatter", Ones(3).Scatter(0, New([]int32{}, 0), Ones(0)), []int{3}, 1, 1, 1)
}

// TestIndexTypes holds which index tensors PyTorch takes: places in int64, masks of bools or bytes.
func TestIndexTypes(t *testing.T) {
	x := Arange(3)
	want(t, "places", x.Index(New([]int64{2, 0})), []int{2}, 2, 0)
	want(t, "bytes", x.Index(New([]uint8{0, 1, 1})), []int{2}, 1, 2)
	got := mistakeOf(t, func() { x.Index(New([]int32{0})) })
	if want := "index: (3) int64, (1) int32: an index tensor must be of int64 or bools, not int32; cast the index to int64"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
