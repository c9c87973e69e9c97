package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleCompiled_Capture() {
	w := tensor.New([]float32{1, 2, 3}, 3)
	f := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{args[0].Mul(w).Sum()}
	})
	c, err := f.Capture(tensor.Zeros(3))
	if err != nil {
		panic(err)
	}
	for _, l := range c.Leaves {
		fmt.Println(l.Arg, len(l.Data))
	}
	fmt.Println(c.Results[0].DType, c.Results[0].Shape)
	// Output:
	// 0 0
	// -1 12
	// float32 []
}
