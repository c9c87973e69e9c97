package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewLayerNorm() {
	m := nn.NewLayerNorm(4)
	y := m.Forward(tensor.New([]float32{1, 2, 3, 4, 10, 20, 30, 40}, 2, 4))
	fmt.Println(y.Detach().RoundTo(3).Realize())
	// Output:
	// [[-1.342 -0.447  0.447  1.342]
	//  [-1.342 -0.447  0.447  1.342]] (2, 4) float32
}

func ExampleLayerNormOver() {
	m := nn.LayerNormOver([]int{2, 2}, nn.NoAffine())
	y := m.Forward(tensor.New([]float32{1, 2, 3, 4}, 1, 2, 2))
	fmt.Println(y.RoundTo(3).Realize())
	// Output:
	// [[[-1.342 -0.447]
	//   [ 0.447  1.342]]] (1, 2, 2) float32
}

func ExampleNewGroupNorm() {
	m := nn.NewGroupNorm(2, 6)
	fmt.Println(m.Forward(tensor.Rand(3, 6, 5)).Shape(), m.Weight.Shape())
	// Output: [3 6 5] [6]
}

func ExampleNewBatchNorm1d() {
	m := nn.NewBatchNorm1d(1)
	x := tensor.New([]float32{1, 2, 3, 6}, 4, 1)
	m.Forward(x).Realize()
	fmt.Println(m.RunningMean, m.NumBatchesTracked) // a tenth of the way from 0 to 3
	nn.Eval(m)
	fmt.Println(m.Forward(x).Shape())
	// Output:
	// [0.3] (1) float32 1 () int64
	// [4 1]
}

func ExampleNewBatchNorm2d() {
	m := nn.NewBatchNorm2d(3)
	y := m.Forward(tensor.Rand(4, 3, 5, 5))
	fmt.Println(y.Shape(), len(nn.Parameters(m)), len(nn.Buffers(m)))
	// Output: [4 3 5 5] 2 3
}

func ExampleNewBatchNorm3d() {
	m := nn.NewBatchNorm3d(3)
	y := m.Forward(tensor.Rand(4, 3, 2, 5, 5))
	fmt.Println(y.Shape(), len(nn.Parameters(m)), len(nn.Buffers(m)))
	// Output: [4 3 2 5 5] 2 3
}

func ExampleNewInstanceNorm1d() {
	m := nn.NewInstanceNorm1d(3, true, false)
	y := m.Forward(tensor.Rand(4, 3, 5))
	fmt.Println(y.Shape(), len(nn.Parameters(m)), len(nn.Buffers(m)))
	// Output: [4 3 5] 2 0
}

func ExampleNewInstanceNorm2d() {
	m := nn.NewInstanceNorm2d(3, true, false)
	y := m.Forward(tensor.Rand(4, 3, 5, 5))
	fmt.Println(y.Shape(), len(nn.Parameters(m)), len(nn.Buffers(m)))
	// Output: [4 3 5 5] 2 0
}

func ExampleNewInstanceNorm3d() {
	m := nn.NewInstanceNorm3d(3, true, false)
	y := m.Forward(tensor.Rand(4, 3, 2, 5, 5))
	fmt.Println(y.Shape(), len(nn.Parameters(m)), len(nn.Buffers(m)))
	// Output: [4 3 2 5 5] 2 0
}

func ExampleNewLocalResponseNorm() {
	m := nn.NewLocalResponseNorm(2, 1, 0.5, 1)
	fmt.Println(m.Forward(tensor.Ones(1, 3, 1)).RoundTo(4).Flatten(0).Realize())
	// Output: [0.8165 0.7071 0.7071] (3) float32
}
