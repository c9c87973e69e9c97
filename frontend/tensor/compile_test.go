package tensor_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	. "weft/frontend/tensor"
	rt "weft/runtime"
)

// regression is a step of linear regression by hand: it changes w and b and returns the loss.
func regression() (w, b *Tensor, step func(args ...*Tensor) []*Tensor) {
	w, b = Scalar(float32(0)).RequireGrad(), Scalar(float32(0)).RequireGrad()
	return w, b, func(args ...*Tensor) []*Tensor {
		x, y := args[0], args[1]
		loss := x.Mul(w).Add(b).Sub(y).Square().Mean()
		loss.Backward()
		NoGrad(func() {
			for _, p := range []*Tensor{w, b} {
				p.SubAssign(p.Grad().Mul(0.01))
				p.ZeroGrad()
			}
		})
		return []*Tensor{loss}
	}
}

// samePair holds two tensors of one element against one another, to the bit.
func samePair(t *testing.T, what string, plain, compiled *Tensor) {
	t.Helper()
	if a, b := plain.Item(), compiled.Item(); a != b {
		t.Fatalf("%s: %v, compiled %v", what, a, b)
	}
}

func TestCompiledTraining(t *testing.T) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	w, b, plain := regression()
	w2, b2, f := regression()
	c := Compile(f)
	for range 20 {
		want := plain(x, y)[0]
		got := c.MustCall(x, y)[0]
		if err := Realize(context.Background(), want, w, b); err != nil {
			t.Fatal(err)
		}
		samePair(t, "loss", want, got)
		samePair(t, "w", w, w2)
		samePair(t, "b", b, b2)
		if w2.Grad() != nil || !w2.IsLeaf() || !w2.RequiresGrad() {
			t.Fatal("the parameter has changed its kind")
		}
	}
	before := rt.Snapshot()
	for range 100 {
		c.MustCall(x, y)
	}
	if made := rt.Snapshot().Sub(before); made.Plans+made.PlanHits != 0 {
		t.Errorf("%d plans made and %d looked up", made.Plans, made.PlanHits)
	}
}

// TestCompiledValuesStay: what was taken from a parameter keeps its value, whatever calls come after.
func TestCompiledValuesStay(t *testing.T) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	w, _, f := regression()
	c := Compile(f)
	var taken []*Tensor
	var values []float64
	var losses []*Tensor
	for i := range 12 {
		losses = append(losses, c.MustCall(x, y)...)
		if i%3 != 0 {
			h := w.Detach()
			taken, values = append(taken, h), append(values, h.Item())
		}
	}
	for i, h := range taken {
		if h.Item() != values[i] {
			t.Errorf("value %d was %v and became %v", i, values[i], h.Item())
		}
	}
	for i := 1; i < len(losses); i++ {
		if !(losses[i].Item() < losses[i-1].Item()) {
			t.Errorf("loss %d does not fall: %v after %v", i, losses[i].Item(), losses[i-1].Item())
		}
	}
}

// TestCompiledSeesOtherChanges: parameters that somebody else changes between calls are seen, also by a function that only reads.
func TestCompiledSeesOtherChanges(t *testing.T) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	w, b, f := regression()
	train := Compile(f)
	eval := Compile(func(args ...*Tensor) []*Tensor { return []*Tensor{args[0].Mul(w).Add(b).Detach()} })
	for range 6 {
		train.MustCall(x, y)
		want(t, "eval", eval.MustCall(vec(1))[0], []int{1}, w.Item()+b.Item())
	}
	w.SetData(Scalar(float32(2)).Add(1))
	b.SetData(Scalar(float32(10)))
	want(t, "eval", eval.MustCall(vec(2))[0], []int{1}, 16)
	train.MustCall(x, y)
	if w.Item() == 3 {
		t.Error("training did not go on from the new value")
	}
}

func TestCompiledGradients(t *testing.T) {
	w := vec(1, 2).RequireGrad()
	c := Compile(func(args ...*Tensor) []*Tensor {
		w.Mul(args[0]).Sum().Backward()
		return nil
	})
	for i := 1; i <= 5; i++ { // gradients add up from call to call
		c.MustCall(vec(10, 100))
		want(t, "grad", w.Grad(), []int{2}, float64(10*i), float64(100*i))
	}
	w.ZeroGrad()
	if _, err := c.Call(context.Background(), vec(1, 1)); err == nil || !strings.Contains(err.Error(), "no longer there") {
		t.Errorf("a missing gradient: %v", err)
	}
	w.ZeroGrad()
	w.SetGrad(vec(1, 1))
	c.MustCall(vec(1, 1))
	want(t, "grad", w.Grad(), []int{2}, 2, 2)
}

func TestCompiledArgumentsWithGradients(t *testing.T) {
	c := Compile(func(args ...*Tensor) []*Tensor {
		x := args[0].RequireGrad()
		x.Square().Sum().Backward()
		return []*Tensor{x.Grad()}
	})
	x := vec(1, 2, 3)
	for range 4 {
		want(t, "gradient of the argument", c.MustCall(x)[0], []int{3}, 2, 4, 6)
	}
	if x.RequiresGrad() {
		t.Error("the caller's tensor was changed")
	}
}

// TestCompiledDraws: random numbers are the same as without compiling, call for call.
func TestCompiledDraws(t *testing.T) {
	draw := func(g *Generator) func(args ...*Tensor) []*Tensor {
		return func(args ...*Tensor) []*Tensor {
			o := Options{Generator: g}
			return []*Tensor{o.Rand(3).Add(args[0]), o.Randn(2)}
		}
	}
	plain := draw(NewGenerator(7))
	g := NewGenerator(7)
	c := Compile(draw(g))
	for i := range 6 {
		a, b := plain(vec(1)), c.MustCall(vec(1))
		for k := range a {
			x, _ := Floats(a[k])
			want(t, "draw", b[k], a[k].Shape(), x...)
		}
		if _, at := g.State(); at != uint64(7*(i+1)) {
			t.Errorf("after call %d the generator is at %d", i, at)
		}
	}
}

func TestCompiledScalars(t *testing.T) {
	rate, count := 1.0, 0
	f := func(args ...*Tensor) []*Tensor {
		if step := func() { count++ }; !EachCall(nil, step) {
			step()
		}
		return []*Tensor{args[0].Mul(LaunchFunc(func() float64 { return rate }))}
	}
	c := Compile(f)
	for i := range 5 {
		rate = float64(i + 1)
		want(t, "scaled", c.MustCall(vec(1, 2))[0], []int{2}, rate, 2*rate)
		if count != i+1 {
			t.Errorf("%d calls counted as %d", i+1, count)
		}
	}
}

// TestCompiledSlices: arguments that begin anywhere in memory, and views that are written.
func TestCompiledSlices(t *testing.T) {
	x := mat(8, 3).Realize()
	total := Zeros(2, 3).Realize()
	c := Compile(func(args ...*Tensor) []*Tensor {
		total.Select(0, 1).AddAssign(args[0].Sum(0))
		return []*Tensor{args[0].Slice(1, 2)}
	})
	sum := 0.0
	for i := range 6 {
		out := c.MustCall(x.Slice(i, i+2))
		want(t, "second row", out[0], []int{1, 3}, float64(3*i+4), float64(3*i+5), float64(3*i+6))
		sum += float64(3*i+1) + float64(3*i+4)
		want(t, "total", total.Select(0, 1).SliceAxis(0, 0, 1), []int{1}, sum)
	}
	want(t, "untouched", total.Select(0, 0), []int{3}, 0, 0, 0)
}

func TestCompiledFailureChangesNothing(t *testing.T) {
	w := vec(0, 0, 0).Realize()
	c := Compile(func(args ...*Tensor) []*Tensor {
		w.AddAssign(w.Add(1).IndexSelect(0, args[0]))
		return nil
	})
	for range 3 {
		c.MustCall(ints(0, 1, 2))
	}
	before, _ := Floats(w)
	if _, err := c.Call(context.Background(), ints(0, 1, 3)); err == nil {
		t.Fatal("an index out of range was accepted")
	}
	want(t, "after a failed call", w, []int{3}, before...)
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Call(ended, ints(0, 1, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v", err)
	}
	want(t, "after an ended context", w, []int{3}, before...)
}

func TestCompiledMistakes(t *testing.T) {
	calls := 0.0
	w := vec(1, 2).RequireGrad()
	outside := w.Mul(2)
	for _, c := range []struct {
		name, want string
		f          func(args ...*Tensor) []*Tensor
	}{
		{"constant", "has the number 10 in its first trace and 15 in its second", func(args ...*Tensor) []*Tensor {
			calls++
			return []*Tensor{args[0].Mul(calls * 5)}
		}},
		{"data", "makes a tensor of other data", func(args ...*Tensor) []*Tensor {
			calls++
			return []*Tensor{args[0].Add(vec(float32(calls), 1))}
		}},
		{"graph", "builds another graph the second time", func(args ...*Tensor) []*Tensor {
			if calls++; int(calls)%2 == 0 {
				return []*Tensor{args[0].Exp()}
			}
			return []*Tensor{args[0].Sin()}
		}},
		{"results", "used, changed or returned other tensors", func(args ...*Tensor) []*Tensor {
			calls++
			return args[:int(calls)%2]
		}},
		{"reading", "reads the data of a tensor", func(args ...*Tensor) []*Tensor {
			if args[0].Sum().Item() > 0 {
				return args
			}
			return nil
		}},
		{"outside gradient", "whose gradient would leave the function", func(args ...*Tensor) []*Tensor {
			return []*Tensor{args[0].Add(outside)}
		}},
		{"shape", "shapes do not broadcast", func(args ...*Tensor) []*Tensor {
			if calls++; calls > 1 {
				return []*Tensor{args[0].Add(vec(1, 2, 3))}
			}
			return args
		}},
	} {
		calls = 0
		k := Compile(c.f)
		k.MustCall(vec(1, 2))
		_, err := k.Call(context.Background(), vec(1, 2))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	want(t, "w", w, []int{2}, 1, 2)
}

func TestCompiledArguments(t *testing.T) {
	c := Compile(func(args ...*Tensor) []*Tensor { return []*Tensor{args[0].Add(args[1])} })
	c.MustCall(vec(1, 2), vec(3, 4))
	for _, x := range []struct {
		want string
		args []*Tensor
	}{
		{"of 2 arguments is called with 1", []*Tensor{vec(1, 2)}},
		{"argument 1 is float32 (3) on", []*Tensor{vec(1, 2), vec(1, 2, 3)}},
		{"argument 0 is int64 (2) on", []*Tensor{ints(1, 2), vec(1, 2)}},
	} {
		if _, err := c.Call(context.Background(), x.args...); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%v, want %q", err, x.want)
		}
	}
	want(t, "sum", c.MustCall(vec(1, 2), vec(3, 4).Mul(2))[0], []int{2}, 7, 10)
}

// TestCompiledFromManyGoroutines: calls are ordered, and other goroutines read parameters while they change.
func TestCompiledFromManyGoroutines(t *testing.T) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	w, b, f := regression()
	c := Compile(f)
	c.MustCall(x, y)
	c.MustCall(x, y)
	eval := Compile(func(args ...*Tensor) []*Tensor { return []*Tensor{w.Mul(args[0]).Add(b)} })
	eval.MustCall(vec(1))
	eval.MustCall(vec(1))
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for range 50 {
				if g%2 == 0 {
					c.MustCall(x, y)
					continue
				}
				h := w.Detach()
				first := h.Item()
				eval.MustCall(vec(1))
				if second := h.Item(); first != second {
					t.Errorf("a value changed from %v to %v", first, second)
				}
			}
		})
	}
	wg.Wait()
}
