package tensor

import (
	"math"
	"testing"
)

// TestCompositions holds the compositions against small known answers.
func TestCompositions(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	f := func(v ...float64) *Tensor { return New(v) }
	l := func(v ...int64) *Tensor { return New(v) }
	pairOf := func(a, b *Tensor) []*Tensor { return []*Tensor{a, b} }
	for _, c := range []struct {
		name, want string
		got        []*Tensor
	}{
		{"copysign", "[-3 3]", []*Tensor{f(3, -3).Copysign(f(math.Copysign(0, -1), 1))}},
		{"signbit", "[1 0 1]", []*Tensor{f(math.Copysign(0, -1), 0, -5).Signbit()}},
		{"fmax", "[2 1 3]", []*Tensor{f(nan, 1, 3).Fmax(f(2, nan, -3))}},
		{"fmin", "[2 1 -3]", []*Tensor{f(nan, 1, 3).Fmin(f(2, nan, -3))}},
		{"xlogy", "[0 0 NaN]", []*Tensor{f(0, 0, 0).Xlogy(f(0, inf, nan))}},
		{"hypot", "[5]", []*Tensor{f(3).Hypot(4)}},
		{"logaddexp", "[-Inf +Inf]", []*Tensor{f(-inf, inf).LogAddExp(f(-inf, 1))}},
		{"heaviside", "[0 0.5 1 0]", []*Tensor{f(-1, 0, 2, nan).Heaviside(0.5)}},
		{"remainder reversed", "[1 -1]", []*Tensor{f(3, -3).RRemainder(f(7, -7))}},
		{"round to", "[1.25 1200]", []*Tensor{Cat([]*Tensor{f(1.249).RoundTo(2), f(1234).RoundTo(-2)}, 0)}},
		{"sinc", "[1]", []*Tensor{f(0).Sinc()}},
		{"i0", "[1 1]", []*Tensor{f(0, 0).I0()}},
		{"infinities", "[1 0] [0 1]", pairOf(f(inf, -inf).IsPosInf(), f(inf, -inf).IsNegInf())},
		{"isclose", "[1 0 1]", []*Tensor{f(1, 1, nan).IsClose(f(1+1e-9, 1.1, nan), 1e-5, 1e-8, true)}},
		{"isin", "[0 1]", []*Tensor{l(1, 2).IsIn(l(2, 3))}},
		{"nansum", "[3] [1.5]", pairOf(f(1, nan, 2).NanSum(), f(1, nan, 2).NanMean())},
		{"sum to size", "[4 6]", []*Tensor{f(1, 2, 3, 4).Reshape(2, 2).SumToSize(2)}},
		{"diff", "[3 5] [2]", pairOf(f(1, 4, 9).Diff(1, 0), f(1, 4, 9).Diff(2, 0))},
		{"trapezoid", "[4] [1.5 4]", pairOf(f(1, 2, 3).Trapezoid(1, 0), f(1, 2, 3).CumulativeTrapezoid(1, 0))},
		{"renorm", "[3 4]", []*Tensor{f(3, 4).Reshape(1, 2).Renorm(2, 0, 10)}},
		{"histogram", "[2 0 1]", []*Tensor{f(0, 0.5, 3).Histc(3, 0, 3)}},
		{"bincount", "[0 2 1]", []*Tensor{l(1, 2, 1).Bincount(nil, 0)}},
		{"cdist", "[5]", []*Tensor{f(0, 0).Reshape(1, 2).Cdist(f(3, 4).Reshape(1, 2), 2)}},
		{"meshgrid", "[1 1 2 2] [3 4 3 4]", Meshgrid("ij", l(1, 2), l(3, 4))},
		{"block diagonal", "[1 0 0 0 2 3]", []*Tensor{BlockDiag(l(1), l(2, 3))}},
		{"repeat each", "[7 9 9]", []*Tensor{l(7, 8, 9).RepeatInterleaveEach(l(1, 0, 2))}},
		{"pixel shuffle", "[0 1 2 3]", []*Tensor{Arange(4).Reshape(4, 1, 1).PixelShuffle(2)}},
		{"pixel unshuffle", "[0 1 2 3]", []*Tensor{Arange(4).Reshape(1, 2, 2).PixelUnshuffle(2)}},
		{"masked scatter", "[0 7 8]", []*Tensor{l(0, 0, 0).MaskedScatter(New([]bool{false, true, true}), l(7, 8, 9))}},
		{"scatter least", "[1 5]", []*Tensor{l(3, 5).ScatterReduce(0, l(0, 0), l(2, 1), "amin", true)}},
		{"scatter mean", "[3 5]", []*Tensor{f(9, 5).ScatterReduce(0, l(0, 0), f(2, 4), "mean", false)}},
		{"logspace", "[1 10 100]", []*Tensor{Options{DType: Float64}.Logspace(0, 2, 3, 10)}},
		{"tensordot", "[11]", []*Tensor{f(1, 2).TensorDot(f(3, 4), []int{0}, []int{0})}},
		{"kron", "[1 2 10 20]", []*Tensor{f(1, 10).Kron(f(1, 2))}},
		{"cross", "[0 0 1]", []*Tensor{f(1, 0, 0).Cross(f(0, 1, 0), 0)}},
		{"matrix power", "[1 3 0 1]", []*Tensor{f(1, 1, 0, 1).Reshape(2, 2).MatrixPower(3)}},
		{"cumulative logarithm of sums", "[0 " + "0.6931471805599453]", []*Tensor{f(0, 0).Logcumsumexp(0)}},
	} {
		if got := show(c.got...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestCompositionMistakes(t *testing.T) {
	x := Ones(2, 3)
	for name, f := range map[string]func(){
		"sum to size": func() { x.SumToSize(4) },
		"meshgrid":    func() { Meshgrid("yx", x) }, "tensordot": func() { x.TensorDot(Ones(4), []int{1}, []int{0}) },
		"cross": func() { Ones(2).Cross(Ones(2), 0) }, "power": func() { x.MatrixPower(2) },
		"reduce": func() { x.ScatterReduce(0, New([]int64{0}, 1, 1), Ones(1, 1), "max", true) },
		"repeat": func() { x.RepeatInterleaveEach(New([]int64{1, 2, 3}), 0) }, "shuffle": func() { x.PixelShuffle(2) },
	} {
		if Try(f) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestChecked(t *testing.T) {
	x := New([]float32{1, -1})
	if _, err := Data[float32](x.Checked(x.Gt(-2), "positive", "too small")); err != nil {
		t.Error(err)
	}
	if _, err := Data[float32](x.Checked(x.Gt(0), "positive", "too small")); err == nil {
		t.Error("a failing check went unseen")
	}
}

func TestLaunchScalar(t *testing.T) {
	x := New([]float32{1, 2})
	a, b := LaunchScalar(3.0), LaunchScalar(3.0)
	if a.Node() == b.Node() {
		t.Error("two scalars are one")
	}
	if got := show(x.Mul(a)); got != "[3 6]" {
		t.Errorf("times 3 gives %s", got)
	}
}

func TestEqual(t *testing.T) {
	if !Equal(Arange(3), New([]int64{0, 1, 2})) || Equal(Ones(2), Ones(1, 2)) || Equal(Ones(2), Zeros(2)) {
		t.Error("equality of shape or elements is wrong")
	}
}
