package runtime

import (
	"bytes"
	"testing"
	"unsafe"
)

func TestCopyAndZero(t *testing.T) {
	for _, n := range []int{0, 1, 1000, copyPart, 3*copyPart + 17} {
		from, to := make([]byte, n+1), make([]byte, n+1)
		for i := range from {
			from[i] = byte(i*7 + 1)
		}
		to[n] = 99
		before := Snapshot()
		if err := Copy(t.Context(), unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), int64(n)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(to[:n], from[:n]) || to[n] != 99 {
			t.Errorf("copy of %d bytes", n)
		}
		if err := Zero(t.Context(), unsafe.Pointer(&to[0]), int64(n)); err != nil {
			t.Fatal(err)
		}
		if bytes.Count(to[:n], []byte{0}) != n || to[n] != 99 {
			t.Errorf("zeroing %d bytes", n)
		}
		if got := Snapshot().Sub(before); got.Others != 2 || got.Bytes != int64(3*n) {
			t.Errorf("counted %+v", got)
		}
	}
}
