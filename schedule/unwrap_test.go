package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestWayBackOfWindows: the gradient of sliding windows reads a window's gradient at a difference of two ranges, without a division, as
// often as windows overlap and no oftener.
func TestWayBackOfWindows(t *testing.T) {
	for _, c := range []struct{ n, size int }{{24, 5}, {10, 3}, {7, 2}, {30, 7}, {9, 4}} {
		places := c.n - c.size + 1
		g := lazy.NewConst(ops.FloatValue(ops.Float32, 1), c.size, places)
		x := rewound(g, c.n+1-places, c.n)
		b := NewBuilder()
		r, y := b.Range(Red, int64(x.Shape[0])), b.Range(Out, int64(c.n))
		at := place{idx: []*Expr{b.Var(r), b.Var(y)}}
		for n := x; n != g; n = n.Src[0] {
			at, _ = b.move(n, at)
		}
		at, inside := b.shorten([]*Range{r}, at, at.gate)
		if at.idx[0] != b.Var(r) || at.idx[1] != b.Sub(b.Var(y), b.Var(r)) {
			t.Errorf("%v: window %v", c, at.idx)
		}
		if r.Extent != int64(c.size) {
			t.Errorf("%v: %d turns", c, r.Extent)
		}
		positions([]*Range{r, y}, func(v map[int]int64, _ []int64) {
			in := v[y.ID]-v[r.ID] >= 0 && v[y.ID]-v[r.ID] < int64(places)
			if got := inside == nil || evalIndex(inside, v) != 0; got != in {
				t.Errorf("%v at %v: gate %v", c, v, got)
			}
		})
	}
}
