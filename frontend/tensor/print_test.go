package tensor_test

import (
	"fmt"
	"testing"

	. "weft/frontend/tensor"
)

func TestPrint(t *testing.T) {
	for _, c := range []struct {
		x    *Tensor
		want string
	}{
		{vec(1, 2.5, -3).Realize(), "[ 1.   2.5 -3. ] (3) float32"},
		{mat(2, 2), "[[1. 2.]\n [3. 4.]] (2, 2) float32"},
		{mat(2, 1, 2), "[[[1. 2.]]\n\n [[3. 4.]]] (2, 1, 2) float32"},
		{vec(1e-5, 1.5), "[1.0e-05 1.5e+00] (2) float32"},
		{vec(1e10, 1), "[1.e+10 1.e+00] (2) float32"},
		{vec(0.1, 1./3), "[0.1        0.33333334] (2) float32"},
		{Of([]float64{1. / 3}), "[0.33333333] (1) float64"},
		{vec(float32(nan), float32(-inf), 1), "[ nan -inf   1.] (3) float32"},
		{vec(0, 0), "[0. 0.] (2) float32"},
		{ints(1, -20, 300), "[  1 -20 300] (3) int64"},
		{New([]bool{true, false}), "[ true false] (2) bool"},
		{Scalar(2.5).Realize(), "2.5 () float32"},
		{New([]float32{}, 0, 2), "[] (0, 2) float32"},
		{New([]float32{0.1, 2}).Cast(Float16).Realize(), "[0.1 2. ] (2) float16"},
		{Arange(1001).Realize(), "[   0    1    2 ...  998  999 1000] (1001) int64"},
		{Arange(30).Add(1000).Realize(), "[1000 1001 1002 1003 1004 1005 1006 1007 1008 1009 1010 1011 1012 1013\n" +
			" 1014 1015 1016 1017 1018 1019 1020 1021 1022 1023 1024 1025 1026 1027\n 1028 1029] (30) int64"},
		{vec(1, 2).Add(1), "tensor (2) float32, not computed: add"},
		{vec(1, 2).RequireGrad(), "[1. 2.] (2) float32"},
	} {
		realized := c.x.IsRealized()
		if got := fmt.Sprint(c.x); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
		if c.x.IsRealized() != realized {
			t.Errorf("%s: printing computed", c.want)
		}
	}
	big := mat(8, 200)
	want := `[[1.000e+00 2.000e+00 3.000e+00 ... 1.980e+02 1.990e+02 2.000e+02]
 [2.010e+02 2.020e+02 2.030e+02 ... 3.980e+02 3.990e+02 4.000e+02]
 [4.010e+02 4.020e+02 4.030e+02 ... 5.980e+02 5.990e+02 6.000e+02]
 ...
 [1.001e+03 1.002e+03 1.003e+03 ... 1.198e+03 1.199e+03 1.200e+03]
 [1.201e+03 1.202e+03 1.203e+03 ... 1.398e+03 1.399e+03 1.400e+03]
 [1.401e+03 1.402e+03 1.403e+03 ... 1.598e+03 1.599e+03 1.600e+03]] (8, 200) float32`
	if got := big.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFormat(t *testing.T) {
	x := New([]float32{1, -2.5, float32(nan), 1. / 3}, 2, 2)
	for _, c := range []struct {
		format string
		x      *Tensor
		want   string
	}{
		{"%v", x, "[[ 1.         -2.5       ]\n [        nan  0.33333334]] (2, 2) float32"},
		{"%.2v", x, "[[ 1.   -2.5 ]\n [  nan  0.33]] (2, 2) float32"},
		{"%7.2v", x, "[[   1.     -2.5 ]\n [    nan    0.33]] (2, 2) float32"},
		{"%.2f", x, "[[ 1.00 -2.50]\n [  nan  0.33]] (2, 2) float32"},
		{"%+.1f", x, "[[+1.0 -2.5]\n [ nan +0.3]] (2, 2) float32"},
		{"%8.1e", x, "[[ 1.0e+00 -2.5e+00]\n [     nan  3.3e-01]] (2, 2) float32"},
		{"%g", x, "[[         1       -2.5]\n [       nan 0.33333334]] (2, 2) float32"},
		{"%+v", vec(1).RequireGrad(), "[1.] (1) float32 " + vec(1).Device() + ", gradients recorded"},
		{"%+v", vec(1).Neg(), "tensor (1) float32 " + vec(1).Device() + ", not computed: neg"},
		{"%x", ints(10, 255), "[ a ff] (2) int64"},
		{"%4d", ints(10, 255), "[  10  255] (2) int64"},
		{"%.1f", ints(10, 255), "[ 10.0 255.0] (2) int64"},
		{"%d", New([]uint64{1<<64 - 1}), "[18446744073709551615] (1) uint64"},
		{"%5v", New([]bool{true}), "[ true] (1) bool"},
		{"%6.2f", Scalar(2.5).Realize(), "  2.50 () float32"},
		{"%.2v", Scalar(1. / 3).Realize(), "0.33 () float32"},
		{"%q", ints(1), "%!q([1] (1) int64)"},
		{"%.2f", vec(1).Neg(), "tensor (1) float32, not computed: neg"},
		{"%v", nil, "<nil>"},
	} {
		if got := fmt.Sprintf(c.format, c.x); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.format, got, c.want)
		}
	}
}
