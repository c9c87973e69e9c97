package optim_test

import (
	"fmt"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func ExampleBetas() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{w}, 0.1, optim.Betas(0.5, 0.5))
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.80012727 -1.8000296 ] (2) float32
}

func ExampleEps() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{w}, 0.1, optim.Eps(1))
	for range 1 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.93333334 -1.92      ] (2) float32
}

func ExampleAMSGrad() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{w}, 0.1, optim.AMSGrad())
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.8004122 -1.8001665] (2) float32
}

func ExampleDampening() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Momentum(0.9), optim.Dampening(0.5))
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.54 -1.08] (2) float32
}

func ExampleNesterov() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Momentum(0.9), optim.Nesterov())
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.22240001 -0.44480002] (2) float32
}

func ExampleMaximize() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Maximize())
	for range 1 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 1.2 -2.4] (2) float32
}

func ExampleMomentum() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Momentum(0.5))
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.54 -1.08] (2) float32
}

func ExampleWeightDecay() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.WeightDecay(1))
	for range 1 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.7 -1.4] (2) float32
}

func ExampleWith() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewRMSprop([]*tensor.Tensor{w}, 0.1, optim.With(func(c *optim.Config) {
		c.Alpha, c.Centered = 0.9, true
	}))
	fmt.Println(opt.Groups[0].Alpha, opt.Groups[0].Eps)
	// Output: 0.9 1e-08
}
