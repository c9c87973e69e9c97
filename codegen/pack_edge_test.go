package codegen

import (
	"slices"
	"testing"
)

func TestShares(t *testing.T) {
	for _, c := range []struct {
		extent, most, unit int64
		want               []int64
	}{
		{12, 12, 1, []int64{1, 2, 3, 4, 6, 12}},
		{7, 5, 1, []int64{1, 2, 3, 4}},
		{7, 5, 4, []int64{1, 4}},
		{1, 9, 16, []int64{1}},
		{100, 64, 16, []int64{1, 2, 4, 5, 10, 16, 20, 25, 32, 48, 50}},
	} {
		got := shares(c.extent, c.most, c.unit)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("shares of %d up to %d by %d: %v, want %v", c.extent, c.most, c.unit, got, c.want)
		}
	}
}
