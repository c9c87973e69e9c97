package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Free() {
	x := tensor.New([]float32{1, 2, 3})
	for k := range 3 {
		y := x.Mul(k).Sum().Realize()
		fmt.Println(y.Item())
		y.Free() // the next sum is written to the same memory
	}
	// Output:
	// 0
	// 6
	// 12
}

func ExampleTensor_Renew() {
	mean := tensor.Zeros(2).Realize()
	for k := range 3 {
		mean.Renew(mean.Mul(0.5).Add(k).Realize()) // two memories take turns
	}
	fmt.Println(mean)
	// Output: [2.5 2.5] (2) float32
}
