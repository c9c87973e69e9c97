package tensor_test

import (
	"context"
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_Realize() {
	y := tensor.New([]float32{1, 2}).Add(1)
	fmt.Println(y)
	fmt.Println(y.Realize())
	// Output:
	// tensor (2) float32, not computed: add
	// [2. 3.] (2) float32
}

func ExampleTensor_IsRealized() {
	y := tensor.New([]float32{1, 2}).Add(1)
	before := y.IsRealized()
	y.Realize()
	fmt.Println(before, y.IsRealized())
	// Output: false true
}

func ExampleTensor_MoveTo() {
	w := tensor.NewOn("cpu:interp", []float32{1, 2}).RequireGrad()
	w.MoveTo("cpu:interp") // the handle stays
	fmt.Println(w.Device(), w.IsLeaf())
	// Output: cpu:interp true
}

func ExampleTensor_Along() {
	mean := tensor.Zeros(1)
	y := tensor.New([]float32{1, 3}).Mul(2)
	mean.Assign(y.Mean().Reshape(1))
	y = y.Along(mean)
	y.Realize()
	fmt.Println(mean.IsRealized(), mean)
	// Output: true [4.] (1) float32
}

func ExampleTensor_Checked() {
	x := tensor.New([]float32{4, -1})
	err := tensor.Realize(context.Background(), x.Checked(x.Ge(0), "root", "wants no negative numbers").Sqrt())
	fmt.Println(err.(*tensor.Error).Op, err.(*tensor.Error).Reason)
	// Output: root wants no negative numbers at position (1)
}

func ExampleHost() {
	sum := func(out []byte, in ...[]byte) error {
		out[0] = 0
		for _, b := range in[0] {
			out[0] += b
		}
		return nil
	}
	fmt.Println(tensor.Host("sum", sum, tensor.Uint8, []int{1}, tensor.New([]uint8{1, 2, 3})).Realize())
	// Output: [6] (1) uint8
}

func ExampleTryError() {
	err := tensor.TryError(func() error {
		return tensor.Realize(context.Background(), tensor.Ones(2).Add(tensor.Ones(3)))
	})
	fmt.Println(err.(*tensor.Error).Op)
	// Output: add
}
