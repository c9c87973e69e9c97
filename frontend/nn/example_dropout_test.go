package nn_test

import (
	"fmt"
	"math"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewDropout() {
	tensor.Seed(1)
	m := nn.NewDropout(0.5)
	y := m.Forward(tensor.Ones(1000))
	fmt.Println(y.Eq(0).Or(y.Eq(2)).All().IsTrue(), y.Mean().Item() > 0.8)
	nn.Eval(m)
	fmt.Println(m.Forward(tensor.Ones(3)).Realize())
	// Output:
	// true true
	// [1. 1. 1.] (3) float32
}

func ExampleNewDropout1d() {
	tensor.Seed(1)
	m := nn.NewDropout1d(0.5)
	y := m.Forward(tensor.Ones(100, 2, 3))
	fmt.Println(y.Amax(2).Eq(y.Amin(2)).All().IsTrue()) // whole channels
	// Output: true
}

func ExampleNewDropout2d() {
	tensor.Seed(1)
	m := nn.NewDropout2d(0.5)
	y := m.Forward(tensor.Ones(100, 2, 3, 3))
	fmt.Println(y.Amax(2, 3).Eq(y.Amin(2, 3)).All().IsTrue()) // whole channels
	// Output: true
}

func ExampleNewDropout3d() {
	tensor.Seed(1)
	m := nn.NewDropout3d(0.5)
	y := m.Forward(tensor.Ones(100, 2, 1, 3, 3))
	fmt.Println(y.Amax(2, 3, 4).Eq(y.Amin(2, 3, 4)).All().IsTrue()) // whole channels
	// Output: true
}

func ExampleNewAlphaDropout() {
	tensor.Seed(1)
	m := nn.NewAlphaDropout(0.2)
	y := m.Forward(tensor.Randn(10000))
	fmt.Printf("%.1f %.1f\n", math.Abs(y.Mean().Item()), y.Std().Item())
	// Output: 0.0 1.0
}

func ExampleNewFeatureAlphaDropout() {
	tensor.Seed(1)
	m := nn.NewFeatureAlphaDropout(0.5)
	y := m.Forward(tensor.Ones(100, 2, 3))
	fmt.Println(y.Amax(2).Eq(y.Amin(2)).All().IsTrue()) // whole channels
	// Output: true
}
