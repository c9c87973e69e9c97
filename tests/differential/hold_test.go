package differential

import (
	"os"
	"testing"
	"time"

	"weft/lazy"
)

// seconds bounds the time of the generated graphs; WEFT_LONG=1 draws many more.
func seconds() time.Duration {
	if os.Getenv("WEFT_LONG") == "1" {
		return 20 * time.Minute
	}
	return 5 * time.Second
}

// TestGraphs holds programs of fixed seeds, as many as the time allows; a failure is shrunk and printed.
func TestGraphs(t *testing.T) {
	end, held := time.Now().Add(seconds()), 0
	for seed := uint64(0); time.Now().Before(end) && held < 200_000; seed++ {
		holdSeed(t, seed, optionsOf(seed))
		if held++; t.Failed() {
			break
		}
	}
	t.Logf("%d programs", held)
}

func holdSeed(t *testing.T, seed uint64, opt Options) {
	t.Helper()
	p := Generate(seed, opt)
	err := Hold(p.Roots, modes())
	if err == nil {
		return
	}
	roots := Shrink(p.Roots, func(r []*lazy.Node) bool { return Hold(r, modes()) != nil }, 400)
	t.Errorf("seed %d: %v\nshrunk: %v\n%s", seed, err, Hold(roots, modes()), Format(roots))
}

func modes() []Mode {
	return []Mode{{"cpu:interp", 1, false}, {"cpu:interp", 1, true}, {"cpu:interp", 2, false}}
}

func FuzzGraph(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed, uint8(10))
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		opt := optionsOf(seed)
		opt.Steps = 1 + int(steps)%40
		holdSeed(t, seed, opt)
	})
}
