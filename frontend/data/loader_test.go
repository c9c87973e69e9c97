package data

import (
	"slices"
	"testing"

	"weft/frontend/tensor"
	"weft/ops"

	_ "weft/codegen/interp"
)

// numbers is n samples of two numbers each, 0 and 100, 1 and 101, ...; its targets are 0, 1, ...
func numbers(n int) *Set {
	x := &Array{DType: ops.Float32, Shape: []int{n, 2}}
	y := &Array{DType: ops.Int64, Shape: []int{n}}
	t := &Table{Rows: n, Cols: 2}
	for i := range n {
		t.Values = append(t.Values, float64(i), float64(100+i))
		y.Bytes = appendUint64(y.Bytes, uint64(i))
	}
	x.Bytes = t.Floats(0, 2).Bytes
	return NewSet(x, y)
}

func epoch(t *testing.T, l *Loader) (all []int, sizes []int) {
	for x, y := range l.Epoch() {
		xs, ys := tensor.MustData[float32](x), tensor.MustData[int64](y)
		sizes = append(sizes, len(ys))
		for i, v := range ys {
			if xs[2*i] != float32(v) || xs[2*i+1] != float32(100+v) {
				t.Errorf("target %d came with sample %v", v, xs[2*i:2*i+2])
			}
			all = append(all, int(v))
		}
	}
	return all, sizes
}

func TestLoader(t *testing.T) {
	l := NewLoader(numbers(10), 4, Shuffle(7))
	first, sizes := epoch(t, l)
	second, _ := epoch(t, l)
	again, _ := epoch(t, NewLoader(numbers(10), 4, Shuffle(7)))
	if !slices.Equal(sizes, []int{4, 4, 2}) || l.Len() != 3 {
		t.Errorf("batches of %v", sizes)
	}
	if slices.Equal(first, second) || !slices.Equal(first, again) {
		t.Errorf("orders %v, then %v; with the same seed %v", first, second, again)
	}
	slices.Sort(first)
	for i, v := range first {
		if i != v {
			t.Fatalf("an epoch has %v", first)
		}
	}
	if _, sizes := epoch(t, NewLoader(numbers(10), 4, DropLast())); !slices.Equal(sizes, []int{4, 4}) {
		t.Errorf("without the last: batches of %v", sizes)
	}
}

func TestSplit(t *testing.T) {
	a, b := numbers(5).Split(3)
	x, y := b.Tensors()
	if a.Len() != 3 || b.Len() != 2 || x.Dim(0) != 2 || tensor.MustData[int64](y)[0] != 3 {
		t.Errorf("split into %d and %d", a.Len(), b.Len())
	}
	if err := tensor.Try(func() { NewSet(numbers(3).X, numbers(4).Y) }); err == nil {
		t.Error("3 samples with 4 targets were accepted")
	}
	if err := tensor.Try(func() { NewLoader(numbers(3), 0) }); err == nil {
		t.Error("empty batches were accepted")
	}
}

// TestLoaderState: from every place of two epochs, a second loader goes on with the same batches.
func TestLoaderState(t *testing.T) {
	make := func(seed uint64) *Loader { return NewLoader(numbers(10), 4, Shuffle(seed)) }
	l := make(7)
	var all [][]int64
	var places []LoaderState
	for range 2 {
		places = append(places, l.State())
		for _, y := range l.Epoch() {
			all = append(all, tensor.MustData[int64](y))
			places = append(places, l.State())
		}
		places = places[:len(places)-1] // the next epoch's start
	}
	for k, place := range places {
		again := make(1)
		again.SetState(place)
		var rest [][]int64
		for len(rest) < len(all)-k {
			for _, y := range again.Epoch() {
				rest = append(rest, tensor.MustData[int64](y))
			}
		}
		if !slices.EqualFunc(rest, all[k:], slices.Equal) {
			t.Errorf("after %d batches, at %+v: %v, want %v", k, place, rest, all[k:])
		}
	}
	for range l.Epoch() {
		break
	}
	if got := l.State(); got != (LoaderState{7, 2, 1}) {
		t.Errorf("after one batch of the third epoch: %+v", got)
	}
	if _, sizes := epoch(t, l); len(sizes) != 3 {
		t.Error("the epoch after one that was left early is not whole")
	}
}
