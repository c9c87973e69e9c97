package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// zeros counts the elements that a dropout has set to zero.
func zeros(y *tensor.Tensor) int { return y.Numel() - y.CountNonzero().Int() }

func ExampleDropout() {
	tensor.Seed(1)
	x := tensor.Ones(1000)
	y := functional.Dropout(x, 0.5, true).Realize()
	fmt.Println(y.Max().Item(), zeros(y) > 400, zeros(y) < 600)
	fmt.Println(functional.Dropout(x, 0.5, false) == x)
	// Output:
	// 2 true true
	// true
}

func ExampleDropout1d() {
	y := functional.Dropout1d(tensor.Ones(2, 50, 4), 0.5, true).Realize()
	fmt.Println(zeros(y)%4 == 0) // whole channels
	// Output: true
}

func ExampleDropout2d() {
	y := functional.Dropout2d(tensor.Ones(2, 50, 3, 3), 0.5, true).Realize()
	fmt.Println(zeros(y)%9 == 0)
	// Output: true
}

func ExampleDropout3d() {
	y := functional.Dropout3d(tensor.Ones(2, 50, 2, 2, 2), 0.5, true).Realize()
	fmt.Println(zeros(y)%8 == 0)
	// Output: true
}

func ExampleAlphaDropout() {
	tensor.Seed(1)
	x := tensor.Randn(10000).Realize()
	y := functional.AlphaDropout(x, 0.3, true).Realize()
	fmt.Printf("%.1f %.1f\n", y.Mean().Add(1).Item(), y.Std().Item()) // mean 0 and deviation 1 stay
	// Output: 1.0 1.0
}

func ExampleFeatureAlphaDropout() {
	y := functional.FeatureAlphaDropout(tensor.Ones(1, 2, 5), 0.5, true).Realize()
	fmt.Println(y.Amax(-1).Eq(y.Amin(-1)).Realize()) // a channel is kept or dropped as a whole
	// Output: [[ true  true]] (1, 2) bool
}

func ExampleGumbelSoftmax() {
	y := functional.GumbelSoftmax(tensor.Zeros(5, 3), 1, true, -1).Realize()
	fmt.Println(y.Amax(-1).RoundTo(4).Realize())
	// Output: [1. 1. 1. 1. 1.] (5) float32
}

func ExampleRReLU() {
	x := tensor.New([]float32{-1, 2})
	fmt.Println(functional.RReLU(x, 0.1, 0.3, false).RoundTo(4).Realize())
	// Output: [-0.2  2. ] (2) float32
}
