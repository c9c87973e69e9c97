package functional

import (
	"math"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// TestConvGradientStoresNoWindows: the gradient of the input is one kernel, which reads the result's gradient and the filter and writes the
// gradient, and is right to the last border.
func TestConvGradientStoresNoWindows(t *testing.T) {
	for _, c := range []struct{ n, channels, filters, size, kernel, pad, stride int }{
		{2, 3, 4, 12, 3, 0, 1}, {2, 3, 4, 12, 3, 1, 1}, {1, 2, 5, 9, 5, 2, 1}, {3, 1, 2, 20, 4, 0, 1}, {2, 2, 3, 11, 3, 1, 2},
	} {
		x := tensor.Randn(c.n, c.channels, c.size, c.size).Realize().RequireGrad()
		w := tensor.Randn(c.filters, c.channels, c.kernel, c.kernel).Realize()
		y := Conv2d(x, w, nil, Conv{Padding: []int{c.pad}, Stride: []int{c.stride}})
		g := tensor.Randn(y.Shape()...).Realize()
		y.Realize().Backward(g)
		before := rt.Snapshot()
		x.Grad().Realize()
		did := rt.Snapshot().Sub(before)
		if once := int64(4 * (x.Numel() + w.Numel() + g.Numel())); c.stride == 1 && (did.Kernels != 1 || did.Bytes > once) {
			t.Errorf("%v: %d kernels moved %d bytes, operands and result have %d", c, did.Kernels, did.Bytes, once)
		}
		want := convInputGradient(tensor.MustData[float32](g), tensor.MustData[float32](w.Reshape(-1)), g.Shape(), w.Shape(), x.Shape(), c.pad, c.stride)
		for i, v := range tensor.MustData[float32](x.Grad()) {
			if math.Abs(float64(v)-want[i]) > 1e-4 {
				t.Fatalf("%v: element %d is %v, want %v", c, i, v, want[i])
			}
		}
	}
}

// convInputGradient adds up, tap by tap, what every result gives to the elements that it was made of.
func convInputGradient(g, w []float32, gs, ws, xs []int, pad, stride int) []float64 {
	out := make([]float64, xs[0]*xs[1]*xs[2]*xs[3])
	at := func(s []int, i ...int) int {
		flat := 0
		for k, d := range s {
			if i[k] < 0 || i[k] >= d {
				return -1
			}
			flat = flat*d + i[k]
		}
		return flat
	}
	for n := range gs[0] {
		for o := range gs[1] {
			for i := range gs[2] * gs[3] {
				y, x := i/gs[3], i%gs[3]
				for tap := range ws[1] * ws[2] * ws[3] {
					c, ky, kx := tap/(ws[2]*ws[3]), tap/ws[3]%ws[2], tap%ws[3]
					if to := at(xs, n, c, y*stride+ky-pad, x*stride+kx-pad); to >= 0 {
						out[to] += float64(g[at(gs, n, o, y, x)]) * float64(w[at(ws, o, c, ky, kx)])
					}
				}
			}
		}
	}
	return out
}
