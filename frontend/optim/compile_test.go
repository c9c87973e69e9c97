package optim

import (
	"slices"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// trained runs 14 steps of a loss with a moving rate, compiled or not, and gives the parameter after each.
func trained(t *testing.T, make maker, compiled bool, opts ...Option) (out [][]float32) {
	w, loss := quadratic()
	opt := make([]*tensor.Tensor{w}, 0.1, opts...)
	sched := NewScheduler(opt, ExponentialLR(0.9))
	step := func(args ...*tensor.Tensor) []*tensor.Tensor {
		opt.ZeroGrad()
		l := loss().Add(w.Mul(args[0]).Sum())
		l.Backward()
		ClipGradNorm(opt.Groups[0].Params, 3, 2)
		opt.MustStep()
		sched.Step()
		return []*tensor.Tensor{l}
	}
	call := step
	if compiled {
		call = tensor.Compile(step).MustCall
	}
	var saved *State
	for k := range 14 {
		switch k {
		case 5:
			saved = opt.StateDict()
		case 9:
			if err := opt.LoadStateDict(saved); err != nil {
				t.Fatal(err)
			}
		}
		call(tensor.New([]float32{0, float32(k), 1}))[0].Realize()
		out = append(out, tensor.MustData[float32](w))
	}
	if opt.state[w].step != 10 { // nine, back to five, five more
		t.Errorf("%d steps are counted", opt.state[w].step)
	}
	return out
}

// TestCompiledSteps: every optimizer goes the same way to the bit in a compiled function, with a schedule, clipped gradients, and a
// state that is loaded on the way.
func TestCompiledSteps(t *testing.T) {
	variants := map[string][]Option{
		"":         nil,
		"momentum": {Momentum(0.9), Nesterov()},
		"decay":    {WeightDecay(0.1), Maximize()},
		"rest":     {AMSGrad(), With(func(c *Config) { c.Centered, c.T0, c.LRDecay, c.InitialAccum = true, 3, 0.1, 0.5 })},
	}
	for name, make := range all {
		for variant, opts := range variants {
			want, got := trained(t, make, false, opts...), trained(t, make, true, opts...)
			for k := range want {
				if !slices.Equal(want[k], got[k]) {
					t.Errorf("%s %s: step %d gives %v, compiled %v", name, variant, k, want[k], got[k])
					break
				}
			}
		}
	}
}

// TestCompiledAllocatesNoParameters: two memories of each parameter and moment take turns.
func TestCompiledAllocatesNoParameters(t *testing.T) {
	w := tensor.Zeros(1 << 16).Contiguous().Realize().RequireGrad()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	c := tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor {
		w.Sub(args[0]).Square().Sum().Backward()
		opt.MustStep()
		opt.ZeroGrad()
		return nil
	})
	x := tensor.Ones(1 << 16).Realize()
	for range 4 {
		c.MustCall(x)
	}
	d, err := rt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	before := d.Memory().Stats().HandedOut
	for range 10 {
		c.MustCall(x)
	}
	if more := d.Memory().Stats().HandedOut - before; more > 0 {
		t.Errorf("ten calls took %d bytes", more)
	}
}

func TestFirstStepWhileTraced(t *testing.T) {
	w, loss := quadratic()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	calls := 0
	c := tensor.Compile(func(...*tensor.Tensor) []*tensor.Tensor {
		if calls++; calls > 1 {
			loss().Backward()
			opt.MustStep()
		}
		return nil
	})
	c.MustCall()
	if err := tensor.Try(func() { c.MustCall() }); err == nil {
		t.Error("an optimizer began its state in a trace")
	}
}
