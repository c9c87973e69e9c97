package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// softmaxAlong is a softmax of x along an axis.
func softmaxAlong(x *lazy.Node, axis int) *lazy.Node {
	back := func(r *lazy.Node) *lazy.Node {
		shape := append([]int(nil), x.Shape...)
		shape[axis] = 1
		return lazy.ExpandNode(lazy.ReshapeNode(r, shape...), x.Shape...)
	}
	e := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Sub, x, back(lazy.ReduceNode(ops.ReduceMax, x, axis))))
	return lazy.Elementwise(ops.Div, e, back(lazy.ReduceNode(ops.ReduceAdd, e, axis)))
}

// TestAround tells where the loops of a kernel over rows that are not its last axis go: the row's inside, if there are enough
// others and it stays in the cache.
func TestAround(t *testing.T) {
	for _, c := range []struct {
		shape []int
		axis  int
		loops []int64 // of the one kernel; nil for several
	}{
		{[]int{16, 32, 128}, 1, []int64{16, 128, 32}},
		{[]int{16, 32, 8, 16}, 1, []int64{16, 8, 16, 32}},
		{[]int{16, 32, 128}, 2, []int64{16, 32, 128}},
		{[]int{300, 4096}, 0, []int64{4096, 300}},
		{[]int{4096, 64}, 0, nil},
		{[]int{4, 4096, 1024}, 1, nil},
	} {
		plan, err := MakePlan(NewRequest([]*lazy.Node{softmaxAlong(f32(c.shape...), c.axis)}, Options{L2: 1 << 20}, false))
		if err != nil {
			t.Fatal(err)
		}
		if c.loops == nil {
			if len(plan.Launches) < 2 {
				t.Errorf("%v along %d is one kernel", c.shape, c.axis)
			}
			continue
		}
		if len(plan.Launches) != 1 {
			t.Errorf("%v along %d is %d kernels", c.shape, c.axis, len(plan.Launches))
			continue
		}
		for n, r := range plan.Launches[0].Kernel.Phases[0].Ranges {
			if r.Extent != c.loops[n] {
				t.Errorf("%v along %d: loop %d is over %d, not %d", c.shape, c.axis, n, r.Extent, c.loops[n])
			}
		}
	}
}
