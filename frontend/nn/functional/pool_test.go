package functional

import (
	"fmt"
	"testing"

	"weft/frontend/tensor"
)

func TestMaxPoolIndices(t *testing.T) {
	x := tensor.New([]float32{1, 5, 2, 0, 3, 4, 9, 8, 7, 6, 1, 1, 0, 0, 2, 3}, 1, 4, 4)
	values, at := MaxPool2dWithIndices(x, Window{KernelSize: []int{2}})
	if got := fmt.Sprint(tensor.MustData[float32](values)); got != "[5 9 7 3]" {
		t.Errorf("values %s", got)
	}
	if got := fmt.Sprint(tensor.MustData[int64](at)); got != "[1 6 8 15]" {
		t.Errorf("places %s", got)
	}
	back := MaxUnpool2d(values, at, Window{KernelSize: []int{2}})
	if got := tensor.MustData[float32](back); got[1] != 5 || got[6] != 9 || got[0] != 0 {
		t.Errorf("put back: %v", got)
	}
}

// TestMaxPoolTies gives the whole gradient to the first of equal elements.
func TestMaxPoolTies(t *testing.T) {
	x := tensor.Ones(1, 1, 4).RequireGrad()
	MaxPool1d(x, Window{KernelSize: []int{2}}).Sum().Backward()
	if got := fmt.Sprint(tensor.MustData[float32](x.Grad())); got != "[1 0 1 0]" {
		t.Errorf("gradient %s", got)
	}
}

func TestAvgPoolPadding(t *testing.T) {
	x := tensor.Ones(1, 1, 4)
	for _, c := range []struct {
		w    Window
		want string
	}{
		{Window{KernelSize: []int{3}, Stride: []int{1}, Padding: []int{1}}, "[0.6666667 1 1 0.6666667]"},
		{Window{KernelSize: []int{3}, Stride: []int{1}, Padding: []int{1}, ExcludePad: true}, "[1 1 1 1]"},
		{Window{KernelSize: []int{3}, CeilMode: true}, "[1 1]"},
		{Window{KernelSize: []int{2}, DivisorOverride: 4}, "[0.5 0.5]"},
	} {
		if got := fmt.Sprint(tensor.MustData[float32](AvgPool1d(x, c.w))); got != c.want {
			t.Errorf("%+v: %s, want %s", c.w, got, c.want)
		}
	}
}

func TestAdaptivePool(t *testing.T) {
	x := tensor.Arange(0.0, 6.0).Reshape(1, 1, 6)
	if got := fmt.Sprint(tensor.MustData[float32](AdaptiveAvgPool1d(x, 4))); got != "[0.5 1.5 3.5 4.5]" {
		t.Errorf("means %s", got)
	}
	values, at := AdaptiveMaxPool1d(x, 4)
	if fmt.Sprint(tensor.MustData[float32](values), tensor.MustData[int64](at)) != "[1 2 4 5] [1 2 4 5]" {
		t.Errorf("maxima %v at %v", tensor.MustData[float32](values), tensor.MustData[int64](at))
	}
}
