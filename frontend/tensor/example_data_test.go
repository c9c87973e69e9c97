package tensor_test

import (
	"context"
	"errors"
	"fmt"

	"weft/frontend/tensor"
)

func ExampleDataContext() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := tensor.DataContext[float32](ctx, tensor.Ones(2).Add(1))
	fmt.Println(errors.Is(err, context.Canceled))
	// Output: true
}

func ExampleMustData() {
	xs := tensor.MustData[int](tensor.Arange(3))
	fmt.Println(xs)
	// Output: [0 1 2]
}

func ExampleFloats() {
	xs, err := tensor.Floats(tensor.New([]bool{true, false}))
	fmt.Println(xs, err)
	// Output: [1 0] <nil>
}

func ExampleTensor_Value() {
	v, err := tensor.New([]int{1<<62 + 1}).Reshape().Value()
	fmt.Println(v.Int(), err)
	_, err = tensor.New([]int{1, 2}).Value()
	fmt.Println(err != nil)
	// Output:
	// 4611686018427387905 <nil>
	// true
}

func ExampleTensor_Item() {
	fmt.Println(tensor.New([]float32{1, 2, 3}).Sum().Item())
	// Output: 6
}

func ExampleTensor_Int() {
	fmt.Println(tensor.New([]int{4, 9}).Max().Int())
	// Output: 9
}

func ExampleTensor_IsTrue() {
	fmt.Println(tensor.New([]int{4, 9}).Gt(3).All().IsTrue())
	// Output: true
}
