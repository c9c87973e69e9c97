package checkpoint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"weft/frontend/checkpoint"
	"weft/frontend/nn"
	"weft/frontend/optim"
	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

// train goes on with a run until a step: it loads what an earlier process has saved, if there is anything, and saves in the end.
func train(ctx context.Context, path string, until int) (*nn.Linear, error) {
	tensor.Seed(1)
	model := nn.NewLinear(2, 1)
	opt := optim.NewAdam(nn.Parameters(model), 0.1)
	sched := optim.NewScheduler(opt, optim.CosineAnnealingLR(10, 0))
	state := checkpoint.State{Model: model, Optimizer: opt, Scheduler: sched}
	if err := checkpoint.Load(ctx, path, &state); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for ; state.Step < until; state.Step++ {
		opt.ZeroGrad()
		model.Forward(tensor.Randn(4, 2)).Square().Sum().Backward()
		if err := opt.Step(ctx); err != nil {
			return nil, err
		}
		sched.Step()
	}
	return model, checkpoint.Save(ctx, path, state)
}

// Ten steps in one process, and four and six in two, give the same bits.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	var weights [][]float32
	for _, run := range [][]int{{10}, {4, 10}} {
		var model *nn.Linear
		for _, until := range run {
			path := filepath.Join(dir, fmt.Sprint(len(run)))
			if model, err = train(context.Background(), path, until); err != nil {
				fmt.Println(err)
				return
			}
		}
		weights = append(weights, tensor.MustData[float32](model.Weight))
	}
	fmt.Println(fmt.Sprint(weights[0]) == fmt.Sprint(weights[1]))
	// Output: true
}

func ExampleSave() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "run.ckpt")
	fmt.Println(checkpoint.Save(context.Background(), path, checkpoint.State{Step: 3, Notes: map[string]string{"data": "digits"}}))
	var state checkpoint.State
	err = checkpoint.Load(context.Background(), path, &state)
	fmt.Println(state.Step, state.Notes["data"], err)
	// Output:
	// <nil>
	// 3 digits <nil>
}

func ExampleLoad() {
	err := checkpoint.Load(context.Background(), "none.ckpt", &checkpoint.State{})
	fmt.Println(err, errors.Is(err, fs.ErrNotExist))
	// Output: safetensors: none.ckpt: open: no such file or directory true
}

// A file that does not fit is refused, and nothing has changed then.
func ExampleRead() {
	var b bytes.Buffer
	from := checkpoint.State{Model: nn.NewLinear(2, 3)}
	fmt.Println(checkpoint.Write(context.Background(), &b, from))
	to := checkpoint.State{Model: nn.NewLinear(3, 3, nn.NoBias())}
	fmt.Println(checkpoint.Read(context.Background(), bytes.NewReader(b.Bytes()), int64(b.Len()), "run.ckpt", &to))
	// Output:
	// <nil>
	// checkpoint: run.ckpt: does not fit what it is loaded into: unexpected "model.bias"; "model.weight" of shape (3, 3) and float32 is expected, not (3, 2) and float32
}

func ExampleWrite() {
	var b bytes.Buffer
	fmt.Println(checkpoint.Write(context.Background(), &b, checkpoint.State{Step: 7}))
	var state checkpoint.State
	err := checkpoint.Read(context.Background(), bytes.NewReader(b.Bytes()), int64(b.Len()), "memory", &state)
	fmt.Println(state.Step, err)
	// Output:
	// <nil>
	// 7 <nil>
}

// Two optimizers in one checkpoint.
func ExampleAll() {
	a := optim.NewAdam([]*tensor.Tensor{tensor.Ones(2).RequireGrad()}, 0.1)
	b := optim.NewSGD([]*tensor.Tensor{tensor.Ones(2).RequireGrad()}, 0.2)
	state := checkpoint.State{Optimizer: checkpoint.All{a, b}}
	fmt.Println(state.Optimizer.StateDict().Kind, state.Optimizer.StateDict().Numbers["1.param_groups.0.lr"])
	// Output: Adam, SGD 0.2
}

func ExampleAll_StateDict() {
	a := optim.NewSGD([]*tensor.Tensor{tensor.Ones(2).RequireGrad()}, 0.1)
	fmt.Println(checkpoint.All{a, optim.NewScheduler(a, optim.StepLR(1, 0.5))}.StateDict().Kind)
	// Output: SGD, Scheduler
}

func ExampleAll_LoadStateDict() {
	a := optim.NewSGD([]*tensor.Tensor{tensor.Ones(2).RequireGrad()}, 0.1)
	fmt.Println(checkpoint.All{a, a}.LoadStateDict(checkpoint.All{a}.StateDict()))
	// Output: load_state_dict: the state of "SGD, SGD" is expected, not of "SGD"
}
