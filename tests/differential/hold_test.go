package differential

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	_ "weft/codegen/goasm"
	_ "weft/codegen/llvm"
	"weft/lazy"
	"weft/ops"
	rt "weft/runtime"
)

// budget is the time for generated graphs: short, or ten minutes with WEFT_LONG=1, or as WEFT_SECONDS says.
func budget(short time.Duration) time.Duration {
	if n, err := strconv.Atoi(os.Getenv("WEFT_SECONDS")); err == nil {
		return time.Duration(n) * time.Second
	}
	if os.Getenv("WEFT_LONG") == "1" {
		return 10 * time.Minute
	}
	return short
}

// TestPlans holds the schedule of random programs, before any lowering, against the reference.
func TestPlans(t *testing.T) {
	holdMany(t, 6*time.Second, func(uint64) []Mode { return planned })
}

// TestGraphs holds random programs, all the way, in every mode.
func TestGraphs(t *testing.T) { holdMany(t, 16*time.Second, modes) }

// holdMany holds programs of rising seeds, as many as the time allows; a failure is shrunk and printed. WEFT_SEED is the
// first seed.
func holdMany(t *testing.T, short time.Duration, modes func(seed uint64) []Mode) {
	first, _ := strconv.ParseUint(os.Getenv("WEFT_SEED"), 10, 64)
	end, held := time.Now().Add(budget(short)), 0
	for seed := first; time.Now().Before(end); seed++ {
		start := time.Now()
		holdSeed(t, seed, optionsOf(seed), modes(seed))
		if took := time.Since(start); took > 10*time.Second {
			t.Logf("seed %d took %v", seed, took)
		}
		if held++; t.Failed() {
			break
		}
	}
	t.Logf("%d programs from seed %d on, in %v", held, first, modes(0))
}

func holdSeed(t *testing.T, seed uint64, opt Options, modes []Mode) {
	t.Helper()
	holdRoots(t, fmt.Sprintf("seed %d", seed), Generate(seed, opt).Roots, modes)
}

// holdRoots holds a graph; one that fails is shrunk.
func holdRoots(t *testing.T, name string, roots []*lazy.Node, modes []Mode) {
	t.Helper()
	err := Hold(roots, modes)
	if err == nil {
		return
	}
	small := Shrink(roots, func(r []*lazy.Node) bool { return kindOf(Hold(r, modes)) == kindOf(err) }, 400)
	t.Errorf("%s: %v\nshrunk: %v\n%s", name, err, Hold(small, modes), Format(small))
}

// planned holds the schedule alone against the reference.
var planned = []Mode{{Device: "plan"}, {Device: "plan", Unfused: true}}

// kindOf is an error without its numbers and shapes: a graph is shrunk only to one that fails in the same way.
func kindOf(err error) string {
	if err == nil {
		return ""
	}
	word := func(s string) bool {
		return s != "" && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
	}
	var words []string
	for _, w := range strings.FieldsFunc(err.Error(), func(r rune) bool { return strings.ContainsRune(" :,()\n", r) }) {
		if _, dtype := ops.ParseDType(w); word(w) && !dtype && len(words) < 8 {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// modes are the ways of computing that this machine has, on its instruction set and on AVX2; of the fused and the unfused form
// of what takes long, every other program takes one.
func modes(seed uint64) []Mode {
	return here([]Mode{
		{Device: "cpu:interp", Threads: 1},
		{Device: "cpu:interp", Threads: 1, Unfused: true},
		{Device: "cpu:interp", Threads: 2},
		{Device: "cpu:interp", Threads: 1, Stepwise: true},
		{Device: "cpu:goasm", Threads: 1 + int(seed/4%2)},
		{Device: "cpu:goasm", Threads: 1, Unfused: true},
		{Device: "cpu:llvm", Threads: 1 + int(seed/2%2), Unfused: seed%2 == 1},
		{Device: "cpu:goasm:avx2", Threads: 1 + int(seed/4%2), Unfused: seed%2 == 0},
		{Device: "cpu:interp:avx2", Threads: 1, Unfused: seed%2 == 1},
	})
}

// every is all of modes, with both forms of llvm.
func every() []Mode {
	return append(modes(0), here([]Mode{{Device: "cpu:llvm", Threads: 1, Unfused: true}})...)
}

// here are the modes whose device this machine has.
func here(all []Mode) []Mode {
	return slices.DeleteFunc(all, func(m Mode) bool {
		_, err := rt.Open(m.Device)
		return err != nil
	})
}

func FuzzGraph(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(10))
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		opt := optionsOf(seed)
		opt.Steps = 1 + int(steps)%40
		holdSeed(t, seed, opt, modes(seed))
	})
}
