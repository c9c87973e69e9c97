// Fashion trains a convolutional network on Fashion-MNIST, 70,000 pictures of clothes:
//
//	go run ./examples/fashion
//
// The data are those of the Debian package dataset-fashion-mnist, or lie in the folder that -data names, as the four idx
// files of the data set, plain or compressed. With libLLVM installed the kernels are compiled to machine code by it;
// WEFT_DEVICE=cpu:llvm asks for that. A first look that takes a moment: -epochs 1 -limit 2000.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	_ "weft/codegen/interp"
	_ "weft/codegen/llvm"
	"weft/frontend/data"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func main() {
	var o options
	flag.StringVar(&o.dir, "data", "/usr/share/datasets/fashion-mnist", "folder with the four idx files")
	flag.IntVar(&o.epochs, "epochs", 3, "times to go through the training part")
	flag.IntVar(&o.limit, "limit", 0, "use only so many training pictures; 0 for all")
	flag.IntVar(&o.batch, "batch", 64, "pictures a step")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the initial weights and of the order of the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := tensor.TryError(func() error { return run(ctx, o) }); err != nil {
		fmt.Fprintln(os.Stderr, "fashion:", err)
		os.Exit(1)
	}
}

type options struct {
	dir                  string
	epochs, limit, batch int
	seed                 uint64
}

func run(ctx context.Context, o options) error {
	train, err := load(ctx, o.dir, "train")
	if err != nil {
		return err
	}
	test, err := load(ctx, o.dir, "t10k")
	if err != nil {
		return err
	}
	if o.limit > 0 && o.limit < train.Len() {
		train, _ = train.Split(o.limit)
	}
	tensor.Seed(o.seed)
	model := network()
	fmt.Printf("%d pictures to train with, %d to test with, %d parameters\n", train.Len(), test.Len(), nn.Count(model))
	loader := data.NewLoader(train, o.batch, data.Shuffle(o.seed))
	opt := optim.NewAdam(nn.Parameters(model), 2e-3)
	schedule := optim.NewScheduler(opt, optim.CosineAnnealingLR(o.epochs, 0))
	for epoch := range o.epochs {
		start := time.Now()
		loss, err := learn(ctx, model, opt, loader)
		if err != nil {
			return err
		}
		right, err := accuracy(ctx, model, test)
		if err != nil {
			return err
		}
		fmt.Printf("epoch %d: loss %.4f, test accuracy %.2f%%, %.1f s\n", epoch+1, loss, 100*right, time.Since(start).Seconds())
		schedule.Step()
	}
	return nil
}

// network is two convolutions with pooling and two linear layers. It takes grey levels 0 to 255 as they come.
func network() *nn.Sequential {
	return nn.NewSequential(
		nn.Func(func(x *tensor.Tensor) *tensor.Tensor {
			return x.Cast(tensor.Float32).Mul(1.0 / 255).Sub(0.286).Mul(1 / 0.353).Unsqueeze(1)
		}),
		nn.NewConv2d(1, 16, 3, nn.Padding(1)), &nn.ReLU{}, nn.NewMaxPool2d(2),
		nn.NewConv2d(16, 32, 3, nn.Padding(1)), &nn.ReLU{}, nn.NewMaxPool2d(2),
		&nn.Flatten{}, nn.NewLinear(32*7*7, 64), &nn.ReLU{}, nn.NewLinear(64, 10),
	)
}

// load reads pictures and labels of a part, "train" or "t10k".
func load(ctx context.Context, dir, part string) (*data.Set, error) {
	x, err := readIDX(ctx, dir, part+"-images-idx3-ubyte")
	if err != nil {
		return nil, err
	}
	y, err := readIDX(ctx, dir, part+"-labels-idx1-ubyte")
	if err != nil {
		return nil, err
	}
	if x.Len() != y.Len() {
		return nil, fmt.Errorf("%s: %d pictures but %d labels", dir, x.Len(), y.Len())
	}
	return data.NewSet(x, y.Long()), nil
}

// readIDX finds a file, compressed or not.
func readIDX(ctx context.Context, dir, name string) (*data.Array, error) {
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		path += ".gz"
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("%s is not there; install the Debian package dataset-fashion-mnist, or name a folder with -data", path)
	}
	return data.ReadIDX(ctx, path)
}

// learn goes through the training part once and gives the mean loss.
func learn(ctx context.Context, model nn.Module, opt *optim.Optimizer, loader *data.Loader) (float64, error) {
	progress := mpb.New(mpb.WithOutput(os.Stderr), mpb.WithWidth(60)) // seen only on a terminal
	bar := progress.AddBar(int64(loader.Len()), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d ")), mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO)))
	defer func() {
		bar.Abort(true)
		progress.Wait()
	}()
	total := tensor.Zeros()
	for x, y := range loader.Epoch() {
		opt.ZeroGrad()
		loss := functional.CrossEntropy(model.Forward(x), y)
		loss.Backward()
		if err := opt.Step(ctx); err != nil {
			return 0, err
		}
		total = total.Add(loss.Detach()).Realize()
		bar.Increment()
	}
	return total.Item() / float64(loader.Len()), nil
}

// accuracy is the share of right answers on a set.
func accuracy(ctx context.Context, model nn.Module, set *data.Set) (float64, error) {
	nn.Eval(model)
	defer nn.Train(model)
	right := tensor.Zeros()
	for x, y := range data.NewLoader(set, 500).Epoch() {
		var hits *tensor.Tensor
		tensor.NoGrad(func() { hits = model.Forward(x).Argmax(1).Eq(y).Sum() })
		right = right.Add(hits)
		if err := tensor.Realize(ctx, right); err != nil {
			return 0, err
		}
	}
	return right.Item() / float64(set.Len()), nil
}
