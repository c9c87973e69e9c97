package handles

import (
	"slices"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
)

// TestGradientComesHome holds that a gradient lies where its leaf lies, whatever device the loss is on, and whether the
// leaf has memory or is a constant.
func TestGradientComesHome(t *testing.T) {
	rt.EnableCopyDevice()
	for name, x := range map[string]*tensor.Tensor{
		"memory":   tensor.New([]float32{1, 1}, 2),
		"constant": tensor.Ones(2),
	} {
		x.RequireGrad()
		w := tensor.NewOn("cpu:copy", []float32{3, 4}, 2)
		middle := x.Mul(2)
		middle.RetainGrad()
		middle.To("cpu:copy").Mul(w).Sum().Backward()
		for _, c := range []struct {
			of   *tensor.Tensor
			want []float32
		}{{x, []float32{6, 8}}, {middle, []float32{3, 4}}} {
			g := c.of.Grad()
			if g.Device() != x.Device() {
				t.Errorf("%s: the gradient is on %s, the leaf on %s", name, g.Device(), x.Device())
				continue
			}
			got, err := tensor.Data[float32](g.Add(x.Detach().Mul(0)))
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s: gradient %v, want %v: %v", name, got, c.want, err)
			}
		}
	}
}
