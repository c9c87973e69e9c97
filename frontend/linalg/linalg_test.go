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

func near2(t *testing.T, name string, got *tensor.Tensor, want ...float64) {
	t.Helper()
	vs, err := tensor.Floats(got)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for i, v := range vs {
		if math.Abs(v-want[i]) > 1e-9*(1+math.Abs(want[i])) {
			t.Fatalf("%s: %v, want %v", name, vs, want)
		}
	}
}

func TestValues(t *testing.T) {
	a := matrix(2, 4, 7, 2, 6)
	near2(t, "inverse", Inv(a), 0.6, -0.7, -0.2, 0.4)
	near2(t, "determinant", Det(a), 10)
	near2(t, "solution", Solve(a, tensor.New([]float64{1, 2})), -0.8, 0.6)
	near2(t, "factor", Cholesky(matrix(2, 4, 2, 2, 5), false), 2, 0, 1, 2)
	near2(t, "upper factor", Cholesky(matrix(2, 4, 2, 2, 5), true), 2, 1, 0, 2)
	near2(t, "no rows", Det(tensor.Options{DType: tensor.Float64}.Zeros(0, 0)), 1)
}

// derivatives gives the first and second derivative of f at t = 0 along a direction.
func derivatives(a, e *tensor.Tensor, f func(*tensor.Tensor) *tensor.Tensor) (first, second float64) {
	t := tensor.Options{DType: tensor.Float64}.Scalar(0.0).RequireGrad()
	y := f(a.Add(e.Mul(t))).Sum()
	g := tensor.Gradients(y, nil, t)[0]
	return g.Item(), tensor.Gradients(g, nil, t)[0].Item()
}

// TestDerivatives holds first and second derivatives against differences.
func TestDerivatives(t *testing.T) {
	a, e := matrix(3, 5, 1, 0, 1, 4, 1, 0, 1, 3), matrix(3, 0.3, -0.2, 0.5, -0.2, 0.1, 0.4, 0.5, 0.4, -0.6)
	for name, f := range map[string]func(*tensor.Tensor) *tensor.Tensor{
		"inv": Inv, "det": Det, "cholesky": func(a *tensor.Tensor) *tensor.Tensor { return Cholesky(a, false) },
		"solve": func(a *tensor.Tensor) *tensor.Tensor { return Solve(a, tensor.New([]float64{1, -1, 2})) },
	} {
		const h = 1e-4
		at := func(s float64) float64 { return f(a.Add(e.Mul(s))).Sum().Item() }
		first, second := derivatives(a, e, f)
		if want := (at(h) - at(-h)) / (2 * h); math.Abs(first-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%s: first derivative %v, want %v", name, first, want)
		}
		if want := (at(h) - 2*at(0) + at(-h)) / (h * h); math.Abs(second-want) > 1e-4*(1+math.Abs(want)) {
			t.Errorf("%s: second derivative %v, want %v", name, second, want)
		}
	}
}

// TestSingular: the determinant of a singular matrix has a gradient, its inverse is an error.
func TestSingular(t *testing.T) {
	a := matrix(2, 1, 2, 2, 4).RequireGrad()
	Det(a).Backward()
	near2(t, "gradient", a.Grad(), 4, -2, -2, 1)
	for name, y := range map[string]*tensor.Tensor{
		"singular": Inv(matrix(2, 1, 2, 2, 4)), "not positive": Cholesky(matrix(2, 1, 2, 2, 1), false)} {
		if err := tensor.Realize(context.Background(), y); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if tensor.Try(func() { Inv(tensor.Ones(2, 3)) }) == nil {
		t.Error("a matrix that is not square was accepted")
	}
}

func ExampleSolve() {
	a := tensor.New([]float32{2, 0, 1, 1}, 2, 2)
	x := Solve(a, tensor.New([]float32{4, 5}))
	fmt.Println(tensor.MustData[float32](x))
	// Output: [2 3]
}
