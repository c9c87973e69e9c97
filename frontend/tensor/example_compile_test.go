package tensor_test

import (
	"context"
	"fmt"

	"weft/frontend/tensor"
)

// A step of gradient descent that is compiled as a whole: the parameter moves on at each call.
func ExampleCompile() {
	w := tensor.New([]float32{0, 0}).RequireGrad()
	step := tensor.Compile(func(batch ...*tensor.Tensor) []*tensor.Tensor {
		loss := w.Sub(batch[0]).Square().Sum()
		loss.Backward()
		tensor.NoGrad(func() { w.SubAssign(w.Grad().Mul(0.25)) })
		w.ZeroGrad()
		return []*tensor.Tensor{loss}
	})
	for range 4 {
		loss := step.MustCall(tensor.New([]float32{4, 8}))[0]
		fmt.Println(loss.Item(), tensor.MustData[float32](w))
	}
	// Output:
	// 80 [2 4]
	// 20 [3 6]
	// 5 [3.5 7]
	// 1.25 [3.75 7.5]
}

func ExampleCompiled_Call() {
	double := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{args[0].Mul(2)} })
	out, err := double.Call(context.Background(), tensor.New([]float32{1, 2}))
	fmt.Println(out[0], err)
	_, err = double.Call(context.Background(), tensor.New([]float32{1, 2, 3}))
	fmt.Println(err != nil)
	// Output:
	// [2. 4.] (2) float32 <nil>
	// true
}

func ExampleCompiled_MustCall() {
	sum := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{args[0].Add(args[1])} })
	fmt.Println(sum.MustCall(tensor.Ones(2), tensor.Ones(2))[0])
	// Output: [2. 2.] (2) float32
}

// A rate that Go code sets between calls.
func ExampleLaunchFunc() {
	rate := 0.5
	scale := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{args[0].Mul(tensor.LaunchFunc(func() float64 { return rate }))}
	})
	for range 3 {
		fmt.Println(scale.MustCall(tensor.Ones(1))[0])
		rate *= 10
	}
	// Output:
	// [0.5] (1) float32
	// [5.] (1) float32
	// [50.] (1) float32
}

func ExampleOptions_LaunchFunc() {
	fmt.Println(tensor.Options{DType: tensor.Float64}.LaunchFunc(func() float64 { return 3 }).Realize())
	// Output: 3.0 () float64
}

// Counting steps in a function that may be compiled.
func ExampleEachCall() {
	steps := 0
	f := func(args ...*tensor.Tensor) []*tensor.Tensor {
		count := func() { steps++ }
		if !tensor.EachCall(nil, count) {
			count()
		}
		return args
	}
	compiled := tensor.Compile(f)
	for range 5 {
		compiled.MustCall()
	}
	fmt.Println(steps)
	// Output: 5
}
