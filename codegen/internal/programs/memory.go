package programs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// canary is how many bytes behind each buffer must stay as they are.
const canary = 64

// Fill writes what a buffer holds before a program runs.
type Fill func(buf int, b []byte)

// Memory makes one block of bytes a buffer, with a canary behind each.
func Memory(p *codegen.Program, fill Fill) [][]byte {
	mem := make([][]byte, len(p.Bufs))
	for i, b := range p.Bufs {
		n := int(b.Elems) * b.DType.Size()
		raw := make([]byte, n+64+canary)
		start := int(-uintptr(unsafe.Pointer(&raw[0])) & 63)
		mem[i] = raw[start : start+n : start+n+canary]
		for k := range canary {
			mem[i][:n+canary][n+k] = 0xA5
		}
		if fill != nil {
			fill(i, mem[i])
		}
	}
	return mem
}

// Values fills every buffer with what draw gives for its type; the seed decides.
func Values(p *codegen.Program, seed uint64, draw func(d ops.DType, rnd *rand.Rand) ops.Value) Fill {
	return func(buf int, b []byte) {
		rnd := rand.New(rand.NewPCG(seed, uint64(buf)))
		for d := p.Bufs[buf].DType; len(b) > 0; b = b[d.Size():] {
			draw(d, rnd).Store(b)
		}
	}
}

// RunAll runs every phase over all its tiles, in two chunks.
func RunAll(p *codegen.Program, funcs []codegen.Func, mem [][]byte, scalars []int64) error {
	ptrs := make([]unsafe.Pointer, len(mem))
	for i := range mem {
		ptrs[i] = unsafe.Pointer(unsafe.SliceData(mem[i][:1]))
	}
	for i, ph := range p.Phases {
		half := ph.Tiles / 2
		if half > 0 {
			funcs[i](ptrs, scalars, 0, half)
		}
		funcs[i](ptrs, scalars, half, ph.Tiles)
	}
	for i, m := range mem {
		for k, c := range m[:cap(m)][len(m):] {
			if c != 0xA5 {
				return fmt.Errorf("buffer %d: byte %d past its end was written", i, k)
			}
		}
	}
	return nil
}

// canonical makes all NaNs of a buffer one, so that buffers can be compared byte by byte.
func canonical(d ops.DType, b []byte) {
	if !d.IsFloat() {
		return
	}
	for ; len(b) > 0; b = b[d.Size():] {
		if f := ops.Load(d, b).Float(); f != f {
			ops.FloatValue(d, math.NaN()).Store(b)
		}
	}
}
