package optim_test

import (
	"fmt"
	"math"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// rates are the learning rates of a schedule's first epochs, from a rate of 1.
func rates(schedule optim.Schedule, epochs int) (all []float64) {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
	sched := optim.NewScheduler(opt, schedule)
	for range epochs {
		all = append(all, math.Round(1e4*sched.LR())/1e4)
		sched.Step()
	}
	return all
}

func ExampleLambdaLR() {
	fmt.Println(rates(optim.LambdaLR(func(epoch int) float64 { return 1 / float64(1+epoch) }), 5))
	// Output: [1 0.5 0.3333 0.25 0.2]
}

func ExampleMultiplicativeLR() {
	fmt.Println(rates(optim.MultiplicativeLR(func(epoch int) float64 { return 0.9 }), 5))
	// Output: [1 0.9 0.81 0.729 0.6561]
}

func ExampleStepLR() {
	fmt.Println(rates(optim.StepLR(2, 0.5), 6))
	// Output: [1 1 0.5 0.5 0.25 0.25]
}

func ExampleMultiStepLR() {
	fmt.Println(rates(optim.MultiStepLR(0.1, 2, 4), 6))
	// Output: [1 1 0.1 0.1 0.01 0.01]
}

func ExampleExponentialLR() {
	fmt.Println(rates(optim.ExponentialLR(0.9), 5))
	// Output: [1 0.9 0.81 0.729 0.6561]
}

func ExampleConstantLR() {
	fmt.Println(rates(optim.ConstantLR(0.5, 2), 4))
	// Output: [0.5 0.5 1 1]
}

func ExampleLinearLR() {
	fmt.Println(rates(optim.LinearLR(0.25, 1, 3), 5))
	// Output: [0.25 0.5 0.75 1 1]
}

func ExamplePolynomialLR() {
	fmt.Println(rates(optim.PolynomialLR(4, 2), 6))
	// Output: [1 0.5625 0.25 0.0625 0 0]
}

func ExampleCosineAnnealingLR() {
	fmt.Println(rates(optim.CosineAnnealingLR(4, 0), 6))
	// Output: [1 0.8536 0.5 0.1464 0 0.1464]
}

func ExampleCosineAnnealingWarmRestarts() {
	fmt.Println(rates(optim.CosineAnnealingWarmRestarts(2, 2, 0), 7))
	// Output: [1 0.5 1 0.8536 0.5 0.1464 1]
}

func ExampleOneCycleLR() {
	fmt.Println(rates(optim.OneCycleLR(optim.OneCycle{Max: 1, Total: 10}), 10))
	// Output: [0.04 0.52 1 0.9505 0.8117 0.6113 0.3887 0.1883 0.0495 0]
}

func ExampleCyclicLR() {
	fmt.Println(rates(optim.CyclicLR(optim.Cyclic{Low: 0.1, High: 1, Up: 3}), 8))
	// Output: [0.1 0.4 0.7 1 0.7 0.4 0.1 0.4]
}

func ExampleSequentialLR() {
	fmt.Println(rates(optim.SequentialLR([]int{3}, optim.LinearLR(0.25, 1, 3), optim.ExponentialLR(0.9)), 7))
	// Output: [0.25 0.5 0.75 1 0.9 0.81 0.729]
}

func ExampleChainedScheduler() {
	fmt.Println(rates(optim.ChainedScheduler(optim.ConstantLR(0.5, 2), optim.ExponentialLR(0.9)), 5))
	// Output: [0.5 0.45 0.81 0.729 0.6561]
}
