package initial

import (
	"math"
	"slices"
	"testing"

	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

// moments are the least and greatest element, the mean and the deviation.
func moments(t *tensor.Tensor) (low, high, mean, std float64) {
	vs, _ := tensor.Floats(t)
	low, high = slices.Min(vs), slices.Max(vs)
	for _, v := range vs {
		mean += v / float64(len(vs))
	}
	for _, v := range vs {
		std += (v - mean) * (v - mean) / float64(len(vs))
	}
	return low, high, mean, math.Sqrt(std)
}

// TestDraws holds bounds, means and deviations of 6,000 elements of a weight (30, 20, 10) against the formulas.
func TestDraws(t *testing.T) {
	tensor.Seed(1)
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		draw            func(x *tensor.Tensor) *tensor.Tensor
		low, high       float64
		mean, deviation float64
	}{
		"uniform":        {func(x *tensor.Tensor) *tensor.Tensor { return Uniform(x, 1, 4) }, 1, 4, 2.5, 3 / math.Sqrt(12)},
		"normal":         {func(x *tensor.Tensor) *tensor.Tensor { return Normal(x, 3, 0.5) }, -inf, inf, 3, 0.5},
		"truncated":      {func(x *tensor.Tensor) *tensor.Tensor { return TruncNormal(x, 0, 1, -2, 2) }, -2, 2, 0, 0.8796},
		"one side":       {func(x *tensor.Tensor) *tensor.Tensor { return TruncNormal(x, 1, 2, 1, 99) }, 1, 99, 1 + 2*math.Sqrt(2/math.Pi), 2 * math.Sqrt(1-2/math.Pi)},
		"xavier uniform": {func(x *tensor.Tensor) *tensor.Tensor { return XavierUniform(x, 2) }, -2 * math.Sqrt(6.0/500), 2 * math.Sqrt(6.0/500), 0, 2 * math.Sqrt(2.0/500)},
		"xavier normal":  {func(x *tensor.Tensor) *tensor.Tensor { return XavierNormal(x, 1) }, -inf, inf, 0, math.Sqrt(2.0 / 500)},
		"kaiming":        {func(x *tensor.Tensor) *tensor.Tensor { return KaimingUniform(x, math.Sqrt(5), FanIn, "leaky_relu") }, -1 / math.Sqrt(200), 1 / math.Sqrt(200), 0, 1 / math.Sqrt(600)},
		"kaiming normal": {func(x *tensor.Tensor) *tensor.Tensor { return KaimingNormal(x, 0, FanOut, "relu") }, -inf, inf, 0, math.Sqrt(2.0 / 300)},
	} {
		x := tensor.Zeros(30, 20, 10).RequireGrad()
		if c.draw(x) != x || !x.IsLeaf() || !x.RequiresGrad() {
			t.Errorf("%s: the leaf is lost", name)
		}
		low, high, mean, std := moments(x)
		if low < c.low-1e-6 || high > c.high+1e-6 || math.Abs(mean-c.mean) > 0.06*c.deviation || math.Abs(std-c.deviation) > 0.04*c.deviation {
			t.Errorf("%s: from %v to %v, mean %v, deviation %v", name, low, high, mean, std)
		}
	}
}

func TestOrthogonal(t *testing.T) {
	for _, shape := range [][]int{{5, 8}, {8, 5}, {4, 2, 3}, {7, 7}} {
		x := Orthogonal(tensor.Options{DType: tensor.Float64}.Zeros(shape...), 3, tensor.NewGenerator(2)).Reshape(shape[0], -1)
		if x.Dim(0) > x.Dim(1) {
			x = x.T()
		}
		_, _, _, off := moments(x.MatMul(x.T()).Sub(tensor.Options{DType: tensor.Float64}.Eye(x.Dim(0)).Mul(9)))
		if off > 1e-12 {
			t.Errorf("%v: the rows are %v off orthonormal ones", shape, off)
		}
	}
}

func TestFixed(t *testing.T) {
	for name, c := range map[string]struct {
		x    *tensor.Tensor
		want []float64
	}{
		"constant": {Constant(tensor.Zeros(2), 0.5), []float64{0.5, 0.5}},
		"eye":      {Eye(tensor.Ones(2, 3)), []float64{1, 0, 0, 0, 1, 0}},
		"dirac":    {Dirac(tensor.Ones(2, 2, 3), 1), []float64{0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0}},
		"groups":   {Dirac(tensor.Ones(2, 1, 3), 2), []float64{0, 1, 0, 0, 1, 0}},
		"even":     {Dirac(tensor.Ones(1, 1, 2, 2), 1), []float64{0, 0, 0, 1}},
	} {
		if got, _ := tensor.Floats(c.x); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestSparse(t *testing.T) {
	x := Sparse(tensor.Zeros(10, 4), 0.25, 1, tensor.NewGenerator(3))
	if got := tensor.MustData[int64](x.Eq(0).Sum(0)); !slices.Equal(got, []int64{3, 3, 3, 3}) {
		t.Errorf("zeros in the columns: %v", got)
	}
}

// TestGenerator: the same generator's state gives the same values, and the default one is left alone.
func TestGenerator(t *testing.T) {
	_, before := tensor.DefaultGenerator.State()
	a, b := Normal(tensor.Zeros(5), 0, 1, tensor.NewGenerator(4)), Normal(tensor.Zeros(5), 0, 1, tensor.NewGenerator(4))
	if _, after := tensor.DefaultGenerator.State(); after != before || !tensor.Equal(a, b) {
		t.Error("the draws differ, or came from elsewhere")
	}
}

func TestMistakes(t *testing.T) {
	for name, f := range map[string]func(){
		"vector":     func() { XavierUniform(tensor.Zeros(3), 1) },
		"eye":        func() { Eye(tensor.Zeros(3)) },
		"dirac":      func() { Dirac(tensor.Zeros(3, 3), 1) },
		"groups":     func() { Dirac(tensor.Zeros(3, 3, 3), 2) },
		"sparse":     func() { Sparse(tensor.Zeros(3), 0.5, 1) },
		"orthogonal": func() { Orthogonal(tensor.Zeros(3), 1) },
		"gain":       func() { Gain("gelu") },
		"integers":   func() { Normal(tensor.Options{DType: tensor.Int64}.Zeros(3), 0, 1) },
		"computed":   func() { Ones(tensor.Zeros(3).RequireGrad().Mul(2)) },
	} {
		if err := tensor.Try(f); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}
