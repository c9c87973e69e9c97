package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleFlatten() {
	m := &nn.Flatten{}
	fmt.Println(m.Forward(tensor.Ones(2, 3, 4)).Shape())
	// Output: [2 12]
}

func ExampleNewUnflatten() {
	m := nn.NewUnflatten(1, 3, 4)
	fmt.Println(m.Forward(tensor.Ones(2, 12)).Shape())
	// Output: [2 3 4]
}

func ExampleNewPad() {
	m := nn.NewPad("reflect", 0, 2, 1)
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3}, 1, 1, 3)).Flatten(0).Realize())
	border := nn.NewPad("constant", 9, 1, 1, 0, 1)
	fmt.Println(border.Forward(tensor.Ones(1, 1, 1, 2)).Realize())
	// Output:
	// [3. 2. 1. 2. 3. 2.] (6) float32
	// [[[[9. 1. 1. 9.]
	//    [9. 9. 9. 9.]]]] (1, 1, 2, 4) float32
}

func ExampleNewPixelShuffle() {
	m := nn.NewPixelShuffle(2)
	fmt.Println(m.Forward(tensor.Arange(4).Reshape(1, 4, 1, 1)).Realize())
	// Output:
	// [[[[0 1]
	//    [2 3]]]] (1, 1, 2, 2) int64
}

func ExampleNewPixelUnshuffle() {
	m := nn.NewPixelUnshuffle(2)
	fmt.Println(m.Forward(tensor.Ones(1, 1, 4, 6)).Shape())
	// Output: [1 4 2 3]
}

func ExampleNewUnfold() {
	m := nn.NewUnfold([]int{2, 2})
	fmt.Println(m.Forward(tensor.Ones(1, 3, 4, 5)).Shape())
	// Output: [1 12 12]
}

func ExampleNewFold() {
	m := nn.NewFold([]int{2, 3}, []int{2, 2})
	fmt.Println(m.Forward(tensor.Ones(1, 4, 2)).Realize()) // the middle column is in both windows
	// Output:
	// [[[[1. 2. 1.]
	//    [1. 2. 1.]]]] (1, 1, 2, 3) float32
}

func ExampleNewUpsample() {
	m := nn.NewUpsample(functional.Resize{ScaleFactor: []float64{2}, Mode: "nearest"})
	fmt.Println(m.Forward(tensor.New([]float32{1, 2}, 1, 1, 2)).Flatten(0).Realize())
	// Output: [1. 1. 2. 2.] (4) float32
}

func ExampleNewCosineSimilarity() {
	m := nn.NewCosineSimilarity(1, 1e-8)
	a, b := tensor.New([]float32{1, 0, 1, 1}, 2, 2), tensor.New([]float32{0, 2, 3, 3}, 2, 2)
	fmt.Println(m.Forward(a, b).RoundTo(4).Realize())
	// Output: [0. 1.] (2) float32
}

func ExampleNewPairwiseDistance() {
	m := nn.NewPairwiseDistance(2, 0, false)
	a, b := tensor.New([]float32{0, 0, 1, 1}, 2, 2), tensor.New([]float32{3, 4, 1, 2}, 2, 2)
	fmt.Println(m.Forward(a, b).Realize())
	// Output: [5. 1.] (2) float32
}

func ExampleNewChannelShuffle() {
	m := nn.NewChannelShuffle(2)
	fmt.Println(m.Forward(tensor.Arange(6).Reshape(1, 6, 1)).Flatten(0).Realize())
	// Output: [0 3 1 4 2 5] (6) int64
}
