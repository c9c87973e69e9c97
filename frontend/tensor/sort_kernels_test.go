package tensor_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	. "weft/frontend/tensor"
	"weft/lazy"
	rt "weft/runtime"
)

// sortCounts is what sorting n numbers launches, and how many programs it needs that were not known.
func sortCounts(t *testing.T, d DType, n int) (launches, programs int64) {
	t.Helper()
	x := Options{DType: d, Generator: NewGenerator(uint64(n))}.Rand(n).Realize()
	before := rt.Snapshot()
	values, places := x.Sort(0, false)
	if err := Realize(context.Background(), values, places); err != nil {
		t.Fatal(err)
	}
	c := rt.Snapshot().Sub(before)
	return c.Kernels, c.Compiles + c.DiskHits
}

// TestSortKernels: all stages of the network are one kernel, lines of one padded length share it, and short lines are two
// kernels.
func TestSortKernels(t *testing.T) {
	for _, d := range []DType{Float32, Float64} {
		const stages = 13 * 14 / 2 // of 8192 elements
		launches, first := sortCounts(t, d, 5000)
		if launches > stages+4 || first > 6 {
			t.Errorf("%s: %d launches of %d programs, want %d and a few", d, launches, first, stages)
		}
		if _, more := sortCounts(t, d, 6000); more >= first {
			t.Errorf("%s: another length needs %d programs, the first %d", d, more, first)
		}
		if _, more := sortCounts(t, d, 5000); more != 0 {
			t.Errorf("%s: sorting again needs %d programs", d, more)
		}
		if launches, _ := sortCounts(t, d, 60); launches > 3 {
			t.Errorf("%s: a short line takes %d launches", d, launches)
		}
	}
}

// TestEqualSortsAreOne: what asks for the order of the same values shares it.
func TestEqualSortsAreOne(t *testing.T) {
	x := drawn(1).Rand(100).Realize()
	first, again := x.Argsort(0, false), x.Argsort(0, false)
	if !lazy.Same(first.Node(), again.Node()) {
		t.Error("the same order is two values")
	}
}

// TestSortOfManyNumbers holds a long line against Go's own sort.
func TestSortOfManyNumbers(t *testing.T) {
	x := drawn(1).Randn(100_001)
	values, places := x.Sort(0, false)
	data, at := MustData[float32](x), MustData[int64](places)
	got := MustData[float32](values)
	for i, k := range at {
		if got[i] != data[k] {
			t.Fatalf("place %d holds %v, not %v", k, data[k], got[i])
		}
	}
	slices.Sort(data)
	if !slices.Equal(got, data) {
		t.Error("not in order")
	}
}

// BenchmarkSort sorts lines that are counted, lines of a few cache lines, and one long line.
func BenchmarkSort(b *testing.B) {
	for _, shape := range [][2]int{{16384, 64}, {1024, 1024}, {1, 1 << 20}} {
		b.Run(fmt.Sprintf("lines=%d/n=%d", shape[0], shape[1]), func(b *testing.B) {
			o := drawn(1)
			b.SetBytes(int64(4 * shape[0] * shape[1]))
			for b.Loop() {
				b.StopTimer()
				x := o.Rand(shape[0], shape[1]).Realize()
				b.StartTimer()
				values, places := x.Sort(1, false)
				if err := Realize(context.Background(), values, places); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
