package tensor

import "testing"

func TestAlong(t *testing.T) {
	x := New([]float32{1, 2, 3}).RequireGrad()
	count := Zeros()
	for range 3 {
		count.Assign(count.Add(1))
		loss := x.Mul(x).Sum().Along(count)
		loss.Backward()
		x.Grad().Realize() // computes the loss, and with it the count
		if !count.IsRealized() || !loss.IsRealized() {
			t.Fatalf("count realized: %v, loss realized: %v", count.IsRealized(), loss.IsRealized())
		}
	}
	if got := count.Item(); got != 3 {
		t.Errorf("count is %v", got)
	}
}
