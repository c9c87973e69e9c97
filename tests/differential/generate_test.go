package differential

import (
	"os"
	"slices"
	"strings"
	"testing"

	"weft/lazy"
	"weft/ops"
)

var small = Options{Steps: 14, Numel: 600, Inner: 6000}

// large programs are few steps on values long enough for tiles, tails, split reductions and several chunks.
var large = Options{Steps: 6, Numel: 60_000, Inner: 300_000}

func optionsOf(seed uint64) Options {
	o := small
	if seed%16 == 7 && os.Getenv("WEFT_NOLARGE") == "" {
		o = large
	}
	o.Gradient = seed%3 == 0
	return o
}

// TestPrograms holds that what is drawn is well formed and has a value, and that all operations are drawn.
func TestPrograms(t *testing.T) {
	drawn := map[ops.Op]int{}
	for seed := range uint64(300) {
		p := Generate(seed, optionsOf(seed))
		if err := lazy.Verify(p.Roots); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, Format(p.Roots))
		}
		if _, err := lazy.Evaluate(p.Roots, Read); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, n := range lazy.Toposort(p.Roots) {
			drawn[n.Op]++
		}
	}
	for _, op := range ops.All() {
		if drawn[op] == 0 && op != ops.Host && op != ops.Copy && op != ops.Bitcast {
			t.Errorf("no program has %v", op)
		}
	}
}

func TestSameSeedSameProgram(t *testing.T) {
	for seed := range uint64(20) {
		a, b := Generate(seed, optionsOf(seed)), Generate(seed, optionsOf(seed))
		if Format(a.Roots) != Format(b.Roots) {
			t.Errorf("seed %d gives two programs", seed)
		}
	}
}

// TestShrink gives the shrinker a fault that it must isolate: programs in which some Exp sees a negative number.
func TestShrink(t *testing.T) {
	fails := func(roots []*lazy.Node) bool {
		order := lazy.Toposort(roots)
		values, err := lazy.Evaluate(order, Read)
		if err != nil {
			return false
		}
		for i, n := range order {
			if n.Op == ops.Exp && slices.ContainsFunc(values[i].Floats(), func(e float64) bool { return e < 1 }) {
				return true
			}
		}
		return false
	}
	found := 0
	for seed := uint64(0); seed < 200 && found < 5; seed++ {
		p := Generate(seed, small)
		if !fails(p.Roots) {
			continue
		}
		found++
		roots := Shrink(p.Roots, fails, 300)
		if n := len(lazy.Toposort(roots)); n > 2 || !fails(roots) {
			t.Errorf("seed %d: shrunk to %d nodes\n%s", seed, n, Format(roots))
		}
	}
	if found == 0 {
		t.Error("no program to shrink")
	}
}

func TestFormatShowsBuffers(t *testing.T) {
	x := bufferOf(&lazy.Array{DType: ops.Int32, Shape: []int{2}, Bits: []uint64{7, 9}})
	if text := Format([]*lazy.Node{x}); !strings.Contains(text, "7 9") || !strings.Contains(text, "buffer int32[2]") {
		t.Errorf("format is %q", text)
	}
}
