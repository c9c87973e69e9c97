package optim_test

import (
	"fmt"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func ExampleNewScheduler() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 0.1)
	sched := optim.NewScheduler(opt, optim.StepLR(2, 0.5))
	for range 5 {
		fmt.Print(sched.LR(), " ")
		sched.Step()
	}
	fmt.Println(sched.Epoch(), sched.LRs())
	// Output: 0.1 0.1 0.05 0.05 0.025 5 [0.025]
}

// A schedule of one's own is a function of the rate at the start and of the epoch.
func ExampleSchedule() {
	warm := optim.Schedule{Rate: func(base float64, epoch int) float64 { return base * min(1, float64(1+epoch)/4) }}
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 0.4)
	sched := optim.NewScheduler(opt, warm)
	for range 5 {
		fmt.Printf("%.1f ", sched.LR())
		sched.Step()
	}
	// Output: 0.1 0.2 0.3 0.4 0.4
}

func ExampleScheduler_StateDict() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 0.1)
	sched := optim.NewScheduler(opt, optim.ExponentialLR(0.5))
	sched.Step()
	s := sched.StateDict()
	fmt.Println(s.Kind, s.Numbers)
	// Output: Scheduler map[base_lr.0:0.1 last_epoch:1 last_lr.0:0.05]
}

func ExampleScheduler_LoadStateDict() {
	start := func() *optim.Scheduler {
		opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 0.1)
		return optim.NewScheduler(opt, optim.ExponentialLR(0.5))
	}
	sched := start()
	sched.Step()
	again := start()
	fmt.Println(again.LoadStateDict(sched.StateDict()), again.Epoch(), again.LR())
	// Output: <nil> 1 0.05
}

func ExampleReduceLROnPlateau() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
	sched := optim.ReduceLROnPlateau(opt, optim.Plateau{Patience: 1, Factor: 0.5})
	for _, loss := range []float64{3, 2, 2, 2, 1} {
		sched.Step(loss)
		fmt.Print(opt.Groups[0].LR, " ")
	}
	// Output: 1 1 1 0.5 0.5
}

// After a reduction, epochs of a cooldown are not counted.
func ExamplePlateauScheduler_Step() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
	sched := optim.ReduceLROnPlateau(opt, optim.Plateau{Max: true, Cooldown: 2, Factor: 0.5})
	for _, accuracy := range []float64{0.9, 0.8, 0.8, 0.8, 0.8} {
		sched.Step(accuracy)
		fmt.Print(opt.Groups[0].LR, " ")
	}
	// Output: 1 0.5 0.5 0.5 0.25
}

func ExamplePlateauScheduler_StateDict() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
	sched := optim.ReduceLROnPlateau(opt, optim.Plateau{Patience: 3})
	sched.Step(2)
	sched.Step(5)
	fmt.Println(sched.StateDict().Numbers)
	// Output: map[best:2 cooldown_counter:0 last_epoch:2 num_bad_epochs:1]
}

func ExamplePlateauScheduler_LoadStateDict() {
	opt := optim.NewSGD([]*tensor.Tensor{tensor.Zeros(1).RequireGrad()}, 1)
	sched, again := optim.ReduceLROnPlateau(opt, optim.Plateau{}), optim.ReduceLROnPlateau(opt, optim.Plateau{})
	sched.Step(2)
	fmt.Println(again.LoadStateDict(sched.StateDict()))
	again.Step(3) // one epoch without progress is not borne
	fmt.Println(opt.Groups[0].LR)
	// Output:
	// <nil>
	// 0.1
}
