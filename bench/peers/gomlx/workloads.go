package main

import (
	"math/rand"

	"github.com/gomlx/gomlx/backends"
	_ "github.com/gomlx/gomlx/backends/simplego" // the back end named go
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/gomlx/pkg/ml/layers"
	"github.com/gomlx/gomlx/pkg/ml/layers/activations"
	"github.com/gomlx/gomlx/pkg/ml/train"
	"github.com/gomlx/gomlx/pkg/ml/train/losses"
	"github.com/gomlx/gomlx/pkg/ml/train/optimizers"
)

// workload makes a function to measure, which does per steps.
type workload struct {
	per  int
	make func(be backends.Backend) func()
}

const million16, adds, steps = 16 << 20, 100, 1000

var workloads = map[string]workload{
	"b_chain":     {1, forward(chain, []int{million16}, []int{million16}, []int{million16}, []int{million16})},
	"c_softmax":   {1, forward(func(x []*graph.Node) *graph.Node { return graph.Softmax(x[0], -1) }, []int{4096, 4096})},
	"d_layernorm": {1, forward(layerNorm, []int{4096, 1024}, []int{1, 1024}, []int{1, 1024})},
	"e_sum_all":   {1, forward(func(x []*graph.Node) *graph.Node { return graph.ReduceAllSum(x[0]) }, []int{million16})},
	"e_sum_axis0": {1, forward(func(x []*graph.Node) *graph.Node { return graph.ReduceSum(x[0], 0) }, []int{4096, 4096})},
	"e_sum_axis1": {1, forward(func(x []*graph.Node) *graph.Node { return graph.ReduceSum(x[0], 1) }, []int{4096, 4096})},
	"g_mlp_train": {1, mlpTrain},
	"l_tiny_add":  {adds, forward(addMany, []int{10}, []int{10})},
	"m_linreg":    {steps, linearRegression},
}

func randn(dims []int) *tensors.Tensor {
	n := 1
	for _, d := range dims {
		n *= d
	}
	values := make([]float32, n)
	for i := range values {
		values[i] = float32(rand.NormFloat64())
	}
	return tensors.FromFlatDataAndDimensions(values, dims...)
}

// forward compiles f and runs it on inputs of the shapes.
func forward(f func(x []*graph.Node) *graph.Node, shapes ...[]int) func(be backends.Backend) func() {
	return func(be backends.Backend) func() {
		exec := graph.MustNewExec(be, f)
		var inputs []any
		for _, s := range shapes {
			inputs = append(inputs, randn(s))
		}
		return func() {
			for _, out := range exec.MustExec(inputs...) {
				out.MustFinalizeAll()
			}
		}
	}
}

func chain(x []*graph.Node) *graph.Node {
	left := activations.Relu(graph.Add(graph.Mul(x[0], x[1]), x[2]))
	return graph.Add(graph.Mul(left, graph.Exp(graph.Neg(x[3]))), graph.Tanh(x[0]))
}

func layerNorm(x []*graph.Node) *graph.Node {
	d := graph.Sub(x[0], graph.ReduceAndKeep(x[0], graph.ReduceMean, -1))
	variance := graph.ReduceAndKeep(graph.Square(d), graph.ReduceMean, -1)
	return graph.Add(graph.Mul(graph.Div(d, graph.Sqrt(graph.AddScalar(variance, 1e-5))), x[1]), x[2])
}

func addMany(x []*graph.Node) *graph.Node {
	z := x[0]
	for range adds {
		z = graph.Add(z, x[1])
	}
	return z
}

func mlp(ctx *context.Context, _ any, inputs []*graph.Node) []*graph.Node {
	h := activations.Relu(layers.DenseWithBias(ctx.In("first"), inputs[0], 512))
	h = activations.Relu(layers.DenseWithBias(ctx.In("second"), h, 512))
	return []*graph.Node{layers.DenseWithBias(ctx.In("third"), h, 10)}
}

func mlpTrain(be backends.Backend) func() {
	const batch = 128
	labels := make([]int32, batch)
	for i := range labels {
		labels[i] = rand.Int31n(10)
	}
	x, y := randn([]int{batch, 784}), tensors.FromFlatDataAndDimensions(labels, batch, 1)
	adam := optimizers.Adam().LearningRate(1e-3).Done()
	trainer := train.NewTrainer(be, context.New(), mlp, losses.SparseCategoricalCrossEntropyLogits, adam, nil, nil)
	return func() {
		metrics, err := trainer.TrainStep(nil, []*tensors.Tensor{x}, []*tensors.Tensor{y})
		if err != nil {
			panic(err)
		}
		for _, m := range metrics {
			m.MustFinalizeAll()
		}
	}
}

// squares is a step of gradient descent on the mean square of xw+b-y.
func squares(in []*graph.Node) []*graph.Node {
	x, y, w, b := in[0], in[1], in[2], in[3]
	grads := graph.Gradient(graph.ReduceAllMean(graph.Square(graph.Sub(graph.Add(graph.Mul(x, w), b), y))), w, b)
	return []*graph.Node{graph.Sub(w, graph.MulScalar(grads[0], 0.01)), graph.Sub(b, graph.MulScalar(grads[1], 0.01))}
}

func linearRegression(be backends.Backend) func() {
	x, y := tensors.FromValue([]float32{1, 2, 3, 4}), tensors.FromValue([]float32{3, 5, 7, 9})
	exec := graph.MustNewExec(be, squares)
	return func() {
		w, b := tensors.FromScalar(float32(0)), tensors.FromScalar(float32(0))
		for range steps {
			next := exec.MustExec(x, y, w, b)
			w.MustFinalizeAll()
			b.MustFinalizeAll()
			w, b = next[0], next[1]
		}
	}
}
