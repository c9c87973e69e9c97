package tensor

import (
	"cmp"
	"context"
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Unique computes t at once and gives its different elements in rising order, for each element of t which of them it is,
// and how often each appears. With an axis it is slices along that axis that are compared. Errors panic with *Error.
func (t *Tensor) Unique(axis ...int) (values, inverse, counts *Tensor) {
	return t.unique("unique", axis, true)
}

// UniqueConsecutive is Unique of neighbours only: a value that comes back later counts anew, and nothing is sorted.
func (t *Tensor) UniqueConsecutive(axis ...int) (values, inverse, counts *Tensor) {
	return t.unique("unique_consecutive", axis, false)
}

func (t *Tensor) unique(op string, axis []int, sorted bool) (values, inverse, counts *Tensor) {
	x, shape := t.Detach(), t.Shape()
	a := 0
	if len(axis) == 0 {
		x = x.Reshape(-1)
	} else {
		a = t.axis(op, axis[0])
		shape = []int{t.Dim(a)}
	}
	rows := x.rows(a)
	order := count(len(rows))
	if sorted {
		slices.SortStableFunc(order, func(i, j int) int { return compareRows(rows[i], rows[j]) })
	}
	var first, times []int
	which := make([]int, len(rows))
	for k, i := range order {
		if k == 0 || compareRows(rows[order[k-1]], rows[i]) != 0 {
			first, times = append(first, i), append(times, 0)
		}
		which[i] = len(first) - 1
		times[len(times)-1]++
	}
	ids := NewOn(t.device, first, len(first))
	return x.IndexSelect(a, ids), NewOn(t.device, which, len(which)).Reshape(shape...), NewOn(t.device, times, len(times))
}

// rows computes t and gives its slices along an axis, each as a list of values.
func (t *Tensor) rows(axis int) [][]ops.Value {
	x := t.MoveAxis([]int{axis}, []int{0}).Contiguous()
	memory, s, err := x.bytes(context.Background())
	if err != nil {
		raise(err)
	}
	size, width := t.DType().Size(), lazy.Numel(x.n().Shape[1:])
	out := make([][]ops.Value, x.Dim(0))
	for i := range out {
		for j := range width {
			out[i] = append(out[i], ops.Load(t.DType(), memory[(i*width+j)*size:]))
		}
	}
	keepAlive(s)
	return out
}

func compareRows(a, b []ops.Value) int {
	return slices.CompareFunc(a, b, func(x, y ops.Value) int {
		if x.DType.IsFloat() {
			return cmp.Compare(x.Float(), y.Float())
		}
		return cmp.Compare(x.Int(), y.Int())
	})
}
