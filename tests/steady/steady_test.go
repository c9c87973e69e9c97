// Package steady holds the test that training plans nothing twice. The process is its own, so that the counters and caches that it
// reads hold nothing of other tests.
package steady

import (
	"context"
	"runtime"
	"testing"

	"weft/frontend/data"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/ops"
	rt "weft/runtime"

	_ "weft/codegen/llvm"
)

// TestSteadyTraining: a training loop with dropout, batch norm, a schedule of rates, shuffled batches, a ragged last batch and
// slices of a whole tensor compiles nothing and plans nothing once its second epoch has begun.
func TestSteadyTraining(t *testing.T) {
	for _, device := range rt.DeviceNames() {
		t.Run(device, func(t *testing.T) { steadyTraining(t, device) })
	}
}

func steadyTraining(t *testing.T, device string) {
	epoch := training(t, device)
	epoch()
	before := rt.Snapshot()
	for range 169 { // 1,020 steps with the first epoch
		epoch()
	}
	if made := rt.Snapshot().Sub(before); made.Compiles != 0 || made.Plans != 0 {
		t.Errorf("%d kernels compiled and %d plans made once the second epoch had begun", made.Compiles, made.Plans)
	}
}

// TestSteadyAmongOthers: what else the process computes changes no plan of the training, be it thousands of other graphs or the
// constants and positions that the training has too; nor do collections in between.
func TestSteadyAmongOthers(t *testing.T) {
	const device = "cpu:interp"
	on := tensor.Options{Device: device}
	epoch := training(t, device)
	epoch()
	var held []*tensor.Tensor
	for i := range 8 {
		for k := range 300 {
			on.Ones(2+k, 1+i).Mul(3).Realize()
		}
		for _, shape := range [][]int{{}, {16}, {1, 16}, {64, 16}, {22, 16}, {64, 1, 3}, {64}} {
			held = append(held, on.Zeros(shape...).Realize(), on.Ones(shape...).Realize(), on.Zeros(shape...).Add(on.Ones(shape...)).Realize())
		}
		if i%2 == 1 {
			held = held[:0]
			runtime.GC()
		}
		before := rt.Snapshot()
		epoch()
		if made := rt.Snapshot().Sub(before); made.Compiles != 0 || made.Plans != 0 {
			t.Errorf("epoch %d: %d kernels compiled and %d plans made", i+1, made.Compiles, made.Plans)
		}
	}
}

// training gives a function that trains for one epoch.
func training(t *testing.T, device string) (epoch func()) {
	const n = 150
	x := &data.Array{DType: ops.Float32, Shape: []int{n, 8}, Bytes: make([]byte, n*8*4)}
	y := &data.Array{DType: ops.Int64, Shape: []int{n}, Bytes: make([]byte, n*8)}
	for i := range n {
		y.Bytes[8*i] = byte(i % 3)
	}
	on := nn.Create(tensor.Options{Device: device})
	model := nn.NewSequential(nn.NewLinear(8, 16, on), nn.NewBatchNorm1d(16, on), &nn.ReLU{}, nn.NewDropout(0.5), nn.NewLinear(16, 3, on))
	opt := optim.NewAdam(nn.Parameters(model), 1e-3)
	sched := optim.NewScheduler(opt, optim.CosineAnnealingLR(20, 0))
	loader := data.NewLoader(data.NewSet(x, y), 64, data.Shuffle(1), data.On(device))
	step := func(x, y *tensor.Tensor) {
		opt.ZeroGrad()
		loss := functional.CrossEntropy(model.Forward(x), y)
		loss.Backward()
		if err := opt.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		loss.Item()
	}
	whole, ids := x.Tensor(device), y.Tensor(device)
	return func() {
		for x, y := range loader.Epoch() {
			step(x, y)
		}
		for i := 0; i+64 <= n; i += 43 {
			step(whole.Slice(i, i+64), ids.Slice(i, i+64))
		}
		sched.Step()
	}
}
