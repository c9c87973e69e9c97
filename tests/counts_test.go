package tests

import (
	"context"
	"testing"

	"weft/bench/workload"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/runtime"
)

// countRun counts what one run launches after a first run has planned and compiled.
func countRun(t *testing.T, run func() error) runtime.Counts {
	t.Helper()
	if err := run(); err != nil {
		t.Fatal(err)
	}
	before := runtime.Snapshot()
	if err := run(); err != nil {
		t.Fatal(err)
	}
	return runtime.Snapshot().Sub(before)
}

// fresh realizes what build makes.
func fresh(build func() *tensor.Tensor) func() error {
	return func() error {
		return tensor.Realize(context.Background(), build())
	}
}

// TestKernelCounts holds the numbers of launches that fusion promises, read from the runtime's counter.
func TestKernelCounts(t *testing.T) {
	x, long := tensor.Rand(4096, 64).Realize(), tensor.Rand(1, 1<<17).Realize()
	c := tensor.Rand(8, 32, 640).Realize()
	w, b := tensor.Rand(64).Realize(), tensor.Rand(64).Realize()
	q, k := tensor.Rand(128, 64).Realize(), tensor.Rand(128, 64).Realize()
	lw, lb := tensor.Rand(32, 64).Realize(), tensor.Rand(32).Realize()
	ids := tensor.RandInt(0, 64, 4096).Realize()
	y := tensor.Rand(4096, 64).Realize()
	p := tensor.Rand(100, 10).Realize().RequireGrad()
	opt := optim.NewAdam([]*tensor.Tensor{p}, 1e-3)
	g := tensor.Rand(100, 10).Realize()
	rows := []struct {
		name string
		most int64
		run  func() error
	}{
		{"softmax", 1, fresh(func() *tensor.Tensor { return x.Softmax(-1) })},
		{"log_softmax", 1, fresh(func() *tensor.Tensor { return x.LogSoftmax(-1) })},
		{"logsumexp", 1, fresh(func() *tensor.Tensor { return x.LogSumExp(-1) })},
		{"layer_norm with affine", 1, fresh(func() *tensor.Tensor { return functional.LayerNorm(x, []int{64}, w, b, 1e-5) })},
		{"softmax along a middle axis", 1, fresh(func() *tensor.Tensor { return c.Softmax(1) })},
		{"log_softmax along a middle axis", 1, fresh(func() *tensor.Tensor { return c.LogSoftmax(1) })},
		{"centred along a middle axis", 1, fresh(func() *tensor.Tensor { return c.Sub(c.Mean(1).Unsqueeze(1)) })},
		{"softmax of one long row", 1, fresh(func() *tensor.Tensor { return long.Softmax(-1) })},
		{"softmax of q k^T", 2, fresh(func() *tensor.Tensor { return q.MatMul(k.T()).Softmax(-1) })},
		{"matmul + bias + relu", 1, fresh(func() *tensor.Tensor { return functional.Linear(x, lw, lb).Relu() })},
		{"mean squared error", 1, fresh(func() *tensor.Tensor { return functional.MSELoss(x, y) })},
		{"cross entropy with class ids", 2, fresh(func() *tensor.Tensor { return functional.CrossEntropy(x, ids) })},
		{"an Adam step over one parameter", 1, func() error {
			p.SetGrad(g)
			return opt.Step(context.Background())
		}},
		{"transformer block forward", 10, find(t, "i_block_fwd")},
		{"training step of an MLP", 24, find(t, "g_mlp_train")},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if c := countRun(t, row.run); c.Kernels > row.most {
				t.Errorf("%s kernels+others, want at most %d", c.Launches(), row.most)
			} else {
				t.Logf("%s kernels+others", c.Launches())
			}
		})
	}
}

// find prepares a workload's run.
func find(t *testing.T, name string) func() error {
	var run workload.Run
	return func() error {
		if run == nil {
			run = workload.Find(name)[0].Make()
		}
		return run(context.Background())
	}
}

// An embedding and its gradient move the same bytes for a large vocabulary as for a small one, but for zeroing the gradient.
func TestEmbeddingTouchesWhatItReads(t *testing.T) {
	bytes := func(vocabulary int, grad bool) int64 {
		table := tensor.Zeros(vocabulary, 16).Realize().RequireGrad()
		ids := tensor.New([]int64{3, 5, 3, 900}).Realize()
		before := runtime.Snapshot()
		out := table.IndexSelect(0, ids)
		if !grad {
			out.Realize()
			return runtime.Snapshot().Sub(before).Bytes
		}
		out.Sum().Backward()
		table.Grad().Realize()
		return runtime.Snapshot().Sub(before).Bytes - int64(vocabulary)*16*4
	}
	for _, grad := range []bool{false, true} {
		if small, large := bytes(1000, grad), bytes(100000, grad); small != large {
			t.Errorf("gradient %v: %d bytes for 1,000 rows, %d for 100,000", grad, small, large)
		}
	}
}
