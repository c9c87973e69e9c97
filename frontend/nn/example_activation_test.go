package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleReLU() {
	m := &nn.ReLU{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [0. 0. 3.] (3) float32
}

func ExampleReLU6() {
	m := &nn.ReLU6{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [0. 0. 3.] (3) float32
}

func ExampleSELU() {
	m := &nn.SELU{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-1.5201665  0.         3.152103 ] (3) float32
}

func ExampleSiLU() {
	m := &nn.SiLU{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.23840584  0.          2.8577223 ] (3) float32
}

func ExampleMish() {
	m := &nn.Mish{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.25250146  0.          2.986535  ] (3) float32
}

func ExampleSigmoid() {
	m := &nn.Sigmoid{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [0.11920292 0.5        0.95257413] (3) float32
}

func ExampleLogSigmoid() {
	m := &nn.LogSigmoid{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-2.126928   -0.6931472  -0.04858735] (3) float32
}

func ExampleHardsigmoid() {
	m := &nn.Hardsigmoid{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [0.16666667 0.5        1.        ] (3) float32
}

func ExampleHardswish() {
	m := &nn.Hardswish{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.33333334  0.          3.        ] (3) float32
}

func ExampleTanh() {
	m := &nn.Tanh{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.9640276  0.         0.9950548] (3) float32
}

func ExampleTanhshrink() {
	m := &nn.Tanhshrink{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-1.0359724  0.         2.0049453] (3) float32
}

func ExampleSoftsign() {
	m := &nn.Softsign{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.6666667  0.         0.75     ] (3) float32
}

func ExampleIdentity() {
	m := &nn.Identity{}
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-2.  0.  3.] (3) float32
}
