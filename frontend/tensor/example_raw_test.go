package tensor_test

import (
	"context"
	"fmt"

	"weft/frontend/tensor"
)

func ExampleOptions_FromBytes() {
	t, err := tensor.Options{DType: tensor.Int16}.FromBytes([]int{2}, func(memory []byte) error {
		copy(memory, []byte{1, 0, 0, 1}) // or read a file into it
		return nil
	})
	fmt.Println(t, err)
	// Output: [  1 256] (2) int16 <nil>
}

func ExampleBytes() {
	err := tensor.Bytes(context.Background(), tensor.New([]int16{1, 256}).Add(1), func(memory []byte) error {
		fmt.Println(memory)
		return nil
	})
	fmt.Println(err)
	// Output:
	// [2 0 1 1]
	// <nil>
}
