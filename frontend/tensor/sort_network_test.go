package tensor_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	. "weft/frontend/tensor"
)

// fewLengths are a line that is counted and one that goes through the network; allLengths lie on both sides of where counting
// ends and of powers of two.
var fewLengths, allLengths = []int{6, 80}, []int{0, 1, 2, 3, 64, 65, 128, 129, 300}

// TestSortOfEveryType holds sorting against a stable sort in Go: values, places, both directions.
func TestSortOfEveryType(t *testing.T) {
	f32, f64 := float32(math.Inf(1)), math.Inf(1)
	sorts(t, "bool", fewLengths, nil, false, true)
	sorts(t, "uint8", fewLengths, nil, uint8(0), 1, 127, 128, 255)
	sorts(t, "int8", fewLengths, nil, int8(-128), -1, 0, 127)
	sorts(t, "int16", fewLengths, nil, int16(-32768), -1, 0, 32767)
	sorts(t, "uint16", fewLengths, nil, uint16(0), 32767, 32768, 65535)
	sorts(t, "int32", fewLengths, nil, int32(math.MinInt32), -1, 0, math.MaxInt32)
	sorts(t, "uint32", fewLengths, nil, uint32(0), 1<<31-1, 1<<31, math.MaxUint32)
	sorts(t, "int64", fewLengths, nil, int64(math.MinInt64), math.MinInt64+1, -1, 0, 1<<32, math.MaxInt64-1, math.MaxInt64)
	sorts(t, "uint64", fewLengths, nil, uint64(0), 1<<63-1, 1<<63, math.MaxUint64)
	zero, nan32 := float32(0), float32(nan)
	floats := []float32{-f32, -math.MaxFloat32, -1, -math.SmallestNonzeroFloat32, -zero, zero, 1e-30, 2, math.MaxFloat32, f32, nan32}
	floats[4] = float32(math.Copysign(0, -1))
	sorts(t, "float32", allLengths, nil, floats...)
	sorts(t, "float64", fewLengths, nil, -f64, -1, math.Copysign(0, -1), 0, 1e-300, 2, math.MaxFloat64, f64, nan)
	for name, d := range map[string]DType{"float16": Float16, "bfloat16": BFloat16} {
		sorts(t, name, fewLengths, func(x *Tensor) *Tensor { return x.Cast(d) }, -f32, -1.5, floats[4], 0, 1, 1.5, f32, nan32)
	}
}

// sorts draws lines of the values given.
func sorts[T Element](t *testing.T, name string, lengths []int, cast func(x *Tensor) *Tensor, from ...T) {
	t.Helper()
	draw := rand.New(rand.NewPCG(1, 2))
	for _, n := range lengths {
		data := make([]T, 2*n)
		for i := range data {
			data[i] = from[draw.IntN(len(from))]
		}
		x := New(data, 2, n)
		if cast != nil {
			x = cast(x)
		}
		for _, descending := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s of %d, descending %v", name, n, descending), func(t *testing.T) {
				values, places := x.Sort(1, descending)
				got, at := MustData[T](values), MustData[int64](places)
				for line := range 2 {
					want := stableOrder(data[line*n:(line+1)*n], descending)
					if !slices.Equal(at[line*n:(line+1)*n], want) {
						t.Fatalf("places %v, want %v", at[line*n:(line+1)*n], want)
					}
					for i, k := range want {
						if a, b := got[line*n+i], data[line*n+int(k)]; !same(a, b) {
							t.Fatalf("value %d is %v, want %v", i, a, b)
						}
					}
				}
			})
		}
	}
}

func same[T Element](a, b T) bool { return a == b || a != a && b != b }

// stableOrder is the answer: NaN is the greatest, equal ones keep their order.
func stableOrder[T Element](line []T, descending bool) []int64 {
	order := make([]int64, len(line))
	for i := range order {
		order[i] = int64(i)
	}
	slices.SortStableFunc(order, func(i, j int64) int {
		c := compareElements(line[i], line[j])
		if descending {
			return -c
		}
		return c
	})
	return order
}

func compareElements[T Element](a, b T) int {
	switch x := any(a).(type) {
	case bool:
		return cmp.Compare(fmt.Sprint(x), fmt.Sprint(b)) // "false" comes before "true"
	case uint64:
		return cmp.Compare(x, any(b).(uint64))
	case int64:
		return cmp.Compare(x, any(b).(int64))
	}
	x, y := New([]T{a}).Value, New([]T{b}).Value
	u, _ := x()
	v, _ := y()
	if u.Float() != u.Float() || v.Float() != v.Float() {
		return cmp.Compare(boolInt(u.Float() != u.Float()), boolInt(v.Float() != v.Float()))
	}
	return cmp.Compare(u.Float(), v.Float())
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestSortAlongAnyAxis: the axis may stand anywhere, and the other axes may be empty.
func TestSortAlongAnyAxis(t *testing.T) {
	x := drawn(13).RandInt(0, 50, 3, 70, 4).Realize()
	for axis := range 3 {
		values, places := x.Sort(axis, false)
		back := x.MoveAxis([]int{axis}, []int{2})
		sorted, at := back.Sort(-1, false)
		if !Equal(values.MoveAxis([]int{axis}, []int{2}), sorted) || !Equal(places.MoveAxis([]int{axis}, []int{2}), at) {
			t.Errorf("axis %d differs from the last one", axis)
		}
		if !Equal(x.Gather(axis, places), values) {
			t.Errorf("axis %d: the places hold other values", axis)
		}
	}
	values, places := Zeros(0, 3).Sort(1, false)
	want(t, "no lines", values, []int{0, 3})
	want(t, "no places", places, []int{0, 3})
	values, places = Scalar(3).Sort(0, true)
	want(t, "a number", values, []int{}, 3)
	want(t, "its place", places, []int{}, 0)
}

// TestRowsAreSortedByTheirElements: unique rows come in the order of their first elements that differ, whatever the number
// of rows.
func TestRowsAreSortedByTheirElements(t *testing.T) {
	for _, n := range []int{1, 2, 5, 70} {
		x := drawn(uint64(n)).RandInt(-1, 2, n, 4).Realize()
		rows := map[[4]int64]int64{}
		data := MustData[int64](x)
		for i := range n {
			rows[[4]int64(data[4*i:])]++
		}
		var keys [][4]int64
		for k := range rows {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b [4]int64) int { return slices.Compare(a[:], b[:]) })
		values, inverse, counts := x.Unique(0)
		if !Equal(values.IndexSelect(0, inverse), x) {
			t.Errorf("%d rows: the inverse does not bring the rows back", n)
		}
		got, times := MustData[int64](values), MustData[int64](counts)
		for i, k := range keys {
			if len(times) != len(keys) || [4]int64(got[4*i:]) != k || times[i] != rows[k] {
				t.Fatalf("%d rows: %v times %v, want %v", n, got, times, rows)
			}
		}
	}
}
