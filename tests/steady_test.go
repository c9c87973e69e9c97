package tests

import (
	"context"
	"math/rand/v2"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/runtime"
)

// Once an epoch has passed, training compiles nothing: not for another batch, rate, step count or dropout mask, nor for the last
// batch, which is shorter.
func TestNothingCompilesTwice(t *testing.T) {
	const rows, batch = 200, 64
	x, y := tensor.Rand(rows, 12).Realize(), tensor.RandInt(0, 5, rows).Realize()
	drop := nn.NewDropout(0.25)
	m := nn.NewSequential(nn.NewLinear(12, 16), &nn.ReLU{}, drop, nn.NewLinear(16, 5))
	opt := optim.NewAdam(nn.Parameters(m), 1e-2)
	rate := optim.NewScheduler(opt, optim.StepLR(3, 0.9))
	epoch := func() {
		order := tensor.New(rand.Perm(rows))
		for at := 0; at < rows; at += batch {
			ids := order.Slice(at, min(at+batch, rows))
			opt.ZeroGrad()
			loss := functional.CrossEntropy(m.Forward(x.IndexSelect(0, ids)), y.IndexSelect(0, ids))
			loss.Backward()
			if err := opt.Step(context.Background()); err != nil {
				t.Fatal(err)
			}
			x.Slice(at, min(at+batch, rows)).Mul(2).Realize()
		}
		rate.Step()
	}
	epoch()
	epoch()
	before := runtime.Snapshot()
	for range 250 {
		epoch()
	}
	c := runtime.Snapshot().Sub(before)
	if c.Compiles != 0 || c.Plans != 0 {
		t.Errorf("250 epochs of 4 steps: %d compiled, %d planned", c.Compiles, c.Plans)
	}
}
