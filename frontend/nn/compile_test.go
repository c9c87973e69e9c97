package nn_test

import (
	"slices"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// TestCompiledModule: dropout draws, running statistics and parameters move on in a compiled step as in a plain one, to the bit; a
// compiled evaluation beside it sees the parameters of the moment.
func TestCompiledModule(t *testing.T) {
	run := func(compiled bool) (out []float32) {
		tensor.Seed(5)
		model := nn.NewSequential(nn.NewLinear(4, 8), nn.NewBatchNorm1d(8), &nn.ReLU{}, nn.NewDropout(0.3),
			nn.NewBatchNorm1d(8, nn.CumulativeStatistics()), nn.NewLinear(8, 3))
		opt := optim.NewAdamW(nn.Parameters(model), 0.01)
		train := func(args ...*tensor.Tensor) []*tensor.Tensor {
			nn.Train(model)
			opt.ZeroGrad()
			loss := functional.CrossEntropy(model.Forward(args[0]), args[1])
			loss.Backward()
			opt.MustStep()
			return []*tensor.Tensor{loss}
		}
		eval := func(args ...*tensor.Tensor) (out []*tensor.Tensor) {
			nn.Eval(model)
			tensor.NoGrad(func() { out = append(out, model.Forward(args[0])) })
			return out
		}
		if compiled {
			train, eval = tensor.Compile(train).MustCall, tensor.Compile(eval).MustCall
		}
		for range 6 {
			x, y := tensor.Randn(5, 4), tensor.RandInt(0, 3, 5)
			out = append(out, tensor.MustData[float32](train(x, y)[0])...)
			out = append(out, tensor.MustData[float32](eval(x)[0])...)
		}
		return out
	}
	if want, got := run(false), run(true); !slices.Equal(want, got) {
		t.Errorf("plain\n%v\ncompiled\n%v", want, got)
	}
}
