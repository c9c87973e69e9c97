package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewELU() {
	m := nn.NewELU(1)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.86466473  0.          3.        ] (3) float32
}

func ExampleNewCELU() {
	m := nn.NewCELU(2)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-1.2642411  0.         3.       ] (3) float32
}

func ExampleNewLeakyReLU() {
	m := nn.NewLeakyReLU(0.01)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-0.02  0.    3.  ] (3) float32
}

func ExampleNewHardtanh() {
	m := nn.NewHardtanh(-1, 1)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-1.  0.  1.] (3) float32
}

func ExampleNewHardshrink() {
	m := nn.NewHardshrink(0.5)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-2.  0.  3.] (3) float32
}

func ExampleNewSoftshrink() {
	m := nn.NewSoftshrink(0.5)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-1.5  0.   2.5] (3) float32
}

func ExampleNewSoftplus() {
	m := nn.NewSoftplus(1, 20)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [0.126928  0.6931472 3.0485873] (3) float32
}

func ExampleNewThreshold() {
	m := nn.NewThreshold(1, -5)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Realize())
	// Output: [-5. -5.  3.] (3) float32
}

func ExampleNewLogSoftmax() {
	m := nn.NewLogSoftmax(0)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).RoundTo(4).Realize())
	// Output: [-5.055 -3.055 -0.055] (3) float32
}

func ExampleNewSoftmin() {
	m := nn.NewSoftmin(0)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).RoundTo(4).Realize())
	// Output: [0.8756 0.1185 0.0059] (3) float32
}

func ExampleNewGLU() {
	m := nn.NewGLU(0)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 0, -1})).Realize())
	// Output: [0.5        0.53788286] (2) float32
}

func ExampleNewPReLU() {
	m := nn.NewPReLU(1)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 0, 3})).Detach().Realize())
	fmt.Println(len(nn.Parameters(m)))
	// Output:
	// [-0.5  0.   3. ] (3) float32
	// 1
}

func ExampleGELU() {
	exact, fast := &nn.GELU{}, &nn.GELU{Approximate: true}
	x := tensor.New([]float32{-2, 0, 3})
	fmt.Println(exact.Forward(x).Realize())
	fmt.Println(fast.Forward(x).Realize())
	// Output:
	// [-0.04550028  0.          2.9959502 ] (3) float32
	// [-0.04540229  0.          2.9963627 ] (3) float32
}

func ExampleSoftmax() {
	m := &nn.Softmax{Axis: 1}
	x := tensor.New([]float32{0, 0, 1, 3}, 2, 2)
	fmt.Println(m.Forward(x).RoundTo(4).Realize())
	// Output:
	// [[0.5    0.5   ]
	//  [0.1192 0.8808]] (2, 2) float32
}

func ExampleNewRReLU() {
	m := nn.NewRReLU(0.25, 0.75)
	y := m.Forward(tensor.New([]float32{-2, 3}))
	fmt.Println(y.At(0).Le(-0.5).IsTrue(), y.At(0).Gt(-1.5).IsTrue(), y.At(1).Item())
	nn.Eval(m)
	fmt.Println(m.Forward(tensor.New([]float32{-2, 3})).Realize())
	// Output:
	// true true 3
	// [-1.  3.] (2) float32
}
