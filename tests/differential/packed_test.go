package differential

import (
	"fmt"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestPackedBits holds contractions over panels, whose blocks divide their axes or not, to the same bits with one, two and three
// threads, again, and by every back end.
func TestPackedBits(t *testing.T) {
	var all []Mode
	for _, m := range modes(0) {
		if m.Device != "cpu:interp" || len(all) == 0 {
			for _, threads := range []int{1, 2, 3, 2} {
				m.Threads = threads
				all = append(all, m)
			}
		}
	}
	for i, s := range [][3]int{{32, 96, 768}, {19, 75, 800}} {
		t.Run(fmt.Sprint(s), func(t *testing.T) {
			if err := Hold([]*lazy.Node{product(ops.Float32, s[0], s[1], s[2], i&1 > 0, false, i%3)}, all); err != nil {
				t.Error(err)
			}
		})
	}
}
