package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_AddAssign() {
	x := tensor.New([]float32{1, 2})
	y := x.Mul(10) // keeps the old x
	x.AddAssign(5)
	fmt.Println(x.Realize(), y.Realize())
	// Output: [6. 7.] (2) float32 [10. 20.] (2) float32
}

func ExampleTensor_SubAssign() {
	fmt.Println(tensor.New([]float32{5, 6}).SubAssign(tensor.New([]float32{1, 2})).Realize())
	// Output: [4. 4.] (2) float32
}

func ExampleTensor_MulAssign() {
	fmt.Println(tensor.New([]float32{5, 6}).MulAssign(2).Realize())
	// Output: [10. 12.] (2) float32
}

func ExampleTensor_DivAssign() {
	fmt.Println(tensor.New([]float32{5, 6}).DivAssign(2).Realize())
	err := tensor.Try(func() { tensor.New([]int{5}).DivAssign(2) })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// [2.5 3. ] (2) float32
	// the result is float32, which a tensor of int64 cannot hold
}

func ExampleTensor_Fill() {
	x := tensor.Zeros(2, 2)
	x.Select(0, 1).Fill(7) // a view sets its base
	fmt.Println(x.Realize())
	// Output:
	// [[0. 0.]
	//  [7. 7.]] (2, 2) float32
}

func ExampleTensor_Update() {
	y := tensor.New([]float32{-1, 2})
	y.Update(y.Relu())
	fmt.Println(y.Realize())
	// Output: [0. 2.] (2) float32
}

func ExampleTensor_SetData() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	w.SetData(tensor.New([]float32{3, 4}))
	fmt.Println(w.Realize(), w.IsLeaf(), w.RequiresGrad())
	// Output: [3. 4.] (2) float32 true true
}
