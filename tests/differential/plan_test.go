package differential

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"weft/lazy"
	"weft/schedule"
)

// TestSameProgramSamePlan plans a program, and once more when it is written anew after a collection: the request has the same
// key, and the plan the same kernels on the same memory.
func TestSameProgramSamePlan(t *testing.T) {
	for seed := range uint64(150) {
		first, key := planText(t, Generate(seed, optionsOf(seed)).Roots)
		if seed%10 == 0 {
			runtime.GC()
		}
		again, other := planText(t, Generate(seed, optionsOf(seed)).Roots)
		if key != other || first != again {
			t.Errorf("seed %d: keys %x and %x, plans\n%s\nand\n%s", seed, key, other, first, again)
		}
	}
}

// planText is a plan in words.
func planText(t *testing.T, roots []*lazy.Node) (string, [2]uint64) {
	t.Helper()
	full := withElements(roots)
	if len(full) == 0 {
		return "", [2]uint64{}
	}
	req := schedule.NewRequest(full, schedule.Options{L2: l2}, true)
	p, err := schedule.MakePlan(req)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range p.Launches {
		fmt.Fprintln(&b, l.Mems, l.Offsets, l.Params, l.Kernel.Text())
	}
	for _, m := range p.Mems {
		fmt.Fprintln(&b, m.Kind, m.DType, m.Elems, m.Input, m.Offset)
	}
	fmt.Fprintln(&b, p.Outputs, p.Keeps, p.Checks)
	return b.String(), req.Key
}
