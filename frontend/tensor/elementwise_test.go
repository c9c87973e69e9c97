package tensor_test

import (
	"testing"

	. "weft/frontend/tensor"
)

func TestUnary(t *testing.T) {
	x := vec(-2, -0.5, 0, 0.5, 3)
	for _, c := range []struct {
		name string
		got  *Tensor
		want []float64
	}{
		{"neg", x.Neg(), []float64{2, .5, 0, -.5, -3}},
		{"abs", x.Abs(), []float64{2, .5, 0, .5, 3}},
		{"sign", x.Sign(), []float64{-1, -1, 0, 1, 1}},
		{"square", x.Square(), []float64{4, .25, 0, .25, 9}},
		{"reciprocal", x.Reciprocal(), []float64{-.5, -2, inf, 2, 1 / 3.}},
		{"floor", x.Floor(), []float64{-2, -1, 0, 0, 3}},
		{"ceil", x.Ceil(), []float64{-2, 0, 0, 1, 3}},
		{"round", x.Round(), []float64{-2, 0, 0, 0, 3}},
		{"frac", x.Frac(), []float64{0, -.5, 0, .5, 0}},
		{"exp", x.Exp(), []float64{0.1353352832, 0.6065306597, 1, 1.6487212707, 20.0855369232}},
		{"sigmoid", x.Sigmoid(), []float64{0.1192029220, 0.3775406688, 0.5, 0.6224593312, 0.9525741268}},
		{"tanh", x.Tanh(), []float64{-0.9640275801, -0.4621171573, 0, 0.4621171573, 0.9950547537}},
		{"relu", x.Relu(), []float64{0, 0, 0, .5, 3}},
		{"leaky", x.LeakyRelu(0.1), []float64{-.2, -.05, 0, .5, 3}},
		{"elu", x.Elu(1), []float64{-0.8646647168, -0.3934693403, 0, .5, 3}},
		{"gelu", x.Gelu(), []float64{-0.0455002639, -0.1542687694, 0, 0.3457312306, 2.9959502946}},
		{"gelu tanh", x.GeluTanh(), []float64{-0.0454023059, -0.1542859895, 0, 0.3457140105, 2.9963627015}},
		{"silu", x.Silu(), []float64{-0.2384058440, -0.1887703344, 0, 0.3112296656, 2.8577223804}},
		{"softplus", x.Softplus(1, 20), []float64{0.1269280110, 0.4740769842, 0.6931471806, 0.9740769842, 3.0485873516}},
		{"logsigmoid", x.LogSigmoid(), []float64{-2.1269280110, -0.9740769842, -0.6931471806, -0.4740769842, -0.0485873516}},
		{"clamp", x.Clamp(-1, 1), []float64{-1, -.5, 0, .5, 1}},
		{"clamp low", x.Clamp(0, nil), []float64{0, 0, 0, .5, 3}},
		{"nan", vec(1, float32(nan), float32(inf)).NaNToNum(7, 8), []float64{1, 7, 8}},
		{"lerp", vec(0, 10).Lerp(vec(10, 20), 0.25), []float64{2.5, 12.5}},
		{"pow", x.Pow(3), []float64{-8, -.125, 0, .125, 27}},
		{"rpow", x.RPow(2), []float64{.25, 0.7071067812, 1, 1.4142135624, 8}},
	} {
		want(t, c.name, c.got, []int{len(c.want)}, c.want...)
	}
}

func TestSigmoidAtBothEnds(t *testing.T) {
	x := vec(-1000, -80, 80, 1000).RequireGrad()
	y := x.Sigmoid()
	want(t, "sigmoid", y, []int{4}, 0, 0, 1, 1)
	y.Sum().Backward()
	want(t, "gradient", x.Grad(), []int{4}, 0, 0, 0, 0)
}

func TestBinary(t *testing.T) {
	a, b := vec(7, -7, 7, -7), vec(2, 2, -2, -2)
	i, j := ints(7, -7, 7, -7), ints(2, 2, -2, -2)
	for _, c := range []struct {
		name  string
		got   *Tensor
		dtype DType
		want  []float64
	}{
		{"add", a.Add(b), Float32, []float64{9, -5, 5, -9}},
		{"sub", a.Sub(1), Float32, []float64{6, -8, 6, -8}},
		{"rsub", a.RSub(1), Float32, []float64{-6, 8, -6, 8}},
		{"mul", i.Mul(j), Int64, []float64{14, -14, -14, 14}},
		{"div int", i.Div(j), Float32, []float64{3.5, -3.5, -3.5, 3.5}},
		{"rdiv", b.RDiv(1), Float32, []float64{.5, .5, -.5, -.5}},
		{"floor int", i.FloorDiv(j), Int64, []float64{3, -4, -4, 3}},
		{"floor", a.FloorDiv(b), Float32, []float64{3, -4, -4, 3}},
		{"trunc int", i.DivTrunc(j), Int64, []float64{3, -3, -3, 3}},
		{"trunc", a.DivTrunc(b), Float32, []float64{3, -3, -3, 3}},
		{"remainder", a.Remainder(b), Float32, []float64{1, 1, -1, -1}},
		{"remainder int", i.Remainder(j), Int64, []float64{1, 1, -1, -1}},
		{"fmod", a.Fmod(b), Float32, []float64{1, -1, 1, -1}},
		{"int and float", i.Add(0.5), Float32, []float64{7.5, -6.5, 7.5, -6.5}},
		{"weak number", New([]int8{1, 2}).Add(100), Int8, []float64{101, 102}},
		{"weak float", vec(1, 2).Cast(Float16).Mul(2.5), Float16, []float64{2.5, 5}},
		{"number above bool", New([]bool{true, false}).Add(1), Int64, []float64{2, 1}},
		{"bool or", New([]bool{true, false}).Add(New([]bool{true, false})), Bool, []float64{1, 0}},
		{"maximum", a.Maximum(b), Float32, []float64{7, 2, 7, -2}},
		{"minimum", a.Minimum(vec(float32(nan), 0, 0, 0)), Float32, []float64{nan, -7, 0, -7}},
		{"lt", a.Lt(b), Bool, []float64{0, 1, 0, 1}},
		{"ge", a.Ge(b), Bool, []float64{1, 0, 1, 0}},
		{"xor", i.Xor(j), Int64, []float64{5, -5, -7, 7}},
		{"shr", i.Shr(1), Int64, []float64{3, -4, 3, -4}},
		{"not", New([]bool{true, false}).Not(), Bool, []float64{0, 1}},
		{"logical", a.LogicalAnd(vec(1, 0, float32(nan), 0)), Bool, []float64{1, 0, 1, 0}},
		{"where", Where(a.Gt(0), a, 0), Float32, []float64{7, 0, 7, 0}},
		{"where types", Where(a.Gt(0), i, 0.5), Float32, []float64{7, .5, 7, .5}},
		{"masked fill", a.MaskedFill(a.Lt(0), -1), Float32, []float64{7, -1, 7, -1}},
	} {
		wantType(t, c.name, c.got, c.dtype)
		want(t, c.name, c.got, []int{len(c.want)}, c.want...)
	}
	want(t, "broadcast", mat(2, 1).Add(mat(3)), []int{2, 3}, 2, 3, 4, 3, 4, 5)
	want(t, "broadcast ranks", mat(2).Mul(mat(2, 1, 2)), []int{2, 1, 2}, 1, 4, 3, 8)
}

func TestCasts(t *testing.T) {
	x := vec(-1.7, 0, 300.9, float32(nan))
	want(t, "int64", x.Cast(Int64), []int{4}, -1, 0, 300, 0)
	want(t, "bool", x.Cast(Bool), []int{4}, 1, 0, 1, 1)
	if x.Cast(Float32) != x {
		t.Error("a cast to its own type is another tensor")
	}
	want(t, "bits", vec(1).Bitcast(Int32), []int{1}, 0x3f800000)
}
