package tensor_test

import (
	"context"
	"runtime"
	"testing"

	. "weft/frontend/tensor"
	"weft/lazy"
	rt "weft/runtime"
)

// keptUnder counts the nodes below x that remember a buffer.
func keptUnder(x *Tensor) int {
	n := 0
	lazy.Walk([]*lazy.Node{x.Node()}, nil, func(m *lazy.Node) {
		if m.Kept() != nil {
			n++
		}
	})
	return n
}

// twoLayers is a small model's parameters, logits and loss.
func twoLayers() (w1, w2, logits, loss *Tensor) {
	x := mat(16, 8).Mul(0.01)
	w1, w2 = mat(8, 8).Mul(0.01).RequireGrad(), mat(8, 4).Mul(0.01).RequireGrad()
	logits = x.MatMul(w1).Relu().MatMul(w2)
	return w1, w2, logits, logits.Square().Mean()
}

func TestIntermediatesAreRememberedUntilGradientsAreKnown(t *testing.T) {
	w1, w2, _, loss := twoLayers()
	loss.Realize()
	if keptUnder(loss) < 2 {
		t.Skip("nothing was remembered: the reference evaluator, or a graph of one kernel")
	}
	before := rt.Snapshot()
	loss.Backward()
	if err := Realize(context.Background(), w1.Grad(), w2.Grad()); err != nil {
		t.Fatal(err)
	}
	if again := rt.Snapshot().Kernels - before.Kernels; again > 6 {
		t.Errorf("%d kernels for the gradients: the forward pass was not remembered", again)
	}
	if n := keptUnder(loss); n > 3 { // the loss, and the two weights' first values
		t.Errorf("%d nodes still remember buffers after the gradients are known", n)
	}
	if !loss.IsRealized() {
		t.Error("the loss itself was forgotten")
	}
	first := w1.Grad().Detach()
	w1.ZeroGrad()
	loss.Backward() // computes again
	if !equal(first, w1.Grad()) {
		t.Error("the second backward differs")
	}
}

func TestWhatWasAskedForIsNotForgotten(t *testing.T) {
	w1, _, logits, loss := twoLayers()
	logits.Realize()
	loss.Backward()
	w1.Grad().Realize()
	if !logits.IsRealized() || !loss.IsRealized() {
		t.Error("a value that the user asked for was forgotten")
	}
}

// TestOldValuesAfterAStep: what was computed from old weights keeps them.
func TestOldValuesAfterAStep(t *testing.T) {
	w1, w2, logits, loss := twoLayers()
	want1 := MustData[float32](logits.Add(0))
	loss.Backward()
	for _, w := range []*Tensor{w1, w2} {
		w.SetData(w.Detach().Sub(w.Grad()))
	}
	if err := Realize(context.Background(), w1, w2); err != nil {
		t.Fatal(err)
	}
	for i, v := range MustData[float32](logits.Add(0)) {
		if v != want1[i] {
			t.Fatalf("logits changed with the weights: %v, want %v", v, want1[i])
		}
	}
}

// TestMemoryStaysConstant runs the loop that leaks in frameworks which keep history.
func TestMemoryStaysConstant(t *testing.T) {
	x, y := mat(32, 4).Mul(0.01), mat(32, 1).Mul(0.1)
	w := Zeros(4, 1).RequireGrad()
	total := Scalar(0.0)
	var objects int
	for step := range 300 {
		loss := x.MatMul(w).Sub(y).Square().Mean()
		w.ZeroGrad()
		loss.Backward()
		w.SetData(w.Detach().Sub(w.Grad().Mul(0.1)))
		total = total.Add(loss.Detach())
		if err := Realize(context.Background(), w, total); err != nil {
			t.Fatal(err)
		}
		if step == 100 {
			objects = liveObjects()
		}
	}
	if now := liveObjects(); now > objects+1000 {
		t.Errorf("%d objects live, %d after 100 steps", now, objects)
	}
}

// liveObjects counts what lives in Go's heap, nodes and handles among it.
func liveObjects() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapObjects)
}

// TestDeepAndWide builds, differentiates and computes graphs that recursion would not survive.
func TestDeepAndWide(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	x := vec(1).RequireGrad()
	y := x
	for range n {
		y = y.Add(x)
	}
	y.Sum().Backward()
	want(t, "gradient of a chain", x.Grad(), []int{1}, float64(n+1))
	d := x
	for range 64 {
		d = d.Add(d).Mul(0.5)
	}
	x.ZeroGrad()
	d.Sum().Backward()
	want(t, "gradient of diamonds", x.Grad(), []int{1}, 1)
	parts := make([]*Tensor, 300)
	for i := range parts {
		parts[i] = mat(4).Add(i)
	}
	want(t, "a wide stack", Stack(parts, 0).Select(0, 299), []int{4}, 300, 301, 302, 303)
}
