package runtime_test

import (
	"context"
	"math"
	"testing"
	"unsafe"

	"weft/lazy"
	"weft/ops"
	"weft/runtime"

	_ "weft/codegen/interp"
	_ "weft/codegen/llvm"
)

func source(t *testing.T, device string, f func(i int) float32, shape ...int) *lazy.Node {
	t.Helper()
	d, err := runtime.Open(device)
	if err != nil {
		t.Fatal(err)
	}
	n := lazy.Numel(shape)
	s, err := d.NewStorage(int64(4 * n))
	if err != nil {
		t.Fatal(err)
	}
	data := unsafe.Slice((*float32)(s.Pointer()), n)
	for i := range data {
		data[i] = f(i)
	}
	return lazy.NewBuffer(s, ops.Float32, 0, shape...)
}

func realize(t *testing.T, device string, n ...*lazy.Node) [][]float32 {
	t.Helper()
	kept, err := runtime.Realize(context.Background(), n, runtime.RealizeOptions{Device: device})
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float32, len(n))
	for i, k := range kept {
		s := k.Storage.(*runtime.Storage)
		out[i] = append(out[i], unsafe.Slice((*float32)(s.Pointer()), n[i].Numel())...)
	}
	return out
}

func broadcast(x *lazy.Node, shape ...int) *lazy.Node { return lazy.ExpandNode(x, shape...) }

func softmax(x *lazy.Node) *lazy.Node {
	r, c := x.Shape[0], x.Shape[1]
	m := broadcast(lazy.ReshapeNode(lazy.ReduceNode(ops.ReduceMax, x, 1), r, 1), r, c)
	e := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Sub, x, m))
	s := broadcast(lazy.ReshapeNode(lazy.ReduceNode(ops.ReduceAdd, e, 1), r, 1), r, c)
	return lazy.Elementwise(ops.Div, e, s)
}

func matmul(a, b *lazy.Node) *lazy.Node {
	m, k, n := a.Shape[0], a.Shape[1], b.Shape[1]
	x := broadcast(lazy.ReshapeNode(a, m, 1, k), m, n, k)
	y := broadcast(lazy.ReshapeNode(lazy.PermuteNode(b, 1, 0), 1, n, k), m, n, k)
	return lazy.ReduceNode(ops.ReduceAdd, lazy.Elementwise(ops.Mul, x, y), 2)
}

func TestRealize(t *testing.T) {
	for _, device := range runtime.DeviceNames() {
		if device != "cpu:interp" && device != "cpu:llvm" {
			continue // other tests' own
		}
		x := source(t, device, func(i int) float32 { return float32(math.Sin(float64(i))) }, 64, 40)
		w := source(t, device, func(i int) float32 { return float32(math.Cos(float64(i))) }, 40, 24)
		graphs := map[string]*lazy.Node{
			"chain":   lazy.Elementwise(ops.Add, lazy.Elementwise(ops.Mul, x, x), lazy.Elementwise(ops.Tanh, x)),
			"softmax": softmax(x),
			"sum":     lazy.ReduceNode(ops.ReduceAdd, x, 0, 1),
			"columns": lazy.ReduceNode(ops.ReduceAdd, x, 0),
			"matmul":  lazy.Elementwise(ops.Max, matmul(x, w), lazy.NewConst(ops.FloatValue(ops.Float32, 0), 64, 24)),
			"turned":  lazy.ContiguousNode(lazy.PermuteNode(x, 1, 0)),
		}
		for name, g := range graphs {
			t.Run(device+"/"+name, func(t *testing.T) {
				before := runtime.Snapshot()
				got := realize(t, device, g)[0]
				if k := runtime.Snapshot().Sub(before).Kernels; k != 1 {
					t.Errorf("%d kernels, want 1", k)
				}
				want, err := lazy.Evaluate([]*lazy.Node{g}, func(s lazy.Storage) []byte { return s.(*runtime.Storage).Data() })
				if err != nil {
					t.Fatal(err)
				}
				for i, w := range want[0].Floats() {
					if math.Abs(float64(got[i])-w) > 1e-4*(1+math.Abs(w)) {
						t.Fatalf("element %d: %v, want %v", i, got[i], w)
					}
				}
			})
		}
	}
}
