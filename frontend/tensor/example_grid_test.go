package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_PixelShuffle() {
	x := tensor.Arange(4).Reshape(1, 4, 1, 1)
	fmt.Println(x.PixelShuffle(2).Realize())
	// Output:
	// [[[[0 1]
	//    [2 3]]]] (1, 1, 2, 2) int64
}

func ExampleTensor_PixelUnshuffle() {
	fmt.Println(tensor.Zeros(1, 3, 4, 4).PixelUnshuffle(2).Shape())
	// Output: [1 12 2 2]
}

func ExampleBroadcastAll() {
	for _, x := range tensor.BroadcastAll(tensor.New([]int{1, 2}), tensor.New([]int{3}).Reshape(1, 1)) {
		fmt.Println(x.Realize())
	}
	// Output:
	// [[1 2]] (1, 2) int64
	// [[3 3]] (1, 2) int64
}

func ExampleMeshgrid() {
	grid := tensor.Meshgrid("ij", tensor.New([]int{1, 2}), tensor.New([]int{3, 4, 5}))
	fmt.Println(grid[0].Realize())
	fmt.Println(grid[1].Realize())
	// Output:
	// [[1 1 1]
	//  [2 2 2]] (2, 3) int64
	// [[3 4 5]
	//  [3 4 5]] (2, 3) int64
}

func ExampleBlockDiag() {
	fmt.Println(tensor.BlockDiag(tensor.New([]int{1, 2}), tensor.Of([][]int{{3}, {4}})).Realize())
	// Output:
	// [[1 2 0]
	//  [0 0 3]
	//  [0 0 4]] (3, 3) int64
}
