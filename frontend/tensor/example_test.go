package tensor_test

import (
	"context"
	"fmt"

	"weft/frontend/tensor"
)

func Example() {
	x := tensor.New([]float32{1, 2, 3, 4}, 2, 2)
	y := x.Mul(2).Add(1)
	fmt.Println(y) // nothing is computed yet
	fmt.Println(y.Realize())
	// Output:
	// tensor (2, 2) float32, not computed: add
	// [[3. 5.]
	//  [7. 9.]] (2, 2) float32
}

func ExampleTensor_Backward() {
	x := tensor.New([]float32{1, 2, 3}).RequireGrad()
	loss := x.Square().Sum()
	loss.Backward()
	fmt.Println(x.Grad().Realize())
	// Output: [2. 4. 6.] (3) float32
}

func ExampleOf() {
	fmt.Println(tensor.Of([][]int{{1, 2, 3}, {4, 5, 6}}))
	// Output:
	// [[1 2 3]
	//  [4 5 6]] (2, 3) int64
}

func ExampleOptions() {
	fmt.Println(tensor.Options{DType: tensor.Int64}.Ones(3).Realize())
	// Output: [1 1 1] (3) int64
}

func ExampleTensor_Sum() {
	x := tensor.Of([][]float32{{1, 2, 3}, {4, 5, 6}})
	fmt.Println(x.Sum(0).Realize())
	fmt.Println(x.Sum(-1, tensor.KeepDim).Realize())
	// Output:
	// [5. 7. 9.] (3) float32
	// [[ 6.]
	//  [15.]] (2, 1) float32
}

func ExampleTensor_MatMul() {
	a := tensor.Of([][]float32{{1, 2}, {3, 4}})
	b := tensor.Of([][]float32{{0, 1}, {1, 0}})
	fmt.Println(a.MatMul(b).Realize())
	// Output:
	// [[2. 1.]
	//  [4. 3.]] (2, 2) float32
}

func ExampleTensor_Index() {
	x := tensor.Arange(12).Reshape(3, 4)
	fmt.Println(x.Index(tensor.R(1, 3), 0).Realize())
	fmt.Println(x.Index(tensor.All, []int{3, 0}).Realize())
	// Output:
	// [4 8] (2) int64
	// [[ 3  0]
	//  [ 7  4]
	//  [11  8]] (3, 2) int64
}

func ExampleTensor_SetSlice() {
	x := tensor.New([]float32{1, 2, 3, 4})
	old := x.Mul(1)
	x.SetSlice(0, tensor.R(1, 3))
	fmt.Println(x.Realize(), old.Realize())
	// Output: [1. 0. 0. 4.] (4) float32 [1. 2. 3. 4.] (4) float32
}

func ExampleTensor_Assign() {
	x := tensor.New([]float32{1, 2, 3})
	row := x.Slice(0, 2) // a view
	row.Assign(9)
	fmt.Println(x.Realize())
	// Output: [9. 9. 3.] (3) float32
}

func ExampleWhere() {
	x := tensor.New([]float32{-1, 0, 4})
	ok := x.Gt(0)
	fmt.Println(tensor.Where(ok, tensor.Where(ok, x, 1).Sqrt(), 0).Realize())
	// Output: [0. 0. 2.] (3) float32
}

func ExampleTry() {
	err := tensor.Try(func() { tensor.Ones(2, 3).MatMul(tensor.Ones(2, 3)) })
	fmt.Println(err.(*tensor.Error).Reason)
	// Output: inner lengths 3 and 2 differ
}

func ExampleRealize() {
	a, b := tensor.Ones(2).Mul(3), tensor.Ones(2).Mul(4)
	if err := tensor.Realize(context.Background(), a, b); err != nil {
		fmt.Println(err)
	}
	fmt.Println(a, b)
	// Output: [3. 3.] (2) float32 [4. 4.] (2) float32
}

func ExampleData() {
	xs, err := tensor.Data[float32](tensor.Arange(0, 1, 0.5))
	fmt.Println(xs, err)
	// Output: [0 0.5] <nil>
}

func ExampleNoGrad() {
	w := tensor.New([]float32{1}).RequireGrad()
	tensor.NoGrad(func() { w.SubAssign(0.5) })
	fmt.Println(w.Realize(), w.RequiresGrad())
	// Output: [0.5] (1) float32 true
}

func ExampleEinsum() {
	a, b := tensor.Ones(2, 3), tensor.Ones(3, 4)
	fmt.Println(tensor.Einsum("ij,jk->k", a, b).Realize())
	// Output: [6. 6. 6. 6.] (4) float32
}
