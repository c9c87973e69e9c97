package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

type shaped struct {
	name  string
	got   *Tensor
	shape []int
	want  []float64
}

func check(t *testing.T, cases []shaped) {
	t.Helper()
	for _, c := range cases {
		want(t, c.name, c.got, c.shape, c.want...)
	}
}

func TestMovement(t *testing.T) {
	x := mat(2, 3)
	check(t, []shaped{
		{"reshape", x.Reshape(3, -1), []int{3, 2}, []float64{1, 2, 3, 4, 5, 6}},
		{"reshape to scalar", vec(5).Reshape(), []int{}, []float64{5}},
		{"reshape empty", Zeros(0, 3).Reshape(3, -1), []int{3, 0}, nil},
		{"flatten", mat(2, 1, 2).Flatten(1), []int{2, 2}, []float64{1, 2, 3, 4}},
		{"unflatten", x.Unflatten(1, 3, -1), []int{2, 3, 1}, []float64{1, 2, 3, 4, 5, 6}},
		{"transpose", x.T(), []int{3, 2}, []float64{1, 4, 2, 5, 3, 6}},
		{"permute", mat(1, 2, 3).Permute(2, 0, 1), []int{3, 1, 2}, []float64{1, 4, 2, 5, 3, 6}},
		{"moveaxis", mat(1, 2, 3).MoveAxis([]int{2}, []int{0}), []int{3, 1, 2}, []float64{1, 4, 2, 5, 3, 6}},
		{"expand", mat(2, 1).Expand(-1, 2), []int{2, 2}, []float64{1, 1, 2, 2}},
		{"expand front", mat(2).Expand(2, 2), []int{2, 2}, []float64{1, 2, 1, 2}},
		{"squeeze", mat(1, 2, 1).Squeeze(), []int{2}, []float64{1, 2}},
		{"squeeze one", mat(1, 2, 1).Squeeze(0, 1), []int{2, 1}, []float64{1, 2}},
		{"unsqueeze", mat(2).Unsqueeze(-1), []int{2, 1}, []float64{1, 2}},
		{"flip", x.Flip(0, -1), []int{2, 3}, []float64{6, 5, 4, 3, 2, 1}},
		{"repeat", mat(2).Repeat(2, 2), []int{2, 4}, []float64{1, 2, 1, 2, 1, 2, 1, 2}},
		{"tile", x.Tile(2), []int{2, 6}, []float64{1, 2, 3, 1, 2, 3, 4, 5, 6, 4, 5, 6}},
		{"repeat_interleave", mat(2).RepeatInterleave(2), []int{4}, []float64{1, 1, 2, 2}},
		{"repeat_interleave axis", mat(2, 2).RepeatInterleave(2, 1), []int{2, 4}, []float64{1, 1, 2, 2, 3, 3, 4, 4}},
		{"roll", mat(4).Roll([]int{1}), []int{4}, []float64{4, 1, 2, 3}},
		{"roll axes", x.Roll([]int{1, -1}, 0, 1), []int{2, 3}, []float64{5, 6, 4, 2, 3, 1}},
		{"rot90", mat(2, 2).Rot90(1, 0, 1), []int{2, 2}, []float64{2, 4, 1, 3}},
		{"pad", mat(2, 2).Pad([]int{1, 0, 0, 1}, 9), []int{3, 3}, []float64{9, 1, 2, 9, 3, 4, 9, 9, 9}},
		{"pad cut", mat(4).Pad([]int{-1, -1}, 0), []int{2}, []float64{2, 3}},
		{"pad reflect", mat(4).PadMode([]int{2, 1}, "reflect"), []int{7}, []float64{3, 2, 1, 2, 3, 4, 3}},
		{"pad replicate", mat(2).PadMode([]int{2, 1}, "replicate"), []int{5}, []float64{1, 1, 1, 2, 2}},
		{"pad circular", mat(3).PadMode([]int{1, 2}, "circular"), []int{6}, []float64{3, 1, 2, 3, 1, 2}},
		{"unfold", mat(5).Unfold(0, 3, 2), []int{2, 3}, []float64{1, 2, 3, 3, 4, 5}},
		{"unfold dilated", mat(5).Unfold(0, 2, 1, 3), []int{2, 2}, []float64{1, 4, 2, 5}},
		{"unfold rows", mat(3, 2).Unfold(0, 2, 1), []int{2, 2, 2}, []float64{1, 3, 2, 4, 3, 5, 4, 6}},
		{"diagonal", mat(3, 3).Diagonal(0, 0, 1), []int{3}, []float64{1, 5, 9}},
		{"diagonal up", mat(2, 3).Diagonal(1, 0, 1), []int{2}, []float64{2, 6}},
		{"diagonal down", mat(3, 2).Diagonal(-2, 0, 1), []int{1}, []float64{5}},
		{"diagonal outside", mat(2, 2).Diagonal(5, 0, 1), []int{0}, nil},
		{"diag", mat(2).Diag(1), []int{3, 3}, []float64{0, 1, 0, 0, 0, 2, 0, 0, 0}},
		{"diag below", mat(1).Diag(-1), []int{2, 2}, []float64{0, 0, 1, 0}},
		{"trace", mat(2, 2).Trace(), []int{}, []float64{5}},
		{"tril", mat(2, 3).Tril(), []int{2, 3}, []float64{1, 0, 0, 4, 5, 0}},
		{"triu", mat(2, 3).Triu(1), []int{2, 3}, []float64{0, 2, 3, 0, 0, 6}},
	})
}

func TestSlices(t *testing.T) {
	x := mat(4, 3)
	check(t, []shaped{
		{"slice", x.Slice(1, 3), []int{2, 3}, []float64{4, 5, 6, 7, 8, 9}},
		{"slice past the end", mat(3).Slice(2, 9), []int{1}, []float64{3}},
		{"slice nothing", mat(3).Slice(2, 1), []int{0}, nil},
		{"slice step", mat(7).Slice(1, End, 3), []int{2}, []float64{2, 5}},
		{"slice axis", x.SliceAxis(1, -2, End), []int{4, 2}, []float64{2, 3, 5, 6, 8, 9, 11, 12}},
		{"narrow", x.Narrow(0, 1, 1), []int{1, 3}, []float64{4, 5, 6}},
		{"select", x.Select(1, -1), []int{4}, []float64{3, 6, 9, 12}},
		{"at", x.At(1, 2), []int{}, []float64{6}},
		{"index", x.Index(R(1, 3), 0), []int{2}, []float64{4, 7}},
		{"index new axis", x.Index(2, NewAxis, R(0, 2)), []int{1, 2}, []float64{7, 8}},
		{"index dots", mat(2, 2, 2).Index(Ellipsis, 1), []int{2, 2}, []float64{2, 4, 6, 8}},
		{"index list", x.Index([]int{0, -1}), []int{2, 3}, []float64{1, 2, 3, 10, 11, 12}},
		{"index two lists", x.Index([]int{0, 1}, []int{2, 0}), []int{2}, []float64{3, 4}},
		{"index matrix", mat(3).Index(Of([][]int{{0, 1}, {2, 0}})), []int{2, 2}, []float64{1, 2, 3, 1}},
		{"index later axis", x.Index(All, []int{2, 0}), []int{4, 2}, []float64{3, 1, 6, 4, 9, 7, 12, 10}},
		{"index apart", mat(2, 2, 2).Index([]int{0, 1}, All, []int{1, 1}), []int{2, 2}, []float64{2, 4, 6, 8}},
		{"index mask", x.Index(x.Gt(10)), []int{2}, []float64{11, 12}},
		{"index rows by mask", x.Index([]bool{true, false, false, true}, 0), []int{2}, []float64{1, 10}},
		{"masked select", mat(3).MaskedSelect(mat(3).Gt(1)), []int{2}, []float64{2, 3}},
		{"nonzero", Of([][]int{{0, 1}, {1, 0}}).Nonzero(), []int{2, 2}, []float64{0, 1, 1, 0}},
		{"unbind", x.Unbind(0)[2], []int{3}, []float64{7, 8, 9}},
		{"split", mat(5).Split(2, 0)[2], []int{1}, []float64{5}},
		{"chunk", mat(5).Chunk(2, 0)[0], []int{3}, []float64{1, 2, 3}},
		{"tensor_split", mat(5).TensorSplit(3, 0)[2], []int{1}, []float64{5}},
	})
}

func TestJoins(t *testing.T) {
	a, b := mat(1, 2), mat(2, 2)
	check(t, []shaped{
		{"cat", Cat([]*Tensor{a, b}, 0), []int{3, 2}, []float64{1, 2, 1, 2, 3, 4}},
		{"cat last", Cat([]*Tensor{b, b}, -1), []int{2, 4}, []float64{1, 2, 1, 2, 3, 4, 3, 4}},
		{"cat with nothing", Cat([]*Tensor{Zeros(0), vec(1)}, 0), []int{1}, []float64{1}},
		{"cat bool", Cat([]*Tensor{New([]bool{true}), New([]bool{false})}, 0), []int{2}, []float64{1, 0}},
		{"cat exact", Cat([]*Tensor{vec(float32(nan), float32(inf)), vec(0)}, 0).RDiv(1), []int{3}, []float64{nan, 0, inf}},
		{"stack", Stack([]*Tensor{mat(2), mat(2)}, 1), []int{2, 2}, []float64{1, 1, 2, 2}},
		{"hstack", HStack([]*Tensor{mat(1), mat(2)}), []int{3}, []float64{1, 1, 2}},
		{"vstack", VStack([]*Tensor{mat(2), mat(1, 2)}), []int{2, 2}, []float64{1, 2, 1, 2}},
	})
	wantType(t, "cat", Cat([]*Tensor{ints(1), vec(2)}, 0), Float32)
	minus := Cat([]*Tensor{vec(0).Neg(), vec(1)}, 0).RDiv(1)
	want(t, "cat keeps -0", minus, []int{2}, -inf, 1)
}

func TestGatherScatter(t *testing.T) {
	x := mat(3, 2)
	at := Of([][]int{{0, 1}, {2, 0}})
	base := Zeros(3, 2)
	upd := mat(2, 2)
	twice := Of([][]int{{1, 1}, {1, 0}})
	check(t, []shaped{
		{"gather", x.Gather(0, at), []int{2, 2}, []float64{1, 4, 5, 2}},
		{"gather axis 1", x.Gather(1, Of([][]int{{1}, {0}})), []int{2, 1}, []float64{2, 3}},
		{"gather scalar", Scalar(3.0).Gather(0, Scalar(0)), []int{}, []float64{3}},
		{"gather inf", vec(float32(inf), 1).Gather(0, ints(1, 0, 1)), []int{3}, []float64{1, inf, 1}},
		{"gather bool", New([]bool{true, false}).Gather(0, ints(1, 0)), []int{2}, []float64{0, 1}},
		{"along", x.TakeAlongAxis(Of([][]int{{2, 0}}), 0), []int{1, 2}, []float64{5, 2}},
		{"index_select", x.IndexSelect(0, ints(2, 0)), []int{2, 2}, []float64{5, 6, 1, 2}},
		{"take", x.Take(ints(-1, 0)), []int{2}, []float64{6, 1}},
		{"embedding", Embedding(Of([][]int{{0}, {2}}), x), []int{2, 1, 2}, []float64{1, 2, 5, 6}},
		{"one_hot", OneHot(ints(1, 0), 3), []int{2, 3}, []float64{0, 1, 0, 1, 0, 0}},
		{"one_hot open", OneHot(ints(1, 2), -1), []int{2, 3}, []float64{0, 1, 0, 0, 0, 1}},
		{"scatter", base.Scatter(0, at, upd), []int{3, 2}, []float64{1, 4, 0, 2, 3, 0}},
		{"scatter last wins", base.Scatter(0, twice, upd), []int{3, 2}, []float64{0, 4, 3, 2, 0, 0}},
		{"scatter number", base.Scatter(1, Of([][]int{{1}}), 7), []int{3, 2}, []float64{0, 7, 0, 0, 0, 0}},
		{"scatter_add", Ones(3, 2).ScatterAdd(0, twice, upd), []int{3, 2}, []float64{1, 5, 5, 3, 1, 1}},
		{"scatter_mul", Ones(3, 2).ScatterMul(0, twice, upd), []int{3, 2}, []float64{1, 4, 3, 2, 1, 1}},
		{"scatter_max", Ones(3, 2).ScatterMax(0, twice, upd), []int{3, 2}, []float64{1, 4, 3, 2, 1, 1}},
		{"index_add", Ones(2, 2).IndexAdd(0, ints(1, 1), upd), []int{2, 2}, []float64{1, 1, 5, 7}},
		{"index_add alpha", Ones(2).IndexAdd(0, ints(1), vec(3), 2), []int{2}, []float64{1, 7}},
		{"index_copy", Ones(2, 2).IndexCopy(1, ints(1), mat(2, 1)), []int{2, 2}, []float64{1, 1, 1, 2}},
		{"index_fill", Ones(2, 2).IndexFill(1, ints(0), 5), []int{2, 2}, []float64{5, 1, 5, 1}},
	})
}

func TestMatMul(t *testing.T) {
	a, b := mat(2, 3), mat(3, 2)
	check(t, []shaped{
		{"matrix matrix", a.MatMul(b), []int{2, 2}, []float64{22, 28, 49, 64}},
		{"vector matrix", mat(3).MatMul(b), []int{2}, []float64{22, 28}},
		{"matrix vector", a.MatMul(mat(3)), []int{2}, []float64{14, 32}},
		{"vector vector", mat(3).MatMul(mat(3)), []int{}, []float64{14}},
		{"batch", mat(2, 1, 2).MatMul(mat(2, 1)), []int{2, 1, 1}, []float64{5, 11}},
		{"batch broadcast", mat(2, 1, 1, 2).MatMul(mat(1, 2, 2, 1)), []int{2, 2, 1, 1}, []float64{5, 11, 11, 25}},
		{"vector batch", mat(2).MatMul(mat(2, 2, 1)), []int{2, 1}, []float64{5, 11}},
		{"int", ints(1, 2).MatMul(ints(3, 4)), []int{}, []float64{11}},
		{"empty", Zeros(2, 0).MatMul(Zeros(0, 2)), []int{2, 2}, []float64{0, 0, 0, 0}},
		{"outer", mat(2).Outer(mat(2)), []int{2, 2}, []float64{1, 2, 2, 4}},
		{"addmm", Ones(2).AddMM(a, b, 2, 0.5), []int{2, 2}, []float64{13, 16, 26.5, 34}},
		{"einsum", Einsum("ij,jk->ik", a, b), []int{2, 2}, []float64{22, 28, 49, 64}},
		{"einsum sum", Einsum("ij->", a), []int{}, []float64{21}},
		{"einsum trace", Einsum("ii", mat(2, 2)), []int{}, []float64{5}},
		{"einsum diagonal", Einsum("ii->i", mat(2, 2)), []int{2}, []float64{1, 4}},
		{"einsum implicit", Einsum("ba", a), []int{3, 2}, []float64{1, 4, 2, 5, 3, 6}},
		{"einsum dots", Einsum("...i,...i->...", a, mat(3)), []int{2}, []float64{14, 32}},
		{"einsum three", Einsum("i,ij,j->", mat(2), a, mat(3)), []int{}, []float64{78}},
	})
	half := mat(1, 64).Cast(Float16).MatMul(Ones(64, 1).Cast(Float16))
	wantType(t, "half", half, Float16)
	want(t, "half", half, []int{1, 1}, 2080)
}
