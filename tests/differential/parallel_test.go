package differential

import (
	"sync"
	"testing"

	"weft/lazy"
)

// TestAtOnce computes programs from many goroutines at once; each must get what it gets alone.
func TestAtOnce(t *testing.T) {
	for _, m := range devices() {
		programs, alone := make([]Program, 24), make([][]*lazy.Array, 24)
		for i := range programs {
			programs[i] = Generate(uint64(i), small)
			var err error
			if alone[i], err = m.run(programs[i].Roots); err != nil {
				t.Fatalf("%v: seed %d: %v", m, i, err)
			}
		}
		var wg sync.WaitGroup
		for range 3 {
			for i, p := range programs {
				wg.Go(func() {
					got, err := m.run(p.Roots)
					if err == nil {
						err = sameRoots(alone[i], got)
					}
					if err != nil {
						t.Errorf("%v: seed %d: %v", m, i, err)
					}
				})
			}
		}
		wg.Wait()
	}
}

// devices is one mode for each back end.
func devices() []Mode {
	return here([]Mode{{Device: "cpu:interp"}, {Device: "cpu:goasm"}, {Device: "cpu:llvm"}})
}
