package goasm

import (
	"math/rand/v2"
	"testing"
)

// A reciprocal gives the quotient of every number up to the one it was made for, at least of those where it changes.
func TestReciprocalIsExact(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		by, most := uint64(rnd.Uint32())>>rnd.IntN(32)|1, uint64(rnd.Uint32())>>rnd.IntN(32)
		r, ok := reciprocalOf(by, most, 4)
		if !ok {
			if most < 1<<31 {
				t.Fatalf("no reciprocal of %d for numbers up to %d", by, most)
			}
			continue
		}
		for _, x := range []uint64{most, most / by * by, max(most/by*by, 1) - 1, by - 1, by, rnd.Uint64() % (most + 1)} {
			if x > most {
				continue
			}
			if got := x * r.times >> r.shift; got != x/by || !r.wide && x*r.times >= 1<<32 {
				t.Fatalf("%d / %d with %+v is %d", x, by, r, got)
			}
		}
	}
}
