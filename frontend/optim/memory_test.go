package optim

import (
	"runtime/debug"
	"slices"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// TestStateTakesTurns: without a collection, a step leaves behind the old parameter alone, not the old moments.
func TestStateTakesTurns(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	d, err := rt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	const bytes = 64 * 64 * 4
	w := tensor.Full(3.0, 64, 64).Contiguous().Realize().RequireGrad()
	opt := NewAdam([]*tensor.Tensor{w}, 0.1)
	loss := func() *tensor.Tensor { return w.Square().Sum() }
	run(3, opt, NewScheduler(opt, ConstantLR(1, 1)), loss)
	before := d.Memory().Stats()
	run(10, opt, NewScheduler(opt, ConstantLR(1, 1)), loss)
	after := d.Memory().Stats()
	if after.Forced > before.Forced {
		t.Skip("a collection ran")
	}
	if grown := after.Live - before.Live; grown > 10*(bytes+1024) {
		t.Errorf("ten steps left %d bytes behind, the parameter has %d", grown, bytes)
	}
}

// TestOthersKeepState: what somebody took of an optimizer's state, or gave to it, is no step's to write over.
func TestOthersKeepState(t *testing.T) {
	for name, make := range all {
		w, loss := quadratic()
		opt := make([]*tensor.Tensor{w}, 0.1, With(func(c *Config) { c.Momentum, c.AMSGrad, c.Centered = 0.8, true, true }))
		sched := NewScheduler(opt, ConstantLR(1, 1))
		run(3, opt, sched, loss)
		grad := w.Grad()
		value := tensor.MustData[float32](grad.Add(0))
		saved := opt.StateDict()
		kept := map[string][]float32{}
		for k, x := range saved.Tensors {
			kept[k] = tensor.MustData[float32](x.Add(0))
		}
		run(3, opt, sched, loss)
		if err := opt.LoadStateDict(saved); err != nil {
			t.Fatal(err)
		}
		run(3, opt, sched, loss)
		for k, x := range saved.Tensors {
			if !slices.Equal(tensor.MustData[float32](x), kept[k]) {
				t.Errorf("%s: %s changed with later steps", name, k)
			}
		}
		if !slices.Equal(tensor.MustData[float32](grad), value) {
			t.Errorf("%s: a gradient changed with later steps", name)
		}
	}
}
