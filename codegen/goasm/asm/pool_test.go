package asm

import (
	"bytes"
	"testing"
)

// Constants are aligned to their size, equal ones share a place, and the code finds them behind itself.
func TestPool(t *testing.T) {
	var l List
	one, wide := l.Const32(1), l.Const(bytes.Repeat([]byte{7}, 64))
	again, odd := l.Const32(1), l.Const([]byte{1, 2, 3})
	for i, want := range []int32{0, 64, 0, 128} {
		if have := []Mem{one, wide, again, odd}[i].Disp; have != want {
			t.Errorf("constant %d is at %d, want %d", i, have, want)
		}
	}
	l.Emit(VADDPS, Z(0), Z(0), wide)
	l.Emit(VSHUFPS, Y(0), Y(0), wide.Plus(32), Imm(3))
	l.Emit(RET)
	c, err := Encode(&l)
	if err != nil {
		t.Fatal(err)
	}
	if c.Pool%poolAlign != 0 || len(c.Bytes) != c.Pool+131 {
		t.Errorf("the pool is at %d of %d bytes", c.Pool, len(c.Bytes))
	}
	for i, want := range []int{64, 96} {
		end := int(c.Starts[i+1])
		at := end - 4 - i // an immediate stands behind the second
		if have := end + int(get32(c.Bytes[at:])) - c.Pool; have != want {
			t.Errorf("instruction %d reads the constant at %d, want %d", i, have, want)
		}
	}
}
