package tensor_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	. "weft/frontend/tensor"
	"weft/lazy"
	rt "weft/runtime"
)

// live is how many bytes of the default device are in use.
func live(t *testing.T) int64 {
	t.Helper()
	d, err := rt.Open("")
	if err != nil {
		t.Fatal(err)
	}
	return d.Memory().Stats().Live
}

// overwrite has any memory that came back written by others.
func overwrite() {
	for range 4 {
		Full(-7.0, 64, 64).Contiguous().Realize()
	}
}

// gone says whether reading x is the error of memory that was freed.
func gone(x *Tensor) bool {
	var typed *Error
	_, err := Floats(x)
	return errors.As(err, &typed) && typed.Kind == lazy.ErrState
}

func TestFreeGivesMemoryBack(t *testing.T) {
	x := mat(64, 64)
	before := live(t)
	y := x.Add(1).Realize()
	if got := live(t) - before; got < 64*64*4 {
		t.Skipf("%d bytes for a result", got) // the collector was here
	}
	y.Free()
	y.Free()
	if now := live(t); now > before {
		t.Errorf("%d bytes live before, %d after", before, now)
	}
	if !gone(y) || !gone(y.Add(1)) || !gone(y.T()) || y.IsRealized() {
		t.Error("freed memory can be read")
	}
}

func TestFreeOfWhatWasNotRealized(t *testing.T) {
	y := mat(64, 64).Add(1)
	y.Free()
	if y.Sum().Item() != 64*64*(64*64+3)/2 {
		t.Error("a tensor without memory was freed")
	}
}

// TestFreeLeavesWhatOthersHave makes other handles of the same memory in every way, before and after it exists.
func TestFreeLeavesWhatOthersHave(t *testing.T) {
	made := map[string]func(y *Tensor) *Tensor{
		"detached":    (*Tensor).Detach,
		"transposed":  (*Tensor).T,
		"row":         func(y *Tensor) *Tensor { return y.Select(0, 3) },
		"rows":        func(y *Tensor) *Tensor { return y.Narrow(0, 2, 5) },
		"reshaped":    func(y *Tensor) *Tensor { return y.Reshape(32, 128) },
		"same shape":  func(y *Tensor) *Tensor { return y.Reshape(64, 64) },
		"other shape": func(y *Tensor) *Tensor { return y.Flatten().Reshape(64, 64).Permute(1, 0) },
	}
	for name, other := range made {
		for when, first := range map[string]bool{"before": false, "after": true} {
			y := mat(64, 64).Add(1)
			if first {
				y.Realize()
			}
			z := other(y)
			want := MustData[float32](other(mat(64, 64).Add(1)).Add(0))
			y.Realize().Free()
			overwrite()
			if got, err := Data[float32](z); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, made %s y has memory: changed when y was freed: %v", name, when, err)
			}
			z.Free()
			if y.IsRealized() && y.Sum().Item() != 64*64*(64*64+3)/2 {
				t.Errorf("%s, made %s y has memory: y changed when it was freed", name, when)
			}
		}
	}
}

// TestFreeOfEqualResults: two results that are one buffer, and a result that is an operand's buffer, are not given back.
func TestFreeOfEqualResults(t *testing.T) {
	x := mat(64, 64)
	a, b, c := x.Exp(), x.Exp(), x.Reshape(64, 64)
	if err := Realize(context.Background(), a, b, c); err != nil {
		t.Fatal(err)
	}
	want := MustData[float32](b)
	a.Free()
	c.Free()
	overwrite()
	if !slices.Equal(MustData[float32](b), want) || MustData[float32](x)[5] != 6 {
		t.Error("changed")
	}
}

// TestFreeBeforeAGraphIsRealized: a graph that remembers where its values came from computes them again.
func TestFreeBeforeAGraphIsRealized(t *testing.T) {
	y := mat(64, 64).Add(1)
	z := y.Mul(2)
	y.Realize().Free()
	overwrite()
	if got := z.Sum().Item(); got != 64*64*(64*64+3) {
		t.Errorf("a graph over freed memory gives %v", got)
	}
}

func TestFreeOfTrackedTensors(t *testing.T) {
	w := mat(64, 64).RequireGrad()
	y := w.Mul(2).Realize()
	w.Free()
	y.Free()
	overwrite()
	y.Sum().Backward()
	if w.Grad().Sum().Item() != 2*64*64 || y.Sum().Item() != 64*64*(64*64+1) {
		t.Error("a tensor that tracks gradients was freed")
	}
}

func TestFreeAndCompiledFunctions(t *testing.T) {
	f := Compile(func(args ...*Tensor) []*Tensor { return []*Tensor{args[0].Mul(2)} })
	for k := range 5 {
		x := Full(float64(k), 64, 64).Contiguous().Realize()
		y := f.MustCall(x)[0]
		if got := y.Sum().Item(); got != float64(2*k*64*64) {
			t.Errorf("call %d: %v", k, got)
		}
		x.Free()
		y.Free()
		if _, err := f.Call(context.Background(), x); err == nil && k > 0 { // the first call detaches its arguments
			t.Errorf("call %d: a freed argument was taken", k)
		}
	}
}

// TestFreeInManyGoroutines: whoever reads what another one frees gets the value or the error, and nothing else.
func TestFreeInManyGoroutines(t *testing.T) {
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for k := range 30 {
				y := Full(float64(g), 64, 64).Add(k).Realize()
				z := y.Sum()
				d := mat(64, 64).Add(k)
				e := d.Detach()
				d.Realize()
				var two sync.WaitGroup
				two.Go(y.Free)
				two.Go(d.Free)
				two.Go(func() {
					if v, err := z.Value(); err == nil && v.Float() != float64((g+k)*64*64) {
						t.Errorf("%v read of freed memory", v)
					}
				})
				two.Go(func() {
					if v := MustData[float32](e); v[9] != float32(10+k) {
						t.Errorf("%v read of freed memory", v[9])
					}
				})
				two.Wait()
			}
		})
	}
	all.Wait()
}
