package tensor_test

import (
	"slices"
	"testing"

	. "weft/frontend/tensor"
)

// TestPieces holds where tensors are cut: places count from the end, are cut off outside and may go back.
func TestPieces(t *testing.T) {
	x := mat(2, 5)
	for _, c := range []struct {
		name string
		got  []*Tensor
		want []int // lengths of the axis that is cut
		axis int
	}{
		{"tensor_split_at", x.TensorSplitAt([]int{1, -1, 9}, 1), []int{1, 3, 1, 0}, 1},
		{"places that go back", x.TensorSplitAt([]int{4, 2}, -1), []int{4, 0, 3}, 1},
		{"no places", x.TensorSplitAt(nil, 0), []int{2}, 0},
		{"hsplit", x.HSplit(5), []int{1, 1, 1, 1, 1}, 1},
		{"hsplit of a vector", vec(1, 2, 3, 4).HSplit(2), []int{2, 2}, 0},
		{"hsplit_at", x.HSplitAt(2), []int{2, 3}, 1},
		{"vsplit", x.VSplit(2), []int{1, 1}, 0},
		{"vsplit_at", x.VSplitAt(0, 1), []int{0, 1, 1}, 0},
		{"dsplit", mat(1, 1, 4).DSplit(2), []int{2, 2}, 2},
		{"dsplit_at", mat(1, 1, 4).DSplitAt(3), []int{3, 1}, 2},
	} {
		var lengths []int
		for _, p := range c.got {
			lengths = append(lengths, p.Dim(c.axis))
		}
		if !slices.Equal(lengths, c.want) {
			t.Errorf("%s: lengths %v, want %v", c.name, lengths, c.want)
		}
	}
	want(t, "after one that goes back", x.TensorSplitAt([]int{4, 2}, 1)[2], []int{2, 3}, 3, 4, 5, 8, 9, 10)
}

// TestRanksAndStacks holds the axes that joining adds.
func TestRanksAndStacks(t *testing.T) {
	for _, c := range []struct {
		name string
		got  *Tensor
		want []int
	}{
		{"1d", Scalar(1).AtLeast1D(), []int{1}},
		{"2d of a vector", vec(1, 2).AtLeast2D(), []int{1, 2}},
		{"2d of a number", Scalar(1).AtLeast2D(), []int{1, 1}},
		{"3d of a number", Scalar(1).AtLeast3D(), []int{1, 1, 1}},
		{"3d of a vector", vec(1, 2).AtLeast3D(), []int{1, 2, 1}},
		{"3d of a matrix", mat(2, 3).AtLeast3D(), []int{2, 3, 1}},
		{"3d of more", mat(1, 2, 3, 1).AtLeast3D(), []int{1, 2, 3, 1}},
		{"dstack", DStack([]*Tensor{vec(1, 2), vec(3, 4)}), []int{1, 2, 2}},
		{"column_stack", ColumnStack([]*Tensor{vec(1, 2), mat(2, 3)}), []int{2, 4}},
		{"ravel", mat(2, 3).Ravel(), []int{6}},
		{"mT", mat(4, 2, 3).MT(), []int{4, 3, 2}},
		{"mT of a number", Scalar(1).MT(), nil},
		{"T of three axes", mat(4, 2, 3).T(), []int{3, 2, 4}},
		{"reshape_as", mat(2, 3).ReshapeAs(mat(3, 2)), []int{3, 2}},
		{"view_as", mat(2, 3).ViewAs(mat(6, 1)), []int{6, 1}},
		{"inner", mat(2, 3).Inner(mat(4, 3)), []int{2, 4}},
		{"inner with a number", mat(2, 3).Inner(Scalar(2.0)), []int{2, 3}},
		{"tensordot of n axes", mat(2, 3, 4).TensorDotN(mat(3, 4, 5), 2), []int{2, 5}},
		{"tensordot of none", mat(2).TensorDotN(mat(3), 0), []int{2, 3}},
		{"diag_embed between axes", mat(2, 3).DiagEmbed(1, 0, -1), []int{4, 2, 4}},
	} {
		if !slices.Equal(c.got.Shape(), c.want) {
			t.Errorf("%s: shape %v, want %v", c.name, c.got.Shape(), c.want)
		}
	}
	want(t, "diag_embed between axes", vec(1, 2).Reshape(1, 2).DiagEmbed(0, 2, 0), []int{2, 1, 2}, 1, 0, 0, 2)
	want(t, "dstack", DStack([]*Tensor{vec(1, 2), vec(3, 4)}), []int{1, 2, 2}, 1, 3, 2, 4)
}

// TestReplacedParts holds that what is replaced gets no gradient, what stands in its place does, and nothing is changed.
func TestReplacedParts(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func(x, src *Tensor) *Tensor
		src  []float32
		want []float64
		dx   []float64
	}{
		{"slice_scatter", func(x, src *Tensor) *Tensor { return x.SliceScatter(src, 1, -1, End) }, []float32{7, 8},
			[]float64{1, 7, 3, 8}, []float64{1, 0, 1, 0}},
		{"select_scatter", func(x, src *Tensor) *Tensor { return x.SelectScatter(src.Ravel(), 0, -1) }, []float32{7, 8},
			[]float64{1, 2, 7, 8}, []float64{1, 1, 0, 0}},
		{"diagonal_scatter", func(x, src *Tensor) *Tensor { return x.DiagonalScatter(src.Ravel(), 0, 0, 1) }, []float32{7, 8},
			[]float64{7, 2, 3, 8}, []float64{0, 1, 1, 0}},
		{"index_put", func(x, src *Tensor) *Tensor { return x.IndexPut([]any{[]int{1}}, src.Ravel(), false) }, []float32{7, 8},
			[]float64{1, 2, 7, 8}, []float64{1, 1, 0, 0}},
		{"index_put that adds", func(x, src *Tensor) *Tensor { return x.IndexPut([]any{[]int{1}}, src.Ravel(), true) }, []float32{7, 8},
			[]float64{1, 2, 10, 12}, []float64{1, 1, 1, 1}},
		{"index_reduce", func(x, src *Tensor) *Tensor { return x.IndexReduce(0, ints(1), src.Reshape(1, 2), "mean", true) },
			[]float32{7, 8}, []float64{1, 2, 5, 6}, []float64{1, 1, 0.5, 0.5}},
	} {
		x, src := mat(2, 2).RequireGrad(), New(c.src, 2, 1).RequireGrad()
		y := c.f(x, src)
		y.Sum().Backward()
		want(t, c.name, y, []int{2, 2}, c.want...)
		want(t, c.name+": gradient", x.Grad(), []int{2, 2}, c.dx...)
		if src.Grad() == nil {
			t.Errorf("%s: no gradient of the source", c.name)
		}
		want(t, c.name+": the tensor itself", x, []int{2, 2}, 1, 2, 3, 4)
	}
}

// TestStrided holds that elements that are read several times add up their gradients.
func TestStrided(t *testing.T) {
	x := mat(2, 3).RequireGrad()
	y := x.AsStrided([]int{2, 3}, []int{1, 1}, 1)
	want(t, "as_strided", y, []int{2, 3}, 2, 3, 4, 3, 4, 5)
	y.Sum().Backward()
	want(t, "gradient", x.Grad(), []int{2, 3}, 0, 1, 2, 2, 1, 0)
}

func TestPartMistakes(t *testing.T) {
	for name, f := range map[string]func(){
		"hsplit":            func() { mat(2, 5).HSplit(2) },
		"vsplit":            func() { vec(1, 2).VSplit(2) },
		"dsplit_at":         func() { mat(2, 2).DSplitAt(1) },
		"fliplr":            func() { vec(1).FlipLR() },
		"flipud":            func() { Scalar(1).FlipUD() },
		"mT":                func() { vec(1).MT() },
		"slice_scatter":     func() { mat(2, 2).SliceScatter(vec(1), 0, 0, 1) },
		"index_reduce":      func() { mat(2, 2).IndexReduce(0, ints(0), vec(1, 2), "mean", true) },
		"as_strided":        func() { vec(1, 2).AsStrided([]int{2}, []int{2}, 0) },
		"as_strided, back":  func() { vec(1, 2).AsStrided([]int{2}, []int{-1}, 1) },
		"as_strided, axes":  func() { vec(1, 2).AsStrided([]int{2}, nil, 0) },
		"tril_indices":      func() { TrilIndices(-1, 2, 0) },
		"tensordot":         func() { vec(1).TensorDotN(vec(1), 2) },
		"cross of no three": func() { mat(2, 2).Cross(mat(2, 2)) },
	} {
		if err := Try(f); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
