package runtime

import "testing"

func TestPeak(t *testing.T) {
	p := Peak()
	t.Logf("%.1f GB/s, %.1f GFLOP/s", p.GBs, p.GFlops)
	if p.GBs <= 0 || canRunCode() == nil && Target().VL >= 8 && p.GFlops <= 0 {
		t.Errorf("%+v", p)
	}
}
