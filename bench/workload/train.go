package workload

import (
	"context"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// trainStep is one step of gradient descent on a loss.
func trainStep(opt *optim.Optimizer, loss func() *tensor.Tensor) Run {
	return func(ctx context.Context) error {
		opt.ZeroGrad()
		loss().Backward()
		return opt.Step(ctx)
	}
}

// compiledStep is trainStep as one compiled function.
func compiledStep(opt *optim.Optimizer, loss func() *tensor.Tensor) Run {
	step := tensor.Compile(func(...*tensor.Tensor) []*tensor.Tensor {
		loss().Backward()
		opt.MustStep()
		opt.ZeroGrad()
		return nil
	})
	return func(ctx context.Context) error {
		_, err := step.Call(ctx)
		return err
	}
}

// stepper makes a Run of an optimizer and a loss.
type stepper func(opt *optim.Optimizer, loss func() *tensor.Tensor) Run

// with is the workload whose steps are made by s.
func (s stepper) with(f func(s stepper) Run) func() Run { return func() Run { return f(s) } }

func mlpTrain(step stepper) Run {
	m := nn.NewSequential(nn.NewLinear(784, 512), &nn.ReLU{}, nn.NewLinear(512, 512), &nn.ReLU{}, nn.NewLinear(512, 10))
	x, y := randn(128, 784), tensor.RandInt(0, 10, 128).Realize()
	opt := optim.NewAdam(nn.Parameters(m), 1e-3)
	return step(opt, func() *tensor.Tensor { return functional.CrossEntropy(m.Forward(x), y) })
}

func cnnTrain(step stepper) Run {
	m := nn.NewSequential(nn.NewConv2d(1, 32, 5), &nn.ReLU{}, nn.NewConv2d(32, 64, 5), &nn.ReLU{}, nn.NewMaxPool2d(2),
		&nn.Flatten{}, nn.NewLinear(6400, 10))
	x, y := randn(64, 1, 28, 28), tensor.RandInt(0, 10, 64).Realize()
	opt := optim.NewSGD(nn.Parameters(m), 1e-2)
	return step(opt, func() *tensor.Tensor { return functional.CrossEntropy(m.Forward(x), y) })
}

// tinyAdds is a chain of small adds.
func tinyAdds() Run {
	x, y := randn(10), randn(10)
	return forward(func() *tensor.Tensor { return addMany(x, y)[0] })
}

func tinyAddsCompiled() Run {
	x, y := randn(10), randn(10)
	f := tensor.Compile(addMany)
	return func(ctx context.Context) error {
		_, err := f.Call(ctx, x, y)
		return err
	}
}

func addMany(args ...*tensor.Tensor) []*tensor.Tensor {
	z := args[0]
	for range 100 {
		z = z.Add(args[1])
	}
	return []*tensor.Tensor{z}
}

const linregSteps = 1000

// linearRegression fits y = 2x + 1 from four points.
func linearRegression(s stepper) Run {
	x, y := tensor.New([]float32{1, 2, 3, 4}), tensor.New([]float32{3, 5, 7, 9})
	return func(ctx context.Context) error {
		w, b := tensor.Zeros(1).RequireGrad(), tensor.Zeros(1).RequireGrad()
		opt := optim.NewSGD([]*tensor.Tensor{w, b}, 0.01)
		step := s(opt, func() *tensor.Tensor {
			d := x.Mul(w).Add(b).Sub(y)
			return d.Mul(d).Mean()
		})
		for range linregSteps {
			if err := step(ctx); err != nil {
				return err
			}
		}
		return nil
	}
}
