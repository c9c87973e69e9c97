package steady

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// collected are programs that write an expression which they computed before and dropped: each gives what it computed.
var collected = map[string]func(x, y *tensor.Tensor, between func()) *tensor.Tensor{
	"a product that was computed is summed later": func(x, y *tensor.Tensor, between func()) *tensor.Tensor {
		x.Mul(y).Realize()
		between()
		return x.Mul(y).Sum()
	},
	"a tracked product that was computed is summed later": func(x, y *tensor.Tensor, between func()) *tensor.Tensor {
		w := x.Detach().RequireGrad()
		w.Mul(y).Realize()
		between()
		return w.Mul(y).Sum().Detach()
	},
	"intermediates of a loss are asked for again": func(x, y *tensor.Tensor, between func()) *tensor.Tensor {
		w := x.Detach().RequireGrad()
		p := w.Mul(y).Contiguous()
		p.Exp().Sum().Add(p.Square().Sum()).Realize()
		between()
		return w.Mul(y).Contiguous().Sum().Detach()
	},
	"positions that were computed are moved later": func(x, y *tensor.Tensor, between func()) *tensor.Tensor {
		on := tensor.Options{Device: x.Device()}
		on.Arange(1000).Mul(3).Realize()
		between()
		return x.Mul(on.Arange(1000).Mul(3)).Sum()
	},
}

// TestCollectionsChangeNothing: what a program computes, and with how many plans and launches, does not depend on when Go collects
// what it dropped.
func TestCollectionsChangeNothing(t *testing.T) {
	for _, device := range rt.DeviceNames() {
		for name, program := range collected {
			t.Run(device+"/"+name, func(t *testing.T) {
				on := tensor.Options{Device: device}
				tensor.Seed(1)
				x, y := on.Randn(1000).Realize(), on.Randn(1000).Realize()
				run := func(between func()) (float64, int64) {
					before := rt.Snapshot()
					v := program(x, y, between).Item()
					return v, rt.Snapshot().Sub(before).Kernels
				}
				kept, keptLaunches := run(func() {})
				gone, goneLaunches := run(func() { runtime.GC(); runtime.GC() })
				if math.Float64bits(kept) != math.Float64bits(gone) || keptLaunches != goneLaunches {
					t.Errorf("%v in %d launches; after a collection %v in %d", kept, keptLaunches, gone, goneLaunches)
				}
			})
		}
	}
}

// TestSameTrainingAgain: other models of the same kind, trained while Go collects all the time, have the plans of the first.
func TestSameTrainingAgain(t *testing.T) {
	for _, device := range rt.DeviceNames() {
		training(t, device)()
		func() {
			defer debug.SetGCPercent(debug.SetGCPercent(1))
			before := rt.Snapshot()
			for range 12 {
				training(t, device)()
			}
			if made := rt.Snapshot().Sub(before); made.Compiles != 0 || made.Plans != 0 {
				t.Errorf("%s: %d kernels compiled and %d plans made for a program that had run before", device, made.Compiles, made.Plans)
			}
		}()
	}
}
