package tests

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"testing"

	"weft/frontend/tensor"
	"weft/lazy"
)

// settle collects until little more goes away and counts the live objects of Go's heap, nodes among them.
func settle() int {
	live := math.MaxInt
	for range 10 {
		var m runtime.MemStats
		lazy.Live() // drops what the table of nodes knows of nodes that are gone
		runtime.GC()
		runtime.ReadMemStats(&m)
		n := int(m.HeapObjects)
		if n > live-100 {
			break
		}
		live = n
	}
	return live
}

// checkFreed runs f and checks that its nodes are gone afterwards. About so many objects may stay, those of its plan.
func checkFreed(t *testing.T, plan int, f func()) {
	t.Helper()
	before := settle()
	f()
	if after := settle(); after > before+plan {
		t.Errorf("%d objects are left of what there was to do, %d before", after, before)
	}
}

// A graph may be as deep as memory allows: no stage recurses on its depth.
func TestMillionAdds(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(4 << 20))
	checkFreed(t, 20_000, func() {
		x := tensor.New([]float32{1, 2, 3}).RequireGrad()
		y := x
		for range 1_000_000 {
			y = y.Add(1)
		}
		y.Sum().Backward()
		if err := tensor.Realize(context.Background(), y, x.Grad()); err != nil {
			t.Fatal(err)
		}
		got, grad := tensor.MustData[float32](y), tensor.MustData[float32](x.Grad())
		if got[0] != 1_000_001 || grad[2] != 1 {
			t.Errorf("got %v with gradient %v", got, grad)
		}
	})
}

func TestStackedDiamonds(t *testing.T) {
	checkFreed(t, 20_000, func() {
		x := tensor.New([]float64{1, 2, 3}).RequireGrad()
		y := x
		for range 64 {
			y = y.Mul(0.5).Add(y.Mul(0.5))
		}
		y.Sum().Backward()
		if err := tensor.Realize(context.Background(), y, x.Grad()); err != nil {
			t.Fatal(err)
		}
		got, grad := tensor.MustData[float64](y), tensor.MustData[float64](x.Grad())
		if got[1] != 2 || grad[0] != 1 {
			t.Errorf("got %v with gradient %v", got, grad)
		}
	})
}

func TestStackOfImages(t *testing.T) {
	checkFreed(t, 10*6131, func() { // a launch for each image
		images := make([]*tensor.Tensor, 6131)
		pixels := make([]float32, 28*28)
		for i := range images {
			pixels[5] = float32(i)
			images[i] = tensor.New(pixels, 28, 28)
		}
		images[0].RequireGrad()
		s := tensor.Stack(images, 0)
		sum := s.Mul(s).Sum(0, 1, 2)
		sum.Backward()
		if err := tensor.Realize(context.Background(), s, images[0].Grad()); err != nil {
			t.Fatal(err)
		}
		got := tensor.MustData[float32](s)
		if got[6130*784+5] != 6130 || got[17*784+5] != 17 || got[4] != 0 {
			t.Error("the stack does not hold the images")
		}
	})
}
