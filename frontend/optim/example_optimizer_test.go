package optim_test

import (
	"fmt"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func ExampleNewSGD() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewSGD([]*tensor.Tensor{w}, 0.1, optim.Momentum(0.9))
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.46 -0.92] (2) float32
}

func ExampleNewASGD() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewASGD([]*tensor.Tensor{w}, 0.1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.6399852 -1.2799704] (2) float32
}

func ExampleNewRprop() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewRprop([]*tensor.Tensor{w}, 0.1)
	for range 3 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.636     -1.6359999] (2) float32
}

func ExampleNewAdam() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{w}, 0.1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.8004122 -1.8001665] (2) float32
}

func ExampleNewAdamW() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdamW([]*tensor.Tensor{w}, 0.1, optim.WeightDecay(0.5))
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.7082484 -1.6104121] (2) float32
}

func ExampleNewAdamax() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdamax([]*tensor.Tensor{w}, 0.1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.8051683 -1.8025341] (2) float32
}

func ExampleNewNAdam() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewNAdam([]*tensor.Tensor{w}, 0.1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.82112694 -1.819068  ] (2) float32
}

func ExampleNewRAdam() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewRAdam([]*tensor.Tensor{w}, 0.1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.6210526 -1.2421052] (2) float32
}

func ExampleNewRMSprop() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewRMSprop([]*tensor.Tensor{w}, 0.01)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.832918  -1.8309433] (2) float32
}

func ExampleNewAdagrad() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdagrad([]*tensor.Tensor{w}, 0.5)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.2763932 -1.2      ] (2) float32
}

func ExampleNewAdadelta() {
	w := tensor.New([]float32{1, -2}).RequireGrad()
	opt := optim.NewAdadelta([]*tensor.Tensor{w}, 1)
	for range 2 {
		opt.ZeroGrad()
		w.Square().Sum().Backward()
		opt.MustStep()
	}
	fmt.Println(w)
	// Output: [ 0.99359816 -1.9935957 ] (2) float32
}
