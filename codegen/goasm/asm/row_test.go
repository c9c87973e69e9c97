package asm

import "testing"

// Every operation has rows, and all of them in one place.
func TestRowsByOperation(t *testing.T) {
	var count [numOps]int
	for _, f := range families() {
		for _, r := range f {
			count[r.op]++
		}
	}
	for op := noOp + 1; op < numOps; op++ {
		if count[op] == 0 || count[op] != len(forms[op]) {
			t.Errorf("%v has %d rows and %d of them in one place", op, count[op], len(forms[op]))
		}
	}
}
