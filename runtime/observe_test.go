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
