package runtime

import "testing"

func TestCounters(t *testing.T) {
	before := Snapshot()
	countKernel(100)
	countKernel(20)
	CountOther(3)
	got := Snapshot().Sub(before)
	if got != (Counts{Kernels: 2, Others: 1, Bytes: 123}) || got.Launches() != "2+1" {
		t.Errorf("counted %+v", got)
	}
}
