package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Relu() {
	x := tensor.New([]float32{-1, 0, 2}).RequireGrad()
	x.Relu().Sum().Backward()
	fmt.Println(x.Relu().Realize(), x.Grad().Realize()) // the gradient at 0 is 0
	// Output: [0. 0. 2.] (3) float32 [0. 0. 1.] (3) float32
}

func ExampleTensor_Relu6() {
	fmt.Println(tensor.New([]float32{-1, 3, 9}).Relu6().Realize())
	// Output: [0. 3. 6.] (3) float32
}

func ExampleTensor_Hardtanh() {
	fmt.Println(tensor.New([]float32{-3, 0.5, 3}).Hardtanh(-1, 1).Realize())
	// Output: [-1.   0.5  1. ] (3) float32
}

func ExampleTensor_LeakyRelu() {
	fmt.Println(tensor.New([]float32{-2, 0, 2}).LeakyRelu(0.5).Realize())
	// Output: [-1.  0.  2.] (3) float32
}

func ExampleTensor_Elu() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 2}).Elu(1).Realize())
	// Output: [-0.6321  0.0000  2.0000] (3) float32
}

func ExampleTensor_Selu() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Selu().Realize())
	// Output: [-1.1113  0.0000  1.0507] (3) float32
}

func ExampleTensor_Celu() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Celu(2).Realize())
	// Output: [-0.7869  0.0000  1.0000] (3) float32
}

func ExampleTensor_Sigmoid() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-2, 0, 200}).Sigmoid().Realize())
	// Output: [0.1192 0.5000 1.0000] (3) float32
}

func ExampleTensor_LogSigmoid() {
	x := tensor.New([]float32{-200})
	fmt.Println(x.LogSigmoid().Realize())
	fmt.Println(x.Sigmoid().Log().Realize()) // the composition underflows
	// Output:
	// [-200.] (1) float32
	// [-inf] (1) float32
}

func ExampleTensor_Silu() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Silu().Realize())
	// Output: [-0.2689  0.0000  0.7311] (3) float32
}

func ExampleTensor_Mish() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Mish().Realize())
	// Output: [-0.3034  0.0000  0.8651] (3) float32
}

func ExampleTensor_Softplus() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 30}).Softplus(1, 20).Realize())
	// Output: [ 0.3133  0.6931 30.0000] (3) float32
}

func ExampleTensor_Softsign() {
	fmt.Println(tensor.New([]float32{-1, 0, 3}).Softsign().Realize())
	// Output: [-0.5   0.    0.75] (3) float32
}

func ExampleTensor_Gelu() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Gelu().Realize())
	// Output: [-0.1587  0.0000  0.8413] (3) float32
}

func ExampleTensor_GeluTanh() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).GeluTanh().Realize())
	// Output: [-0.1588  0.0000  0.8412] (3) float32
}

func ExampleTensor_Hardsigmoid() {
	fmt.Println(tensor.New([]float32{-4, 0, 1.5, 4}).Hardsigmoid().Realize())
	// Output: [0.   0.5  0.75 1.  ] (4) float32
}

func ExampleTensor_Hardswish() {
	fmt.Println(tensor.New([]float32{-4, 0, 3, 4}).Hardswish().Realize())
	// Output: [-0.  0.  3.  4.] (4) float32
}

func ExampleTensor_Hardshrink() {
	fmt.Println(tensor.New([]float32{-1, 0.3, 0.5, 0.6}).Hardshrink(0.5).Realize())
	// Output: [-1.   0.   0.   0.6] (4) float32
}

func ExampleTensor_Softshrink() {
	fmt.Println(tensor.New([]float32{-1, 0.25, 1}).Softshrink(0.5).Realize())
	// Output: [-0.5  0.   0.5] (3) float32
}

func ExampleTensor_Tanhshrink() {
	fmt.Printf("%.4f\n", tensor.New([]float32{-1, 0, 1}).Tanhshrink().Realize())
	// Output: [-0.2384  0.0000  0.2384] (3) float32
}

func ExampleTensor_Threshold() {
	fmt.Println(tensor.New([]float32{0.1, 0.5, 2}).Threshold(0.5, -1).Realize()) // 0.5 does not exceed 0.5
	// Output: [-1. -1.  2.] (3) float32
}

func ExampleTensor_Prelu() {
	x := tensor.Of([][]float32{{-1, -1}, {-2, 2}})
	weight := tensor.New([]float32{0.5, 0.25}) // one for each channel
	fmt.Println(x.Prelu(weight).Realize())
	// Output:
	// [[-0.5  -0.25]
	//  [-1.    2.  ]] (2, 2) float32
}

func ExampleTensor_Glu() {
	fmt.Println(tensor.New([]float32{1, 2, 0, 0}).Glu(-1).Realize())
	// Output: [0.5 1. ] (2) float32
}

func ExampleTensor_Softmax() {
	x := tensor.Of([][]float32{{0, 0}, {1000, 0}})
	fmt.Println(x.Softmax(-1).Realize())
	// Output:
	// [[0.5 0.5]
	//  [1.  0. ]] (2, 2) float32
}

func ExampleTensor_LogSoftmax() {
	fmt.Println(tensor.New([]float32{0, -1000}).LogSoftmax(0).Realize())
	// Output: [    0. -1000.] (2) float32
}

func ExampleTensor_Softmin() {
	fmt.Println(tensor.New([]float32{0, 1000}).Softmin(0).Realize())
	// Output: [1. 0.] (2) float32
}
