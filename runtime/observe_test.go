package runtime_test

import (
	"testing"

	"weft/lazy"
	"weft/ops"
	"weft/runtime"
)

func TestObservePlans(t *testing.T) {
	var seen []runtime.PlanMade
	stop := runtime.ObservePlans(func(m runtime.PlanMade) { seen = append(seen, m) })
	x := source(t, "cpu:interp", func(i int) float32 { return float32(i) }, 3, 41)
	y := lazy.Elementwise(ops.Sqrt, x)
	realize(t, "cpu:interp", y)
	realize(t, "cpu:interp", lazy.Elementwise(ops.Sqrt, source(t, "cpu:interp", func(int) float32 { return 1 }, 3, 41)))
	stop()
	realize(t, "cpu:interp", lazy.Elementwise(ops.Neg, x))
	if len(seen) != 1 || len(seen[0].Plan.Launches) != 1 || len(seen[0].Kernels) != 1 || seen[0].Device.Name() != "cpu:interp" {
		t.Fatalf("saw %+v, want one plan of one kernel: the second graph is the first again, the third came after stop", seen)
	}
	if seen[0].Kernels[0].Program.Text() == "" {
		t.Error("no program")
	}
}

func TestObserveLaunches(t *testing.T) {
	var seen []runtime.LaunchDone
	stop := runtime.ObserveLaunches(func(l runtime.LaunchDone) { seen = append(seen, l) })
	x := source(t, "cpu:interp", func(i int) float32 { return float32(i) }, 3, 43)
	realize(t, "cpu:interp", lazy.Elementwise(ops.Sqrt, x), lazy.Elementwise(ops.Neg, x))
	launched := len(seen)
	stop()
	realize(t, "cpu:interp", lazy.Elementwise(ops.Sqrt, x))
	if launched == 0 || len(seen) != launched {
		t.Fatalf("saw %d launches and %d after stop, want some and no more", launched, len(seen)-launched)
	}
	for _, l := range seen {
		gbs, gflops := l.Kernel.Rates(l.Took.Seconds())
		if l.Took <= 0 || l.Site.Ops == 0 || gbs <= 0 || gflops < 0 {
			t.Errorf("%s took %v for %d operations at %v GB/s, %v GFLOP/s", l.Kernel.Program.Name, l.Took, l.Site.Ops, gbs, gflops)
		}
	}
}
