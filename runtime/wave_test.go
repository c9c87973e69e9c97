package runtime_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"weft/lazy"
	"weft/ops"
	"weft/runtime"
)

// together are nodes that wait for nothing of one another: wide and small ones, some of several phases or with scratch.
func together(t *testing.T, device string) []*lazy.Node {
	x := source(t, device, func(i int) float32 { return float32(math.Sin(float64(i))) }, 160, 192)
	y := source(t, device, func(i int) float32 { return float32(math.Cos(float64(i))) }, 192, 96)
	z := source(t, device, func(i int) float32 { return float32(i%17) - 8 }, 1<<17)
	return []*lazy.Node{
		softmax(x), matmul(x, y), lazy.ReduceNode(ops.ReduceAdd, x, 0), lazy.ReduceNode(ops.ReduceAdd, z, 0),
		lazy.ReduceNode(ops.ReduceMax, y, 0, 1), lazy.Elementwise(ops.Sqrt, lazy.Elementwise(ops.Mul, z, z)),
		matmul(matmul(x, y), lazy.PermuteNode(y, 1, 0)),
	}
}

// TestWavesKeepBits holds that kernels give the same bits together, alone, and with any number of threads.
func TestWavesKeepBits(t *testing.T) {
	defer runtime.SetThreads(runtime.Threads())
	for _, device := range []string{"cpu:interp", "cpu:llvm"} {
		if _, err := runtime.Open(device); err != nil {
			t.Log(err)
			continue
		}
		nodes := together(t, device)
		var want [][]float32
		runtime.SetThreads(1)
		for _, n := range nodes {
			want = append(want, realize(t, device, n)...)
		}
		for _, threads := range []int{1, 2, 3, 2} {
			runtime.SetThreads(threads)
			for range 3 {
				for i, got := range realize(t, device, nodes...) {
					if !slices.Equal(got, want[i]) {
						t.Fatalf("%s, %d threads: result %d differs", device, threads, i)
					}
				}
			}
		}
	}
}

func TestWaveStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	nodes := together(t, "cpu:interp")
	cancel()
	if _, err := runtime.Realize(ctx, nodes, runtime.RealizeOptions{Device: "cpu:interp"}); err == nil {
		t.Error("an ended context was not looked at")
	}
}
