package runtime

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

type wireSample struct {
	A int32
	B uint8
	C string
	D []float64
	E [3]byte
	F []struct{ G, H bool }
	I []byte
}

func TestWireRoundTrip(t *testing.T) {
	for _, s := range []wireSample{
		{},
		{-5, 200, "ψ", []float64{1.5, -0.25}, [3]byte{1, 2, 3}, []struct{ G, H bool }{{true, false}, {false, true}}, []byte("x")},
	} {
		b := encode(s)
		got := wireSample{I: []byte{}}
		if err := decode(b, &got); err != nil {
			t.Fatal(err)
		}
		if len(got.I) == 0 {
			got.I = nil
		}
		if !reflect.DeepEqual(got, s) {
			t.Errorf("%+v became %+v", s, got)
		}
	}
}

func TestWireRefusesOtherBytes(t *testing.T) {
	good := encode(wireSample{A: 7, C: "name", D: []float64{1}, I: []byte("abc")})
	for n := range good {
		if decode(good[:n], &wireSample{}) == nil {
			t.Errorf("took the first %d of %d bytes", n, len(good))
		}
	}
	if decode(append(good, 0), &wireSample{}) == nil {
		t.Error("took a byte too many")
	}
	if decode([]byte{0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f}, &wireSample{}) == nil {
		t.Error("took a length of billions")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 { // none of it may panic
		b := append([]byte(nil), good...)
		b[r.IntN(len(b))] = byte(r.Uint32())
		_ = decode(b, &wireSample{})
	}
}
