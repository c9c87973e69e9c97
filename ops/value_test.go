package ops

import (
	"math"
	"testing"
)

func TestCast(t *testing.T) {
	for _, c := range []struct{ in, want Value }{
		{FloatValue(Float32, 300), IntValue(Uint8, 255)}, {FloatValue(Float32, -1.9), IntValue(Uint8, 0)},
		{FloatValue(Float32, -1.9), IntValue(Int8, -1)}, {FloatValue(Float32, nan), IntValue(Int64, 0)},
		{FloatValue(Float64, inf), IntValue(Int64, math.MaxInt64)}, {FloatValue(Float64, 1e30), Value{Uint64, math.MaxUint64}},
		{FloatValue(Float64, -inf), Value{Uint64, 0}}, {IntValue(Int32, 300), IntValue(Uint8, 44)},
		{IntValue(Int64, -1), Value{Uint64, math.MaxUint64}}, {Value{Uint64, math.MaxUint64}, FloatValue(Float64, 1<<64)},
		{IntValue(Int64, 1<<24+1), FloatValue(Float32, 1<<24)}, {IntValue(Int64, 1<<62+1<<38+1), FloatValue(Float32, 1<<62+1<<39)},
		{FloatValue(Float32, 0.1), BoolValue(true)}, {FloatValue(Float32, neg0), BoolValue(false)},
		{FloatValue(Float64, nan), BoolValue(true)}, {BoolValue(true), FloatValue(BFloat16, 1)},
		{FloatValue(Float64, 65519), FloatValue(Float16, 65504)}, {FloatValue(Float64, 65520), FloatValue(Float16, inf)},
		{FloatValue(Float64, 1+0x1p-8), FloatValue(BFloat16, 1)}, {FloatValue(Float64, 1+3*0x1p-8), FloatValue(BFloat16, 1+0x1p-6)},
		{FloatValue(Float64, 0x1p-25), FloatValue(Float16, 0)}, {FloatValue(Float64, 3*0x1p-26), FloatValue(Float16, 0x1p-24)},
	} {
		if got := c.in.Cast(c.want.DType); got != c.want {
			t.Errorf("%v %v as %v is %v, want %v", c.in.DType, c.in, c.want.DType, got, c.want)
		}
	}
}

// TestHalvesRoundTrip sends all 16-bit floats through float32 and back.
func TestHalvesRoundTrip(t *testing.T) {
	for h := range 1 << 16 {
		h := uint16(h)
		if f := HalfToFloat32(h); f == f && Float32ToHalf(f) != h {
			t.Errorf("float16 %04x becomes %v and %04x", h, f, Float32ToHalf(f))
		}
		if f := BFloatToFloat32(h); f == f && Float32ToBFloat(f) != h {
			t.Errorf("bfloat16 %04x becomes %v and %04x", h, f, Float32ToBFloat(f))
		}
	}
}

// TestHalvesRoundToEven tries the middle between neighbours, and what lies just beside it.
func TestHalvesRoundToEven(t *testing.T) {
	for h := range uint16(0x7bff) {
		low, high := HalfToFloat32(h), HalfToFloat32(h+1)
		mid := (low + high) / 2
		if got := Float32ToHalf(mid); got != h+h&1 {
			t.Fatalf("the middle over %04x rounds to %04x", h, got)
		}
		if got := Float32ToHalf(math.Nextafter32(mid, inf32)); got != h+1 {
			t.Fatalf("above the middle over %04x: %04x", h, got)
		}
		if got := Float32ToHalf(-math.Nextafter32(mid, 0)); got != h|0x8000 {
			t.Fatalf("below the middle over %04x: %04x", h, got)
		}
	}
}

var inf32 = float32(math.Inf(1))

func TestMemoryRoundTrip(t *testing.T) {
	var b [8]byte
	for _, d := range DTypes() {
		for _, v := range specials(d) {
			v.Store(b[:])
			if got := Load(d, b[:]); !same(got, v) {
				t.Errorf("%v %v comes back as %v", d, v, got)
			}
			got, err := ParseValue(d, v.String())
			if err != nil || got != v {
				t.Errorf("%v %q parses as %v, %v", d, v.String(), got, err)
			}
		}
	}
	if got := FloatValue(Float32, 1).Bitcast(Int32); got != IntValue(Int32, 0x3f800000) {
		t.Errorf("the bits of 1 are %v", got)
	}
	if got := IntValue(Int16, -1).Bitcast(Uint16); got != IntValue(Uint16, 65535) {
		t.Errorf("the bits of -1 are %v", got)
	}
}
