package schedule

import (
	"strings"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestWhy holds that every launch says where what it computes lives, and names the buffer at which it ends.
func TestWhy(t *testing.T) {
	x := f32(64, 128)
	top := lazy.ExpandNode(lazy.ReshapeNode(lazy.ReduceNode(ops.ReduceMax, x, 1), 64, 1), 64, 128)
	e := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Sub, x, top))
	sum := lazy.ReduceNode(ops.ReduceAdd, e, 1)
	plan, err := MakePlan(NewRequest([]*lazy.Node{sum}, Options{L2: 1 << 20}, false))
	if err != nil {
		t.Fatal(err)
	}
	why := plan.Why()
	if len(why) != len(plan.Launches) {
		t.Fatalf("%d lists for %d launches", len(why), len(plan.Launches))
	}
	all := strings.Join(why[0], "\n")
	for _, want := range []string{"reduce_max(64) in a register: ", "exp(64, 128) in a register: one reader", "reduce_add(64) in a buffer: an output", "why_test.go"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

// TestWhyUnfused holds that a reason is there for every buffer where fusion is off.
func TestWhyUnfused(t *testing.T) {
	x := f32(64, 128)
	y := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Neg, x))
	plan, err := MakePlan(NewRequest([]*lazy.Node{y}, Options{L2: 1 << 20, Unfused: true}, false))
	if err != nil {
		t.Fatal(err)
	}
	why := plan.Why()
	if len(why) != 2 || !strings.Contains(why[0][0], "neg(64, 128) in a buffer: fusion is off") {
		t.Errorf("%v", why)
	}
}
