package tensor_test

import (
	"math"
	"testing"

	. "weft/frontend/tensor"
)

func TestGcdLcm(t *testing.T) {
	a, b := ints(12, -18, 0, 0, 7, 6557470319842), ints(18, 12, 5, 0, -3, 4052739537881)
	want(t, "gcd", a.Gcd(b), []int{6}, 6, 6, 5, 0, 1, 1)
	want(t, "lcm", ints(4, 0, -3, 0).Lcm(ints(6, 5, 2, 0)), []int{4}, 12, 0, 6, 0)
	want(t, "fibonacci", Of([]int32{1836311903}).Gcd(Of([]int32{1134903170})), []int{1}, 1)
	want(t, "uint8", Of([]uint8{233, 240}).Gcd(Of([]uint8{144, 36})), []int{2}, 1, 12)
	want(t, "largest", ints(math.MaxInt64).Gcd(7), []int{1}, 7)
	if got := mistakeOf(t, func() { vec(1).Gcd(2) }); got != "gcd: (1) float32: not defined on float32; cast to an integer" {
		t.Error(got)
	}
}
