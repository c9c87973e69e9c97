package asm

import "testing"

// Every operation has a row.
func TestEveryOperationHasARow(t *testing.T) {
	for op := noOp + 1; op < numOps; op++ {
		if len(rowsOf(op)) == 0 {
			t.Errorf("%v has no row", op)
		}
	}
}
