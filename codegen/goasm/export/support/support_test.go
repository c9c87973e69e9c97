package support

import (
	"math"
	"slices"
	"testing"
	"unsafe"

	"weft/ops"
)

func TestHalvesAgree(t *testing.T) {
	for h := range 1 << 16 {
		h := uint16(h)
		half, brain := math.Float32bits(ops.HalfToFloat32(h)), math.Float32bits(ops.BFloatToFloat32(h))
		if math.Float32bits(fromHalf(h)) != half || math.Float32bits(fromBrain(h)) != brain {
			t.Fatalf("widening %#x", h)
		}
		for _, f := range []float32{math.Float32frombits(half), math.Float32frombits(brain), math.Float32frombits(uint32(h)<<16 | 0x8000), math.Float32frombits(uint32(h)<<16 | 0x1001)} {
			if toHalf(f) != ops.Float32ToHalf(f) || toBrain(f) != ops.Float32ToBFloat(f) {
				t.Fatalf("rounding %v", f)
			}
		}
	}
}

func TestIntegers(t *testing.T) {
	if quotient(int8(-128), -1) != -128 || quotient(7, int32(0)) != 0 || remainder(int64(-7), 3) != -1 || remainder(uint8(5), 0) != 0 {
		t.Error("division")
	}
	if absolute(int8(-128)) != -128 || absolute(int16(-3)) != 3 || number[float32](true) != 1 || where(false, 1, 2) != 2 {
		t.Error("selection")
	}
	nan := math.NaN()
	got := []int8{saturate[int8](1e9, -128, 128), saturate[int8](-1e9, -128, 128), saturate[int8](nan, -128, 128), saturate[int8](-2.7, -128, 128)}
	if !slices.Equal(got, []int8{127, -128, 0, -2}) {
		t.Error(got)
	}
}

// TestSpread runs every tile once, with scratch of its own for each worker.
func TestSpread(t *testing.T) {
	const tiles = 1003
	for _, chunk := range []int64{1, 7, 5000} {
		out := make([]int32, tiles)
		k := kernel{scratch: []int{4}, phases: []phase{{tiles: tiles, chunk: chunk, run: func(bufs *unsafe.Pointer, scalars *int64, lo, hi int64) {
			b := unsafe.Slice(bufs, 2)
			y, s := view[int32](b[0], tiles), view[int32](b[1], 1)
			for i := lo; i < hi; i++ {
				s[0] = y[i] + int32(*scalars)
				y[i] = s[0]
			}
		}}}}
		k.run([]unsafe.Pointer{unsafe.Pointer(&out[0])}, []int64{3})
		if slices.Min(out) != 3 || slices.Max(out) != 3 {
			t.Error(chunk, out)
		}
	}
}

func TestWeights(t *testing.T) {
	w := weight{offset: 2, size: 4, count: 2}
	p := w.load("xx\x00\x00\x80\x3f\x00\x00\x00\x40")
	if uintptr(p)%64 != 0 || !slices.Equal(take[float32](p, 2), []float32{1, 2}) {
		t.Error(take[float32](p, 2))
	}
	fill(p, []float32{5})
	if view[float32](p, 1)[0] != 5 {
		t.Error("fill")
	}
}
