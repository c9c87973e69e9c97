package optim_test

import (
	"context"
	"fmt"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func ExampleOptimizer_Step() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1)
	loss := w.Square().Sum()
	loss.Backward()
	if err := opt.Step(context.Background()); err != nil {
		fmt.Println(err)
	}
	fmt.Println(loss.Item(), w) // the loss was computed along with the step
	// Output: 5 [0.8 1.6] (2) float32
}

func ExampleOptimizer_MustStep() {
	w := tensor.New([]float32{3}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.5)
	w.Backward()
	opt.MustStep()
	fmt.Println(w)
	// Output: [2.5] (1) float32
}

// Gradients add up until ZeroGrad: batches may be cut into parts that fit into memory.
func ExampleOptimizer_ZeroGrad() {
	x := tensor.New([]float32{1, 2, 3, 4})
	w := tensor.New([]float32{1}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1)
	for _, part := range x.Chunk(2, 0) {
		part.Mul(w).Mean().Div(2).Backward()
	}
	fmt.Println(w.Grad().Item())
	opt.MustStep()
	opt.ZeroGrad()
	fmt.Println(w.Item(), w.Grad() == nil)
	// Output:
	// 2.5
	// 0.75 true
}

func ExampleOptimizer_AddGroup() {
	body, head := tensor.Zeros(2).RequireGrad(), tensor.Zeros(2).RequireGrad()
	opt := optim.NewAdamW([]*tensor.Tensor{body}, 1e-3)
	opt.AddGroup([]*tensor.Tensor{head}, optim.WeightDecay(0), optim.With(func(c *optim.Config) { c.LR = 1e-2 }))
	for _, g := range opt.Groups {
		fmt.Println(len(g.Params), g.LR, g.WeightDecay)
	}
	// Output:
	// 1 0.001 0.01
	// 1 0.01 0
}

func ExampleOptimizer_StateDict() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{w}, 0.1)
	w.Square().Sum().Backward()
	opt.MustStep()
	s := opt.StateDict()
	fmt.Println(s.Kind, s.Numbers["param_groups.0.lr"], s.Numbers["state.0.step"])
	fmt.Println(s.Tensors["state.0.exp_avg"])
	// Output:
	// Adam 0.1 1
	// [0.2 0.4] (2) float32
}

func ExampleOptimizer_LoadStateDict() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Momentum(0.9))
	s := opt.StateDict()

	again := optim.NewSGD([]*tensor.Tensor{w}, 0.7)
	fmt.Println(again.LoadStateDict(s), again.Groups[0].LR, again.Groups[0].Momentum)

	delete(s.Numbers, "param_groups.0.lr")
	s.Numbers["speed"] = 3
	fmt.Println(again.LoadStateDict(s) != nil, again.Groups[0].LR)
	// Output:
	// <nil> 0.1 0.9
	// true 0.1
}

func ExampleClipGradNorm() {
	w := tensor.New([]float32{3, 4}).RequireGrad()
	w.Square().Sum().Div(2).Backward()
	norm := optim.ClipGradNorm([]*tensor.Tensor{w}, 1, 2)
	fmt.Println(norm.Item(), w.Grad().Realize())
	// Output: 5 [0.5999999  0.79999983] (2) float32
}

// A norm that is not finite is an error of the step, and the parameters stay.
func ExampleClipGradNorm_errorIfNonfinite() {
	w := tensor.New([]float32{0, 4}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1)
	w.Log().Sum().Backward()
	optim.ClipGradNorm([]*tensor.Tensor{w}, 1, 2, true)
	fmt.Println(opt.Step(context.Background()) != nil, w)
	// Output: true [0. 4.] (2) float32
}

func ExampleClipGradValue() {
	w := tensor.New([]float32{3, -0.2}).RequireGrad()
	w.Square().Sum().Backward()
	optim.ClipGradValue([]*tensor.Tensor{w}, 1)
	fmt.Println(w.Grad().Realize())
	// Output: [ 1.  -0.4] (2) float32
}
