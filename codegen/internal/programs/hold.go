package programs

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/codegen"
	_ "weft/codegen/interp" // what the others are held against
	"weft/ops"
	"weft/schedule"
)

// Way is a back end under test, with a target. Compile gives a program's phases as functions.
type Way struct {
	Name    string
	Target  codegen.Target
	Compile func(t testing.TB, p *codegen.Program) []codegen.Func
}

// Interp is the interpreter's way.
func Interp(target codegen.Target) Way {
	return Way{"interp", target, func(t testing.TB, p *codegen.Program) []codegen.Func {
		t.Helper()
		c, err := codegen.Lookup("interp").Compile(p, target, false)
		if err != nil {
			t.Fatal(err)
		}
		return c.Funcs
	}}
}

// Both runs a program in this way and through the interpreter and gives the buffers, NaNs made equal.
func (w Way) Both(t testing.TB, p *codegen.Program, fill Fill, scalars []int64) (got, want [][]byte) {
	t.Helper()
	return w.run(t, p, fill, scalars), Interp(w.Target).run(t, p, fill, scalars)
}

func (w Way) run(t testing.TB, p *codegen.Program, fill Fill, scalars []int64) [][]byte {
	t.Helper()
	mem := Memory(p, fill)
	if err := RunAll(p, w.Compile(t, p), mem, scalars); err != nil {
		t.Fatalf("%s: %s: %v", w.Name, p.Name, err)
	}
	for i, b := range p.Bufs {
		canonical(b.DType, mem[i])
	}
	return mem
}

// Hold holds a program to the interpreter's bits in the first n buffers.
func (w Way) Hold(t testing.TB, p *codegen.Program, n int, fill Fill, scalars []int64) {
	t.Helper()
	got, want := w.Both(t, p, fill, scalars)
	for i := range n {
		if !bytes.Equal(got[i], want[i]) {
			t.Fatalf("%s: buffer %d (%v) differs\n%s", p.Name, i, p.Bufs[i].DType, p.Text())
		}
	}
}

// HoldShapes holds the programs of common kernels.
func (w Way) HoldShapes(t *testing.T) {
	vl := w.Target.VL
	for _, p := range []*codegen.Program{
		Chain(vl, int64(vl)*4*7), MatmulTile(vl, 12, int64(vl)*4, 9, 6, 2), RowMax(vl, 5, int64(vl)*6), Lookup(vl, int64(vl)*5, 50),
		Tail(vl, ops.Float32, 37), Tail(vl, ops.Int8, 37), Tail(vl, ops.Float64, 37),
	} {
		if err := codegen.Verify(p, w.Target); err != nil {
			t.Error(err)
		}
		w.Hold(t, p, len(p.Bufs), Values(p, 3, RandomValue), nil)
	}
}

// HoldRandom holds programs made at random.
func (w Way) HoldRandom(t *testing.T, seeds uint64) {
	scalars := []int64{0x40490fdb, -3, 1, 12345, 0x3ff8000000000000, 200}
	for seed := range seeds {
		p := Random(seed, w.Target.VL)
		w.Hold(t, p, len(p.Bufs), Values(p, seed, RandomValue), scalars)
	}
}

// HoldKernels holds what codegen lowers.
func (w Way) HoldKernels(t *testing.T, list []*schedule.Kernel) {
	for n, k := range list {
		p, err := codegen.Lower(k, w.Target)
		if err != nil {
			t.Fatal(err)
		}
		w.Hold(t, p, p.NumParams, Values(p, uint64(n), modest), nil)
	}
}

// modest values keep indices within reach and sums exact only in part.
func modest(d ops.DType, rnd *rand.Rand) ops.Value {
	if d.IsFloat() {
		return ops.FloatValue(d, rnd.NormFloat64())
	}
	return ops.IntValue(d, rnd.Int64N(40)-8)
}

// HoldPrimitives holds every primitive on every type, for all special values.
func (w Way) HoldPrimitives(t *testing.T, thorough bool) {
	for batch := range slices.Chunk(trials(thorough), 48) {
		b := New("primitives", w.Target.VL)
		for _, c := range batch {
			c.phase(b)
		}
		w.holdTrials(t, b.Done(), batch)
	}
}

func (w Way) holdTrials(t *testing.T, p *codegen.Program, batch []*trial) {
	t.Helper()
	values := make([][]ops.Value, len(p.Bufs))
	for _, c := range batch {
		for k := range c.in {
			values[c.out+1+k] = c.in[k]
		}
	}
	got, want := w.Both(t, p, func(buf int, b []byte) {
		for i, v := range values[buf] {
			v.Store(b[i*v.DType.Size():])
		}
	}, nil)
	for _, c := range batch {
		if i := c.unequal(got[c.out], want[c.out]); i >= 0 {
			t.Errorf("%s: %v of %v: %v, interp %v", w.Name, c, c.operands(i), c.result(got, i), c.result(want, i))
		}
	}
}
