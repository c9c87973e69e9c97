package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

func TestAssignRebinds(t *testing.T) {
	x := vec(1, 2)
	y := x.Mul(10)
	if x.Assign(vec(5, 6)) != x {
		t.Error("assign returns another tensor")
	}
	want(t, "x", x, []int{2}, 5, 6)
	want(t, "y keeps the old x", y, []int{2}, 10, 20)
	want(t, "number", x.Assign(3), []int{2}, 3, 3)
	want(t, "broadcast", mat(2, 2).Assign(vec(7, 8)), []int{2, 2}, 7, 8, 7, 8)
	i := ints(1, 2).Assign(vec(1.7, 2.7))
	wantType(t, "cast", i, Int64)
	want(t, "cast", i, []int{2}, 1, 2)
}

func TestInPlace(t *testing.T) {
	x := vec(1, 2)
	want(t, "add", x.AddAssign(1), []int{2}, 2, 3)
	want(t, "sub", x.SubAssign(vec(1, 0)), []int{2}, 1, 3)
	want(t, "mul", x.MulAssign(2), []int{2}, 2, 6)
	want(t, "div", x.DivAssign(4), []int{2}, .5, 1.5)
	want(t, "fill", x.Fill(9), []int{2}, 9, 9)
	want(t, "update", x.Update(x.Neg()), []int{2}, -9, -9)
}

func TestViewsWriteTheirBase(t *testing.T) {
	for _, c := range []struct {
		name  string
		view  func(x *Tensor) *Tensor
		after []float64
	}{
		{"slice", func(x *Tensor) *Tensor { return x.Slice(1, 2) }, []float64{1, 2, 3, 0, 0, 0}},
		{"select", func(x *Tensor) *Tensor { return x.Select(1, -1) }, []float64{1, 2, 0, 4, 5, 0}},
		{"step", func(x *Tensor) *Tensor { return x.SliceAxis(1, 0, End, 2) }, []float64{0, 2, 0, 0, 5, 0}},
		{"transpose", func(x *Tensor) *Tensor { return x.T().Slice(0, 1) }, []float64{0, 2, 3, 0, 5, 6}},
		{"reshape", func(x *Tensor) *Tensor { return x.Reshape(-1).Slice(2, 4) }, []float64{1, 2, 0, 0, 5, 6}},
		{"diagonal", func(x *Tensor) *Tensor { return x.Diagonal(1, 0, 1) }, []float64{1, 0, 3, 4, 5, 0}},
		{"of a view", func(x *Tensor) *Tensor { return x.Slice(0, 1).Select(0, 0).Slice(1, 3) }, []float64{1, 0, 0, 4, 5, 6}},
		{"index", func(x *Tensor) *Tensor { return x.Index(1, R(0, 2)) }, []float64{1, 2, 3, 0, 0, 6}},
		{"whole", func(x *Tensor) *Tensor { return x.Unsqueeze(0).Squeeze() }, []float64{0, 0, 0, 0, 0, 0}},
	} {
		for _, realize := range []bool{false, true} {
			x := mat(2, 3).Mul(1)
			other := x.Slice(0, 2)
			v := c.view(x)
			if realize {
				x.Realize()
				v.Realize()
			}
			v.Fill(0)
			want(t, c.name, x, []int{2, 3}, c.after...)
			want(t, c.name+", other handle", other, []int{2, 3}, 1, 2, 3, 4, 5, 6)
			if v.Abs().Sum().Item() != 0 {
				t.Errorf("%s: the view itself did not change", c.name)
			}
		}
	}
}

func TestCloneIsNoView(t *testing.T) {
	x := vec(1, 2)
	x.Clone().Fill(0)
	x.Flip(0).Fill(0)
	x.Add(0).Fill(0)
	want(t, "x", x, []int{2}, 1, 2)
}

func TestSetSlice(t *testing.T) {
	x := mat(4)
	x.SetSlice(x.Slice(0, 3), R(1, End)) // reads the old x
	want(t, "shift", x, []int{4}, 1, 1, 2, 3)
	want(t, "number", mat(2, 2).SetSlice(9, All, 0), []int{2, 2}, 9, 2, 9, 4)
	want(t, "list", mat(3).SetSlice(vec(7, 8), []int{2, 0}), []int{3}, 8, 2, 7)
	want(t, "last wins", mat(3).SetSlice(vec(7, 8), []int{1, 1}), []int{3}, 1, 8, 3)
	want(t, "mask", mat(3).SetSlice(0, []bool{true, false, true}), []int{3}, 0, 2, 0)
	want(t, "mask of tensor", mat(2, 2).SetSlice(0, mat(2, 2).Gt(2)), []int{2, 2}, 1, 2, 0, 0)
	want(t, "two lists", mat(2, 2).SetSlice(0, []int{0, 1}, []int{1, 0}), []int{2, 2}, 1, 0, 0, 4)
	want(t, "list behind", mat(2, 2).SetSlice(0, All, []int{1}), []int{2, 2}, 1, 0, 3, 0)
	want(t, "add", mat(3).AddSlice(1, []int{1, 1}), []int{3}, 1, 4, 3)
	want(t, "add to range", mat(3).AddSlice(1, R(1)), []int{3}, 1, 3, 4)
}

func TestSliceOfRealizedIsAWindow(t *testing.T) {
	x := mat(4, 3).Realize()
	for _, v := range []*Tensor{x.Slice(1, 3), x.Select(0, 2), x.Narrow(0, 0, 1), x.Slice(1, 3).Slice(1, 2),
		x.Reshape(2, 6).Slice(1, 2), x.Flatten().Narrow(0, 3, 2)} {
		if !v.IsRealized() {
			t.Errorf("a slice of a realized tensor waits to be computed: %v", v)
		}
	}
	want(t, "window", x.Slice(1, 3), []int{2, 3}, 4, 5, 6, 7, 8, 9)
	if x.SliceAxis(1, 0, 2).IsRealized() {
		t.Error("columns do not lie in one piece")
	}
}
