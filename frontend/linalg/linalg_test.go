package linalg

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

func matrix(rows int, vs ...float64) *tensor.Tensor { return tensor.New(vs, rows, len(vs)/rows) }

func closeTo(t *testing.T, name string, got *tensor.Tensor, want ...float64) {
	t.Helper()
	vs, err := tensor.Floats(got)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if len(vs) != len(want) {
		t.Fatalf("%s: %v, want %v", name, vs, want)
	}
	for i, v := range vs {
		if v != want[i] && !(math.Abs(v-want[i]) <= 1e-9*(1+math.Abs(want[i]))) {
			t.Fatalf("%s: %v, want %v", name, vs, want)
		}
	}
}

func TestValues(t *testing.T) {
	a, inf := matrix(2, 4, 7, 2, 6), math.Inf(1)
	none := tensor.Options{DType: tensor.Float64}.Zeros(0, 0)
	sign, logabsdet := Slogdet(matrix(2, 0, 2, 3, 0))
	low, vectors := Eigh(matrix(2, 2, 9, 1, 2), false)
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want []float64
	}{
		{"inverse", Inv(a), []float64{0.6, -0.7, -0.2, 0.4}},
		{"determinant", Det(a), []float64{10}},
		{"no rows", Det(none), []float64{1}},
		{"sign", sign, []float64{-1}},
		{"log of the determinant", logabsdet, []float64{math.Log(6)}},
		{"solution", Solve(a, tensor.New([]float64{1, 2})), []float64{-0.8, 0.6}},
		{"triangular solution", SolveTriangular(matrix(2, 2, 9, 1, 1), matrix(2, 4, 5), Triangle{}), []float64{2, 3}},
		{"triangular solution from the right", SolveTriangular(matrix(2, 7, 2, 9, 7), matrix(1, 3, 8), Triangle{Upper: true, Right: true, Unit: true}), []float64{3, 2}},
		{"eigenvalues of the upper triangle", Eigvalsh(matrix(2, 2, 1, 9, 2), true), []float64{1, 3}},
		{"factor", Cholesky(matrix(2, 4, 9, 2, 5), false), []float64{2, 0, 1, 2}},
		{"upper factor", Cholesky(matrix(2, 4, 2, 2, 5), true), []float64{2, 1, 0, 2}},
		{"singular values", Svdvals(matrix(2, 3, 0, 0, 0, -4, 0)), []float64{4, 3}},
		{"no singular values", Svdvals(none), nil},
		{"nuclear norm", MatrixNorm(matrix(2, 3, 0, 0, -4), "nuc"), []float64{7}},
		{"spectral norm", MatrixNorm(matrix(2, 3, 0, 0, -4), 2), []float64{4}},
		{"least singular value", MatrixNorm(matrix(2, 3, 0, 0, -4), -2, 0, 1, tensor.KeepDim), []float64{3}},
		{"columns", MatrixNorm(a, 1, 0, 1), []float64{13}},
		{"rows", MatrixNorm(a, -inf, 0, 1), []float64{8}},
		{"condition", Cond(matrix(2, 3, 0, 0, -4), nil), []float64{4. / 3}},
		{"condition of a singular matrix", Cond(matrix(2, 1, 2, 2, 4), 1), []float64{inf}},
		{"rank", MatrixRank(matrix(2, 1, 2, 2, 4)), []float64{1}},
		{"rank above a bound", MatrixRank(matrix(2, 5, 0, 0, 1), Cutoff{Absolute: 2}), []float64{1}},
		{"pseudoinverse of a singular matrix", Pinv(matrix(2, 1, 2, 2, 4)), []float64{.04, .08, .08, .16}},
		{"least squares", Lstsq(matrix(3, 1, 0, 0, 1, 0, 0), matrix(3, 1, 2, 3)), []float64{1, 2}},
		{"eigenvalues", low, []float64{1, 3}},
		{"eigenvectors", vectors.Mul(vectors), []float64{.5, .5, .5, .5}},
		{"power", MatrixPower(matrix(2, 2, 0, 0, 4), -2), []float64{.25, 0, 0, .0625}},
		{"vander", Vander(tensor.New([]float64{2, 3})), []float64{1, 2, 1, 3}},
		{"chain", MultiDot(tensor.New([]float64{1, 2}), a, matrix(2, 1, 0, 0, 1), tensor.New([]float64{1, 1})), []float64{27}},
		{"tensor inverse", Tensorinv(a.Reshape(2, 1, 2), 1), []float64{0.6, -0.7, -0.2, 0.4}},
		{"tensor solution", Tensorsolve(a.Reshape(2, 1, 2), tensor.New([]float64{1, 2})), []float64{-0.8, 0.6}},
	} {
		closeTo(t, c.name, c.got, c.want...)
	}
}

// TestFactors multiplies factors back, of tall and wide matrices, and of two at once.
func TestFactors(t *testing.T) {
	tensor.Seed(3)
	for _, shape := range [][]int{{3, 3}, {4, 2}, {2, 4}, {2, 3, 2}, {0, 2}, {3, 0}} {
		a := tensor.Options{DType: tensor.Float64}.Randn(shape...).Realize()
		want, _ := tensor.Floats(a)
		for _, full := range []bool{false, true} {
			u, s, vh := SVD(a, full)
			k := s.Dim(-1)
			product := u.Narrow(-1, 0, k).Mul(s.Unsqueeze(-2)).MatMul(vh.Narrow(-2, 0, k))
			closeTo(t, fmt.Sprint("svd", shape, full), product, want...)
			closeTo(t, "orthonormal u", transposed(u).MatMul(u).Sub(eye(u)).Abs().Sum(), 0)
			closeTo(t, "orthonormal v", vh.MatMul(transposed(vh)).Sub(eye(transposed(vh))).Abs().Sum(), 0)
		}
		if a.Numel() == 0 {
			continue
		}
		for _, mode := range []string{"reduced", "complete"} {
			q, r := QR(a, mode)
			closeTo(t, fmt.Sprint("qr", shape, mode), q.MatMul(r), want...)
			closeTo(t, "orthonormal q", transposed(q).MatMul(q).Sub(eye(q)).Abs().Sum(), 0)
			closeTo(t, "triangular r", r.Tril(-1).Abs().Sum(), 0)
		}
	}
}

// derivatives gives the first and second derivative of f at t = 0 along a direction.
func derivatives(a, e *tensor.Tensor, f func(*tensor.Tensor) *tensor.Tensor) (first, second float64) {
	t := tensor.Options{DType: tensor.Float64}.Scalar(0.0).RequireGrad()
	g := tensor.Gradients(f(a.Add(e.Mul(t))), nil, t)[0]
	if err := tensor.Try(func() { second = tensor.Gradients(g, nil, t)[0].Item() }); err != nil {
		second = 0 // a gradient that does not depend on t: f is linear here
	}
	return g.Item(), second
}

type matrixFunc = func(a *tensor.Tensor) *tensor.Tensor

// weighed sums results with weights that tell their elements apart.
func weighed(ys ...*tensor.Tensor) *tensor.Tensor {
	sum := tensor.Options{DType: tensor.Float64}.Scalar(0.0)
	for _, y := range ys {
		w := tensor.Options{DType: tensor.Float64}.Arange(float64(y.Numel())).Sin().Add(1.5)
		sum = sum.Add(y.Flatten().Mul(w).Sum())
	}
	return sum
}

// squareFuncs are the functions of square matrices, symmetric and positive where they want it.
var squareFuncs = map[string]matrixFunc{
	"inv": Inv, "det": Det, "cholesky": func(a *tensor.Tensor) *tensor.Tensor { return Cholesky(a, false) },
	"slogdet": func(a *tensor.Tensor) *tensor.Tensor { _, y := Slogdet(a); return y },
	"solve":   func(a *tensor.Tensor) *tensor.Tensor { return Solve(a, tensor.New([]float64{1, -1, 2})) },
	"solved":  func(a *tensor.Tensor) *tensor.Tensor { return Solve(matrix(3, 2, 1, 0, 0, 1, 1, 1, 0, 3), a.Mul(a)) },
	"lower":   func(a *tensor.Tensor) *tensor.Tensor { return SolveTriangular(a, a, Triangle{}) },
	"upper": func(a *tensor.Tensor) *tensor.Tensor {
		return SolveTriangular(a, transposed(a), Triangle{Upper: true, Unit: true})
	},
	"power":    func(a *tensor.Tensor) *tensor.Tensor { return MatrixPower(a, -2) },
	"eigvalsh": func(a *tensor.Tensor) *tensor.Tensor { return Eigvalsh(a, false) },
	"eigh": func(a *tensor.Tensor) *tensor.Tensor {
		w, x := Eigh(a, false)
		return x.Mul(w.Exp().Unsqueeze(-2)).MatMul(transposed(x))
	},
	"cond1": func(a *tensor.Tensor) *tensor.Tensor { return Cond(a, 1) },
	"cond2": func(a *tensor.Tensor) *tensor.Tensor { return Cond(a, nil) },
}

// anyFuncs are the functions of any matrices.
var anyFuncs = map[string]matrixFunc{
	"svdvals": Svdvals, "pinv": func(a *tensor.Tensor) *tensor.Tensor { return Pinv(a) },
	"svd": func(a *tensor.Tensor) *tensor.Tensor {
		u, s, vh := SVD(a, false)
		return u.Mul(s.Sin().Unsqueeze(-2)).MatMul(vh)
	},
	"q":      func(a *tensor.Tensor) *tensor.Tensor { q, _ := QR(a, "reduced"); return q },
	"r":      func(a *tensor.Tensor) *tensor.Tensor { _, r := QR(a, "reduced"); return r },
	"nuc":    func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, "nuc") },
	"2":      func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, 2) },
	"-2":     func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, -2) },
	"fro":    func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, "fro") },
	"1":      func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, 1) },
	"inf":    func(a *tensor.Tensor) *tensor.Tensor { return MatrixNorm(a, math.Inf(1)) },
	"3":      func(a *tensor.Tensor) *tensor.Tensor { return VectorNorm(a, 3) },
	"lstsq":  func(a *tensor.Tensor) *tensor.Tensor { return Lstsq(a, a.Mul(a)) },
	"chain":  func(a *tensor.Tensor) *tensor.Tensor { return MultiDot(a, transposed(a), a) },
	"vander": func(a *tensor.Tensor) *tensor.Tensor { return Vander(a, 4) },
	"vecdot": func(a *tensor.Tensor) *tensor.Tensor { return Vecdot(a, a.Exp()) },
}

// TestDerivatives holds first and second derivatives against differences.
func TestDerivatives(t *testing.T) {
	a, e := matrix(3, 5.5, 1, 0.2, 1, 4, 1, 0.2, 1, 3), matrix(3, 0.3, -0.2, 0.5, -0.2, 0.1, 0.4, 0.5, 0.4, -0.6)
	tall := matrix(3, 2, 1, -1, 0.5, 0.3, 1.5)
	change := matrix(3, 0.4, -0.3, 0.2, 0.5, -0.7, 0.1)
	for name, f := range squareFuncs {
		holdDerivatives(t, name, a, e, f)
	}
	for name, f := range anyFuncs {
		holdDerivatives(t, name, a, e, f)
		holdDerivatives(t, name+" tall", tall, change, f)
		holdDerivatives(t, name+" wide", transposed(tall), transposed(change), f)
	}
}

func holdDerivatives(t *testing.T, name string, a, e *tensor.Tensor, f matrixFunc) {
	t.Helper()
	const h = 1e-4
	at := func(s float64) float64 { return weighed(f(a.Add(e.Mul(s)))).Item() }
	first, second := derivatives(a, e, func(a *tensor.Tensor) *tensor.Tensor { return weighed(f(a)) })
	if want := (at(h) - at(-h)) / (2 * h); !(math.Abs(first-want) <= 1e-6*(1+math.Abs(want))) {
		t.Errorf("%s: first derivative %v, want %v", name, first, want)
	}
	if want := (at(h) - 2*at(0) + at(-h)) / (h * h); !(math.Abs(second-want) <= 1e-4*(1+math.Abs(want))) {
		t.Errorf("%s: second derivative %v, want %v", name, second, want)
	}
}

// TestEqualValues: where singular values or eigenvalues are equal or zero, their gradients are finite and PyTorch's.
func TestEqualValues(t *testing.T) {
	a := matrix(2, 2, 0, 0, 2).RequireGrad()
	MatrixNorm(a, "nuc").Backward()
	closeTo(t, "nuclear norm of equal values", a.Grad(), 1, 0, 0, 1)
	b := matrix(2, 3, 0, 0, 3).RequireGrad()
	Eigvalsh(b, false).Sum().Backward()
	closeTo(t, "trace", b.Grad(), 1, 0, 0, 1)
	c := matrix(2, 3, 0, 0, 0).RequireGrad()
	MatrixNorm(c, 2).Backward()
	closeTo(t, "spectral norm of a singular matrix", c.Grad(), 1, 0, 0, 0)
}

// TestSingular: the determinant of a singular matrix has a gradient; where there is no answer, Realize returns an error.
func TestSingular(t *testing.T) {
	a := matrix(2, 1, 2, 2, 4).RequireGrad()
	Det(a).Backward()
	closeTo(t, "gradient", a.Grad(), 4, -2, -2, 1)
	nan := matrix(2, 1, math.NaN(), 2, 1)
	values, _ := Eigh(nan, false)
	for _, c := range []struct {
		y    *tensor.Tensor
		want string
	}{
		{Inv(matrix(2, 1, 2, 2, 4)), "singular"}, {Cholesky(matrix(2, 1, 2, 2, 1), false), "not positive"},
		{Svdvals(nan), "not finite"}, {values, "not finite"}, {Cholesky(nan, false), "not positive"},
	} {
		if err := tensor.Realize(context.Background(), c.y); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v", c.want, err)
		}
	}
}

func TestMistakes(t *testing.T) {
	wide, tracked := tensor.Ones(2, 3), tensor.Ones(2, 3).RequireGrad()
	for name, f := range map[string]func(){
		"not square": func() { Inv(wide) }, "integers": func() { Det(tensor.New([]int64{1}, 1, 1)) },
		"a vector": func() { Svdvals(tensor.Ones(3)) }, "full gradient": func() { SVD(tracked, true) },
		"mode": func() { QR(wide, "r") }, "tall gradient": func() { QR(transposed(tracked), "complete") },
		"order": func() { MatrixNorm(wide, 3) }, "axes": func() { MatrixNorm(wide, 1, 0) },
		"vector order": func() { Norm(tensor.Ones(3), "nuc") }, "no axes": func() { Norm(tensor.Ones(1, 2, 3), 2) },
		"chain": func() { MultiDot(wide) }, "chain of vectors": func() { MultiDot(wide, tensor.Ones(3), wide) },
		"tensor inverse": func() { Tensorinv(wide, 1) }, "tensor solution": func() { Tensorsolve(wide, tensor.Ones(3)) },
	} {
		if tensor.Try(f) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
