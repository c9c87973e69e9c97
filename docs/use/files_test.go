package use

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/frontend/checkpoint"
	"weft/frontend/nn"
	"weft/frontend/npy"
	"weft/frontend/optim"
	"weft/frontend/safetensors"
	"weft/frontend/tensor"
)

var ctx = context.Background()

// temporary is the path of a file to be, and what removes its folder.
func temporary() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "use")
	if err != nil {
		panic(err)
	}
	return filepath.Join(dir, "file"), func() { os.RemoveAll(dir) }
}

func Example_weights() {
	path, remove := temporary()
	defer remove()

	model := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{}, nn.NewLinear(3, 1))
	err := safetensors.Save(ctx, path, nn.StateDict(model), nil)
	fmt.Println(err)

	other := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{}, nn.NewLinear(3, 1))
	state, err := safetensors.Load(ctx, path)
	if err == nil {
		err = nn.LoadStateDict(other, state)
	}
	fmt.Println(slices.Sorted(maps.Keys(state)), err)
	// Output:
	// <nil>
	// [0.bias 0.weight 2.bias 2.weight] <nil>
}

func Example_oneTensor() {
	path, remove := temporary()
	defer remove()
	model := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{}, nn.NewLinear(3, 1))
	if err := safetensors.Save(ctx, path, nn.StateDict(model), nil); err != nil {
		fmt.Println(err)
		return
	}

	f, err := safetensors.Open(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	for _, e := range f.Entries() {
		fmt.Println(e.Name, e.DType, e.Shape)
	}
	bias, err := f.Tensor(ctx, "0.bias")
	fmt.Println(bias.Shape(), err)
	// Output:
	// 0.bias float32 [3]
	// 0.weight float32 [3 2]
	// 2.bias float32 [1]
	// 2.weight float32 [1 3]
	// [3] <nil>
}

func Example_arrays() {
	path, remove := temporary()
	defer remove()

	fmt.Println(npy.Savez(ctx, path, map[string]*tensor.Tensor{"x": tensor.Arange(3), "y": tensor.Ones(2, 2)}))
	arrays, err := npy.Loadz(ctx, path)
	fmt.Println(arrays["x"], arrays["y"].Shape(), err)
	// Output:
	// <nil>
	// [0 1 2] (3) int64 [2 2] <nil>
}

// resume is the page's run that goes on; it gives one number of its weights.
func resume(path string, steps int) (float64, error) {
	tensor.Seed(1)
	model := nn.NewSequential(nn.NewLinear(4, 8), nn.NewBatchNorm1d(8), nn.NewDropout(0.1), nn.NewLinear(8, 2))
	opt := optim.NewAdam(nn.Parameters(model), 1e-3)
	sched := optim.NewScheduler(opt, optim.StepLR(10, 0.5))
	run := checkpoint.State{Model: model, Optimizer: opt, Scheduler: sched}
	if err := checkpoint.Load(ctx, path, &run); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err // a file is there, but it is not this run's
	}
	for ; run.Step < steps; run.Step++ {
		opt.ZeroGrad()
		model.Forward(tensor.Randn(16, 4)).Square().Mean().Backward()
		if err := opt.Step(ctx); err != nil {
			return 0, err
		}
		sched.Step()
	}
	if err := checkpoint.Save(ctx, path, run); err != nil {
		return 0, err
	}
	return nn.Parameters(model)[0].Sum().Item(), nil
}

func TestResume(t *testing.T) {
	atOnce, err := resume(filepath.Join(t.TempDir(), "file"), 10)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "file")
	first, err := resume(path, 4)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := resume(path, 10); err != nil || second != atOnce || first == atOnce {
		t.Errorf("%v at once, %v and then %v in two, %v", atOnce, first, second, err)
	}
}

func Example_misfit() {
	path, remove := temporary()
	defer remove()
	if err := checkpoint.Save(ctx, path, checkpoint.State{Model: nn.NewLinear(3, 5, nn.NoBias())}); err != nil {
		fmt.Println(err)
		return
	}

	err := checkpoint.Load(ctx, path, &checkpoint.State{Model: nn.NewLinear(3, 2)})
	fmt.Println(strings.TrimPrefix(err.Error(), "checkpoint: "+path+": "))
	// Output:
	// does not fit what it is loaded into: missing "model.bias"; "model.weight" of shape (2, 3) and float32 is expected, not (5, 3) and float32
}
