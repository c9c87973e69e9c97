package initial_test

import (
	"fmt"
	"math"

	"weft/frontend/nn/initial"
	"weft/frontend/tensor"
)

func ExampleConstant() {
	fmt.Println(initial.Constant(tensor.Ones(2), 0.5))
	// Output: [0.5 0.5] (2) float32
}

func ExampleOnes() {
	fmt.Println(initial.Ones(tensor.Zeros(2)))
	// Output: [1. 1.] (2) float32
}

func ExampleZeros() {
	fmt.Println(initial.Zeros(tensor.Ones(2)))
	// Output: [0. 0.] (2) float32
}

func ExampleEye() {
	fmt.Println(initial.Eye(tensor.Zeros(2, 3)))
	// Output:
	// [[1. 0. 0.]
	//  [0. 1. 0.]] (2, 3) float32
}

func ExampleDirac() {
	fmt.Println(initial.Dirac(tensor.Zeros(2, 2, 3), 1))
	// Output:
	// [[[0. 1. 0.]
	//   [0. 0. 0.]]
	//
	//  [[0. 0. 0.]
	//   [0. 1. 0.]]] (2, 2, 3) float32
}

func ExampleUniform() {
	w := tensor.Zeros(50, 40)
	initial.Uniform(w, 1, 2, tensor.NewGenerator(1))
	fmt.Println(w.Amin().Item() >= 1, w.Amax().Item() < 2)
	// Output: true true
}

func ExampleNormal() {
	w := tensor.Zeros(50, 40)
	initial.Normal(w, 3, 0.5, tensor.NewGenerator(1))
	fmt.Println(math.Round(10*w.Mean().Item())/10, math.Round(10*w.Std().Item())/10)
	// Output: 3 0.5
}

func ExampleTruncNormal() {
	w := tensor.Zeros(50, 40)
	initial.TruncNormal(w, 0, 1, -2, 2, tensor.NewGenerator(1))
	fmt.Println(w.Amin().Item() >= -2, w.Amax().Item() <= 2)
	// Output: true true
}

func ExampleSparse() {
	w := tensor.Zeros(50, 40)
	initial.Sparse(w, 0.1, 0.01, tensor.NewGenerator(1))
	fmt.Println(w.Eq(0).Sum().Int(), w.Numel())
	// Output: 200 2000
}

func ExampleXavierUniform() {
	w := tensor.Zeros(50, 40)
	initial.XavierUniform(w, initial.Gain("tanh"), tensor.NewGenerator(1))
	fmt.Println(w.Abs().Amax().Item() <= 5.0/3*math.Sqrt(6.0/90))
	// Output: true
}

func ExampleXavierNormal() {
	w := tensor.Zeros(50, 40)
	initial.XavierNormal(w, 1, tensor.NewGenerator(1))
	fmt.Println(math.Round(100*w.Std().Item())/100, math.Round(100*math.Sqrt(2.0/90))/100)
	// Output: 0.15 0.15
}

func ExampleKaimingUniform() {
	w := tensor.Zeros(50, 40)
	initial.KaimingUniform(w, 0, initial.FanIn, "relu", tensor.NewGenerator(1))
	fmt.Println(w.Abs().Amax().Item() <= math.Sqrt(6.0/40))
	// Output: true
}

func ExampleKaimingNormal() {
	w := tensor.Zeros(50, 40)
	initial.KaimingNormal(w, 0, initial.FanOut, "relu", tensor.NewGenerator(1))
	fmt.Println(math.Round(100*w.Std().Item())/100, math.Round(100*math.Sqrt(2.0/50))/100)
	// Output: 0.2 0.2
}

func ExampleOrthogonal() {
	w := tensor.Zeros(50, 40)
	initial.Orthogonal(w, 1, tensor.NewGenerator(1))
	fmt.Println(w.T().MatMul(w).IsClose(tensor.Eye(40), 1e-5, 1e-5, false).All().IsTrue())
	// Output: true
}

func ExampleFans() {
	fmt.Println(initial.Fans(tensor.Zeros(8, 3, 5, 5)))
	// Output: 75 200
}

func ExampleGain() {
	fmt.Println(initial.Gain("relu"), initial.Gain("leaky_relu", 1), initial.Gain("tanh"))
	// Output: 1.4142135623730951 1 1.6666666666666667
}
