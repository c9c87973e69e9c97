package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

func TestReductions(t *testing.T) {
	x := mat(2, 3)
	for _, c := range []struct {
		name  string
		got   *Tensor
		dtype DType
		shape []int
		want  []float64
	}{
		{"sum", x.Sum(), Float32, []int{}, []float64{21}},
		{"sum 0", x.Sum(0), Float32, []int{3}, []float64{5, 7, 9}},
		{"sum keep", x.Sum(-1, KeepDim), Float32, []int{2, 1}, []float64{6, 15}},
		{"sum both", x.Sum(1, 0), Float32, []int{}, []float64{21}},
		{"sum all keep", x.Sum(KeepDim), Float32, []int{1, 1}, []float64{21}},
		{"sum bool", New([]bool{true, true}).Sum(), Int64, []int{}, []float64{2}},
		{"sum int8", New([]int8{100, 100}).Sum(), Int64, []int{}, []float64{200}},
		{"sum nothing", Zeros(0, 2).Sum(0), Float32, []int{2}, []float64{0, 0}},
		{"prod", x.Prod(1), Float32, []int{2}, []float64{6, 120}},
		{"prod nothing", Zeros(0).Prod(), Float32, []int{}, []float64{1}},
		{"mean", x.Mean(0), Float32, []int{3}, []float64{2.5, 3.5, 4.5}},
		{"mean nothing", Zeros(0).Mean(), Float32, []int{}, []float64{nan}},
		{"mean half", Full(60000, 8).Cast(Float16).Mean(), Float16, []int{}, []float64{60000}},
		{"var", x.Var(1), Float32, []int{2}, []float64{1, 1}},
		{"var population", x.VarCorrected(0, 1), Float32, []int{2}, []float64{2. / 3, 2. / 3}},
		{"var of one", mat(1).Var(), Float32, []int{}, []float64{nan}},
		{"std", mat(4).Std(), Float32, []int{}, []float64{1.2909944487}},
		{"amax", x.Amax(0), Float32, []int{3}, []float64{4, 5, 6}},
		{"amin int", ints(3, -5, 4).Amin(), Int64, []int{}, []float64{-5}},
		{"amin uint8", New([]uint8{3, 200}).Amin(), Uint8, []int{}, []float64{3}},
		{"max nan", vec(1, float32(nan), 3).Max(), Float32, []int{}, []float64{nan}},
		{"all", x.Gt(1).All(1), Bool, []int{2}, []float64{0, 1}},
		{"any", x.Gt(5).Any(1), Bool, []int{2}, []float64{0, 1}},
		{"all of nothing", Zeros(0).All(), Bool, []int{}, []float64{1}},
		{"argmax", vec(1, 5, 5, 0).Argmax(), Int64, []int{}, []float64{1}},
		{"argmax nan", vec(1, float32(nan), float32(nan), 9).Argmax(), Int64, []int{}, []float64{1}},
		{"argmin", x.Argmin(0, KeepDim), Int64, []int{1, 3}, []float64{0, 0, 0}},
		{"argmax rows", Of([][]float32{{1, 2, 0}, {7, 2, 3}}).Argmax(1), Int64, []int{2}, []float64{1, 0}},
		{"logsumexp", x.LogSumExp(1), Float32, []int{2}, []float64{3.4076059644, 6.4076059644}},
		{"logsumexp inf", vec(float32(-inf), float32(-inf)).LogSumExp(0), Float32, []int{}, []float64{-inf}},
		{"logsumexp big", vec(1000, 1000).LogSumExp(0), Float32, []int{}, []float64{1000.6931471806}},
		{"norm", vec(3, 4).Norm(2), Float32, []int{}, []float64{5}},
		{"norm 1", vec(3, -4).Norm(1), Float32, []int{}, []float64{7}},
		{"norm 0", vec(3, 0).Norm(0), Float32, []int{}, []float64{1}},
		{"norm inf", vec(3, -4).Norm(inf), Float32, []int{}, []float64{4}},
		{"norm 3", vec(3, -4).Norm(3), Float32, []int{}, []float64{4.4979414453}},
		{"count", vec(3, 0, 1).CountNonzero(), Int64, []int{}, []float64{2}},
		{"softmax", vec(1, 2, 3).Softmax(0), Float32, []int{3}, []float64{0.0900305732, 0.2447284711, 0.6652409558}},
		{"softmax big", vec(1000, 1000).Softmax(-1), Float32, []int{2}, []float64{.5, .5}},
		{"log_softmax", vec(1, 2, 3).LogSoftmax(0), Float32, []int{3}, []float64{-2.4076059644, -1.4076059644, -0.4076059644}},
		{"cumsum", x.Cumsum(1), Float32, []int{2, 3}, []float64{1, 3, 6, 4, 9, 15}},
		{"cumsum int", ints(1, 2, 3).Cumsum(0), Int64, []int{3}, []float64{1, 3, 6}},
		{"cumprod", x.Cumprod(0), Float32, []int{2, 3}, []float64{1, 2, 3, 4, 10, 18}},
	} {
		wantType(t, c.name, c.got, c.dtype)
		want(t, c.name, c.got, c.shape, c.want...)
	}
}

func TestChoosing(t *testing.T) {
	x := Of([][]float32{{1, 9, 9}, {4, 0, float32(nan)}})
	v, i := x.MaxDim(1)
	want(t, "max", v, []int{2}, 9, nan)
	want(t, "argmax", i, []int{2}, 1, 2)
	v, i = x.MinDim(0, KeepDim)
	want(t, "min", v, []int{1, 3}, 1, 0, nan)
	want(t, "argmin", i, []int{1, 3}, 0, 1, 1)
	v, i = vec(1, 3, 3, 2, 5).Cummax(0)
	want(t, "cummax", v, []int{5}, 1, 3, 3, 3, 5)
	want(t, "cummax at", i, []int{5}, 0, 1, 2, 2, 4)
	v, _ = ints(4, 2, 3).Cummin(0)
	want(t, "cummin", v, []int{3}, 4, 2, 2)
}

func TestTies(t *testing.T) {
	x := vec(2, 2, 1).RequireGrad()
	x.Max().Backward()
	want(t, "max shares", x.Grad(), []int{3}, .5, .5, 0)
	x.ZeroGrad()
	v, _ := x.MaxDim(0)
	v.Backward()
	want(t, "max(dim) chooses", x.Grad(), []int{3}, 1, 0, 0)
	x.ZeroGrad()
	x.Maximum(2).Sum().Backward()
	want(t, "maximum shares", x.Grad(), []int{3}, .5, .5, 0)
	x.ZeroGrad()
	x.Clamp(2, nil).Sum().Backward()
	want(t, "clamp passes at its bounds", x.Grad(), []int{3}, 1, 1, 0)
}
