package tensor_test

import (
	"fmt"
	"testing"

	. "weft/frontend/tensor"
)

func TestGoSource(t *testing.T) {
	for _, c := range []struct {
		x    *Tensor
		want string
	}{
		{New([]float32{1, 2.5, 0.1, 1e20}, 2, 2), "tensor.New([]float32{1, 2.5, 0.1, 1e+20}, 2, 2)"},
		{New([]float64{nan, -inf, 0}), "tensor.New([]float64{float64(math.NaN()), float64(math.Inf(-1)), 0}, 3)"},
		{New([]bool{true}), "tensor.New([]bool{true}, 1)"},
		{New([]int{-7}).Reshape().Realize(), "tensor.New([]int64{-7}).Reshape()"},
		{New([]float32{0.1}).Cast(Float16).Realize(), "tensor.New([]float32{0.1}, 1).Cast(tensor.Float16)"},
		{New([]uint8{}, 0, 2), "tensor.New([]uint8{}, 0, 2)"},
		{vec(1).Neg(), "tensor (1) float32, not computed: neg"},
	} {
		if got := fmt.Sprintf("%#v", c.x); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}
