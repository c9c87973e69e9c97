package tensor_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	. "weft/frontend/tensor"
)

func TestBackwardAccumulates(t *testing.T) {
	x := Scalar(2.0).RequireGrad()
	if x.Grad() != nil {
		t.Error("a gradient exists before backward")
	}
	x.Mul(x).Backward()
	want(t, "first", x.Grad(), []int{}, 4)
	x.Mul(x).Backward()
	want(t, "second adds", x.Grad(), []int{}, 8)
	x.ZeroGrad(true)
	want(t, "zeros", x.Grad(), []int{}, 0)
	x.ZeroGrad()
	if x.Grad() != nil {
		t.Error("ZeroGrad leaves a gradient")
	}
}

func TestBackwardAgain(t *testing.T) {
	x := Scalar(3.0).RequireGrad()
	y := x.Pow(3)
	y.Realize()
	y.Backward()
	want(t, "first", x.Grad(), []int{}, 27)
	y.Backward()
	want(t, "again", x.Grad(), []int{}, 54)
}

func TestSeed(t *testing.T) {
	x := vec(1, 2, 3).RequireGrad()
	x.Mul(2).Backward(vec(1, .5, -1))
	want(t, "gradient", x.Grad(), []int{3}, 2, 1, -2)
}

func TestEqualLeavesAreTwo(t *testing.T) {
	a, b := Scalar(2.0).RequireGrad(), Scalar(2.0).RequireGrad()
	a.Mul(b).Mul(b).Backward()
	want(t, "a", a.Grad(), []int{}, 4)
	want(t, "b", b.Grad(), []int{}, 8)
}

func TestSecondOrder(t *testing.T) {
	x := Scalar(2.0).RequireGrad()
	g := Gradients(x.Pow(3), nil, x)[0]
	want(t, "first", g, []int{}, 12)
	want(t, "second", Gradients(g, nil, x)[0], []int{}, 12)
	if x.Grad() != nil {
		t.Error("Gradients touches Grad")
	}
	x.Mul(x).Backward()
	y := x.Mul(x.Grad()) // a collected gradient is a constant
	y.Backward()
	want(t, "through a gradient", x.Grad(), []int{}, 8)
}

func TestTracking(t *testing.T) {
	w := vec(1, 1).RequireGrad()
	for _, c := range []struct {
		name           string
		x              *Tensor
		leaf, requires bool
	}{
		{"ones", Ones(2), true, false},
		{"required", w, true, true},
		{"ones*2", Ones(2).Mul(2), true, false},
		{"w*2", w.Mul(2), false, true},
		{"detach", w.Detach(), true, false},
		{"detach require", w.Mul(2).Detach().RequireGrad(), true, true},
		{"reshape", w.Reshape(1, 2), false, true},
		{"w>0", w.Gt(0), true, false},
		{"argmax", w.Argmax(), true, false},
		{"cast", w.Cast(Float64), false, true},
		{"cast to its own", w.Cast(Float32), true, true},
	} {
		if c.x.IsLeaf() != c.leaf || c.x.RequiresGrad() != c.requires {
			t.Errorf("%s: leaf %v, requires %v", c.name, c.x.IsLeaf(), c.x.RequiresGrad())
		}
	}
	w.SetRequiresGrad(false)
	if w.RequiresGrad() || w.Mul(2).RequiresGrad() {
		t.Error("the flag of a leaf cannot be taken away")
	}
}

func TestDetachStops(t *testing.T) {
	x := Scalar(3.0).RequireGrad()
	x.Mul(x.Mul(1).Detach()).Backward()
	want(t, "gradient", x.Grad(), []int{}, 3)
}

func TestNoGradIsOfOneGoroutine(t *testing.T) {
	w := vec(1, 2).RequireGrad()
	inside, outside := make(chan bool), make(chan bool)
	go func() {
		<-inside
		outside <- w.Mul(2).RequiresGrad() && GradEnabled()
	}()
	NoGrad(func() {
		z := w.Mul(2)
		if z.RequiresGrad() || !z.IsLeaf() || GradEnabled() {
			t.Error("NoGrad records")
		}
		inside <- true
		if !<-outside {
			t.Error("NoGrad reaches another goroutine")
		}
		started := make(chan bool)
		go func() { started <- w.Mul(2).RequiresGrad() }()
		if !<-started {
			t.Error("a goroutine started inside NoGrad does not record")
		}
		NoGrad(func() {})
		EnableGrad(func() {
			if !w.Mul(2).RequiresGrad() {
				t.Error("EnableGrad does not record")
			}
			NoGrad(func() {})
		})
		if w.Mul(2).RequiresGrad() {
			t.Error("an inner scope ended the outer one")
		}
		w.SubAssign(0.5)
	})
	if !w.RequiresGrad() || !w.IsLeaf() || !GradEnabled() {
		t.Error("NoGrad outlives its function")
	}
	want(t, "changed in place", w, []int{2}, .5, 1.5)
}

func TestNoGradUnwindsOnPanic(t *testing.T) {
	if Try(func() { NoGrad(func() { vec(1).Reshape(2) }) }) == nil {
		t.Error("no error")
	}
	if !GradEnabled() {
		t.Error("a panic leaves NoGrad open")
	}
}

func TestSameExpressionInsideAndOutside(t *testing.T) {
	w := vec(1, 2).RequireGrad()
	var inside *Tensor
	NoGrad(func() { inside = w.Mul(2) })
	w.Mul(2).Mul(inside).Sum().Backward()
	want(t, "gradient", w.Grad(), []int{2}, 4, 8)
}

func TestHooks(t *testing.T) {
	x := vec(1, 2).RequireGrad()
	remove := x.RegisterHook(func(g *Tensor) *Tensor { return g.Mul(10) })
	x.Mul(x).Sum().Backward()
	want(t, "changed", x.Grad(), []int{2}, 20, 40)
	remove()
	x.ZeroGrad()
	x.Mul(x).Sum().Backward()
	want(t, "removed", x.Grad(), []int{2}, 2, 4)

	x = Scalar(2.0).RequireGrad()
	y := x.Mul(3)
	twin := x.Mul(3) // an equal intermediate, which the hook does not see
	seen := 0
	y.RegisterHook(func(g *Tensor) *Tensor { seen++; return g.Mul(2) })
	y.RetainGrad()
	y.Mul(5).Add(twin.Mul(7)).Backward()
	want(t, "through a hook", x.Grad(), []int{}, 3*5*2+3*7)
	want(t, "retained", y.Grad(), []int{}, 10)
	if seen != 1 || twin.Grad() != nil {
		t.Errorf("the hook ran %d times", seen)
	}
}

func TestRetainGrad(t *testing.T) {
	x := Scalar(2.0).RequireGrad()
	y := x.Mul(3).RetainGrad()
	y.Mul(y).Backward()
	want(t, "y", y.Grad(), []int{}, 12)
	want(t, "x", x.Grad(), []int{}, 36)
	if z := x.Mul(2); z.Grad() != nil {
		t.Error("an intermediate keeps its gradient unasked")
	}
}

func TestGradientsOfOps(t *testing.T) {
	for _, c := range []struct {
		name string
		x    []float32
		f    func(x *Tensor) *Tensor
		want []float64
	}{
		{"relu", []float32{0, -1, 1}, (*Tensor).Relu, []float64{0, 0, 1}},
		{"abs", []float32{0, -1, 1}, (*Tensor).Abs, []float64{0, -1, 1}},
		{"sigmoid", []float32{0}, (*Tensor).Sigmoid, []float64{.25}},
		{"logsigmoid", []float32{0}, (*Tensor).LogSigmoid, []float64{.5}},
		{"softplus", []float32{0, 1000}, func(x *Tensor) *Tensor { return x.Softplus(1, 20) }, []float64{.5, 1}},
		{"elu", []float32{-1000, 0, 100}, func(x *Tensor) *Tensor { return x.Elu(1) }, []float64{0, 1, 1}},
		{"norm at 0", []float32{0, 0}, func(x *Tensor) *Tensor { return x.Norm(2) }, []float64{0, 0}},
		{"var", []float32{1, 2, 6}, func(x *Tensor) *Tensor { return x.Var() }, []float64{-2, -1, 3}},
		{"prod", []float32{2, 0, 3}, func(x *Tensor) *Tensor { return x.Prod() }, []float64{0, 6, 0}},
		{"cumsum", []float32{1, 2, 3}, func(x *Tensor) *Tensor { return x.Cumsum(0) }, []float64{3, 2, 1}},
		{"cummax", []float32{1, 3, 2}, func(x *Tensor) *Tensor { v, _ := x.Cummax(0); return v }, []float64{1, 2, 0}},
		{"softmax", []float32{0, 0}, func(x *Tensor) *Tensor { return x.Softmax(0).Mul(vec(1, 3)) }, []float64{-.5, .5}},
		{"gather", []float32{1, 2}, func(x *Tensor) *Tensor { return x.Gather(0, ints(1, 1, 0)) }, []float64{1, 2}},
		{"scatter", []float32{1, 2}, func(x *Tensor) *Tensor { return Ones(2).Scatter(0, ints(1, 1), x) }, []float64{0, 1}},
		{"set", []float32{1, 2, 3}, func(x *Tensor) *Tensor { return x.Clone().SetSlice(9, 1).Square() }, []float64{2, 0, 6}},
		{"set slice", []float32{1, 2, 3}, func(x *Tensor) *Tensor {
			y := x.Mul(1)
			y.Slice(0, 2).MulAssign(3)
			return y.Mul(y)
		}, []float64{18, 36, 6}},
		{"where trap", []float32{0, 0}, func(x *Tensor) *Tensor { return Where(x.Gt(0), x.Log(), x.Mul(2)) }, []float64{nan, nan}},
		{"windows", []float32{1, 2, 3}, func(x *Tensor) *Tensor { return x.Unfold(0, 2, 1) }, []float64{1, 2, 1}},
		{"cat", []float32{1, 2}, func(x *Tensor) *Tensor { return Cat([]*Tensor{x, x.Mul(2)}, 0) }, []float64{3, 3}},
		{"diagonal", []float32{1, 2, 3, 4}, func(x *Tensor) *Tensor { return x.Reshape(2, 2).Diagonal(0, 0, 1) }, []float64{1, 0, 0, 1}},
	} {
		guard(t, func() {
			x := New(c.x).RequireGrad()
			c.f(x).Sum().Backward()
			want(t, c.name, x.Grad(), []int{len(c.want)}, c.want...)
		})
	}
	a, b := mat(2, 3).RequireGrad(), mat(3, 2).RequireGrad()
	a.MatMul(b).Sum().Backward()
	want(t, "matmul left", a.Grad(), []int{2, 3}, 3, 7, 11, 3, 7, 11)
	want(t, "matmul right", b.Grad(), []int{3, 2}, 5, 5, 7, 7, 9, 9)
	c, d := mat(3, 1).RequireGrad(), mat(4).RequireGrad()
	c.Add(d).Sum().Backward()
	want(t, "broadcast", c.Grad(), []int{3, 1}, 4, 4, 4)
	want(t, "broadcast", d.Grad(), []int{4}, 3, 3, 3, 3)
}

func TestInPlaceUnderGradients(t *testing.T) {
	x := vec(1, 2).RequireGrad()
	a := x.Mul(1)
	y := a.Mul(a)
	a.AddAssign(1) // y keeps the old a
	y.Sum().Backward()
	want(t, "saved value", x.Grad(), []int{2}, 2, 4)
	x.ZeroGrad()
	z := Zeros(2)
	z.SetSlice(x.Select(0, 0), 1) // an untracked tensor becomes tracked
	z.Sum().Backward()
	want(t, "becomes tracked", x.Grad(), []int{2}, 1, 0)
	NoGrad(func() { x.Slice(0, 1).Fill(7) })
	want(t, "part of a leaf", x, []int{2}, 7, 2)
	x.ZeroGrad()
	x.Mul(x).Sum().Backward()
	want(t, "after", x.Grad(), []int{2}, 14, 4)
}

func TestTrainingLoop(t *testing.T) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	w, b := Scalar(0.0).RequireGrad(), Scalar(0.0).RequireGrad()
	total := Scalar(0.0)
	for step := range 3 {
		loss := w.Mul(x).Add(b).Sub(y).Square().Mean()
		w.ZeroGrad()
		b.ZeroGrad()
		loss.Backward()
		w.SetData(w.Detach().Sub(w.Grad().Mul(0.01)))
		b.SetData(b.Detach().Sub(b.Grad().Mul(0.01)))
		total = total.Add(loss.Detach())
		if err := Realize(context.Background(), w, b, total); err != nil {
			t.Fatal(err)
		}
		if !loss.IsRealized() {
			t.Error("the loss was not computed with the step")
		}
		if step == 0 {
			want(t, "loss", loss, []int{}, 41)
			want(t, "dw", w.Grad(), []int{}, -35)
			want(t, "w", w, []int{}, .35)
			want(t, "b", b, []int{}, .12)
		}
	}
	want(t, "total", total, []int{}, 41+28.4531498+19.7471313)
}

func TestRealizingManyTimes(t *testing.T) {
	var wg sync.WaitGroup
	x := mat(8, 8)
	for range 8 {
		wg.Go(func() {
			for range 20 {
				if got := x.Add(1).Sum().Item(); got != 2080+64 {
					t.Errorf("got %v", got)
				}
				x.Realize()
			}
		})
	}
	wg.Wait()
}

func TestHistoryIsCut(t *testing.T) {
	dead := make(chan bool, 1)
	x := vec(1, 2)
	func() {
		big := mat(100)
		runtime.AddCleanup(big.Node(), func(c chan bool) { c <- true }, dead)
		x = x.Add(big.Sum())
	}()
	x.Realize()
	for range 10 {
		runtime.GC()
		select {
		case <-dead:
			return
		default:
		}
	}
	t.Error("a realized tensor holds its history")
}

func TestCancelledRealizePublishesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := vec(1).Add(1)
	if err := Realize(ctx, x); err == nil || x.IsRealized() {
		t.Errorf("err %v, realized %v", err, x.IsRealized())
	}
	want(t, "later", x, []int{1}, 2)
}
