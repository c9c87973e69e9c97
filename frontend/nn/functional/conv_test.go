package functional

import (
	"fmt"
	"math"
	"testing"

	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

// naiveConv is a two-dimensional convolution written as loops.
func naiveConv(x, w []float32, xs, ws []int, stride, pad, dil, groups int) ([]float64, []int) {
	n, c, h, wd := xs[0], xs[1], xs[2], xs[3]
	out, in, kh, kw := ws[0], ws[1], ws[2], ws[3]
	oh, ow := (h+2*pad-dil*(kh-1)-1)/stride+1, (wd+2*pad-dil*(kw-1)-1)/stride+1
	var y []float64
	for b := range n {
		for o := range out {
			g := o / (out / groups)
			for i := range oh {
				for j := range ow {
					sum := 0.0
					for ci := range in {
						for p := range kh {
							for q := range kw {
								r, s := i*stride-pad+p*dil, j*stride-pad+q*dil
								if r < 0 || r >= h || s < 0 || s >= wd {
									continue
								}
								xv := x[((b*c+g*in+ci)*h+r)*wd+s]
								sum += float64(xv) * float64(w[((o*in+ci)*kh+p)*kw+q])
							}
						}
					}
					y = append(y, sum)
				}
			}
		}
	}
	return y, []int{n, out, oh, ow}
}

func TestConv2dAgainstLoops(t *testing.T) {
	tensor.Seed(5)
	for _, c := range []struct{ stride, pad, dil, groups int }{{1, 0, 1, 1}, {2, 1, 1, 1}, {1, 2, 2, 2}, {3, 1, 2, 4}, {2, 0, 1, 2}} {
		x, w := tensor.Randn(2, 4, 9, 8).Realize(), tensor.Randn(8, 4/c.groups, 3, 2).Realize()
		got := Conv2d(x, w, nil, Conv{Stride: []int{c.stride}, Padding: []int{c.pad}, Dilation: []int{c.dil}, Groups: c.groups})
		want, shape := naiveConv(tensor.MustData[float32](x), tensor.MustData[float32](w), x.Shape(), w.Shape(), c.stride, c.pad, c.dil, c.groups)
		if fmt.Sprint(got.Shape()) != fmt.Sprint(shape) {
			t.Fatalf("%+v: shape %v, want %v", c, got.Shape(), shape)
		}
		closeTo(t, fmt.Sprint(c), got, want, 1e-4)
	}
}

// TestConvTransposeIsTheGradient holds a transposed convolution against the gradient of the convolution by its input.
func TestConvTransposeIsTheGradient(t *testing.T) {
	tensor.Seed(6)
	c := Conv{Stride: []int{2}, Padding: []int{1}}
	x, w := tensor.Randn(1, 3, 7, 7).Realize().RequireGrad(), tensor.Randn(4, 3, 3, 3).Realize()
	y := Conv2d(x, w, nil, c)
	g := tensor.Randn(y.Shape()...).Realize()
	y.Backward(g)
	want, _ := tensor.Floats(x.Grad())
	closeTo(t, "transpose", ConvTranspose2d(g, w, nil, c), want, 1e-4)
}

func closeTo(t *testing.T, name string, got *tensor.Tensor, want []float64, tol float64) {
	t.Helper()
	vs, err := tensor.Floats(got)
	if err != nil {
		t.Fatal(err)
	}
	if len(vs) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(vs), len(want))
	}
	for i, v := range vs {
		if math.Abs(v-want[i]) > tol*(1+math.Abs(want[i])) {
			t.Fatalf("%s: element %d is %v, want %v", name, i, v, want[i])
		}
	}
}

func TestConvErrors(t *testing.T) {
	ones := tensor.Ones
	for name, f := range map[string]func(){
		"channels": func() { Conv2d(ones(1, 3, 5, 5), ones(2, 4, 3, 3), nil, Conv{}) },
		"rank":     func() { Conv2d(ones(5, 5), ones(2, 3, 3, 3), nil, Conv{}) },
		"groups":   func() { Conv2d(ones(1, 4, 5, 5), ones(3, 2, 3, 3), nil, Conv{Groups: 2}) },
		"bias":     func() { Conv2d(ones(1, 1, 5, 5), ones(2, 1, 3, 3), ones(3), Conv{}) },
		"stride":   func() { Conv2d(ones(1, 1, 5, 5), ones(2, 1, 3, 3), nil, Conv{Stride: []int{0}}) },
		"window":   func() { Conv2d(ones(1, 1, 2, 2), ones(2, 1, 3, 3), nil, Conv{}) },
		"settings": func() { Conv2d(ones(1, 1, 5, 5), ones(2, 1, 3, 3), nil, Conv{Stride: []int{1, 1, 1}}) },
	} {
		if tensor.Try(f) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
