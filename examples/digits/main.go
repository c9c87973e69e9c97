// Digits trains a small network to read handwritten digits and shows what it has learned:
//
//	go run ./examples/digits
//
// The data are in the program: 1,797 pictures of 8x8 pixels from the UCI repository (see ATTRIBUTION). The first 1,437
// teach, the rest test. It prints some pictures of the test part with the answers and the accuracy, and writes the curve of
// the loss to a PNG file. A first look that takes a moment: -epochs 1 -limit 2000.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	_ "weft/codegen/interp"
	"weft/frontend/data"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

func main() {
	var o options
	flag.IntVar(&o.epochs, "epochs", 6, "times to go through the training part")
	flag.IntVar(&o.limit, "limit", 0, "use only so many training pictures; 0 for all")
	flag.StringVar(&o.out, "out", "digits-loss.png", "file for the curve of the loss; empty for none")
	flag.StringVar(&o.export, "export", "", "folder to write the trained model to, as a Go package")
	flag.StringVar(&o.name, "package", "digits", "name of that package")
	flag.Uint64Var(&o.seed, "seed", 2, "seed of the initial weights and of the order of the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := tensor.TryError(func() error { return run(ctx, o) }); err != nil {
		fmt.Fprintln(os.Stderr, "digits:", err)
		os.Exit(1)
	}
}

type options struct {
	epochs, limit int
	out           string
	export, name  string
	seed          uint64
}

func run(ctx context.Context, o options) error {
	train, test, err := load(ctx)
	if err != nil {
		return err
	}
	if o.limit > 0 && o.limit < train.Len() {
		train, _ = train.Split(o.limit)
	}
	tensor.Seed(o.seed)
	model := network()
	fmt.Printf("%d pictures to train with, copies moved by a pixel among them, %d to test with, %d parameters\n",
		train.Len(), test.Len(), nn.Count(model))
	losses, err := fit(ctx, model, data.NewLoader(train, 64, data.Shuffle(o.seed)), o.epochs)
	if err != nil {
		return err
	}
	if err := report(ctx, model, test); err != nil {
		return err
	}
	if o.export != "" {
		if err := write(model, o.export, o.name); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	fmt.Println("loss curve:", o.out)
	return plotLoss(losses, o.out)
}

// network is two convolutions and a linear layer.
func network() *nn.Sequential {
	return nn.NewSequential(
		nn.Func(func(x *tensor.Tensor) *tensor.Tensor { return x.Reshape(-1, 1, 8, 8) }),
		nn.NewConv2d(1, 12, 3), nn.NewBatchNorm2d(12), &nn.ReLU{},
		nn.NewConv2d(12, 24, 3), nn.NewBatchNorm2d(24), &nn.ReLU{},
		&nn.Flatten{}, nn.NewDropout(0.4), nn.NewLinear(24*4*4, 10),
	)
}

// fit trains the model and gives the loss of each step.
func fit(ctx context.Context, model nn.Module, loader *data.Loader, epochs int) (losses []float64, err error) {
	opt := optim.NewAdamW(nn.Parameters(model), 6e-3, optim.WeightDecay(0.1))
	schedule := optim.NewScheduler(opt, optim.CosineAnnealingLR(epochs, 0))
	bar := newBar(epochs * loader.Len())
	defer bar.done()
	for range epochs {
		for x, y := range loader.Epoch() {
			opt.ZeroGrad()
			loss := functional.CrossEntropy(model.Forward(x), y, functional.Classes{LabelSmoothing: 0.1})
			loss.Backward()
			if err := opt.Step(ctx); err != nil { // computes the loss, its gradients and the new weights in one go
				return nil, err
			}
			losses = append(losses, loss.Item())
			bar.step(losses[len(losses)-1])
		}
		schedule.Step()
	}
	return losses, nil
}

// report prints the accuracy on the test part and a few of its pictures with the model's answers.
func report(ctx context.Context, model nn.Module, test *data.Set) error {
	nn.Eval(model)
	x, y := test.Tensors()
	answers := model.Forward(x).Argmax(1)
	accuracy := answers.Eq(y).Cast(tensor.Float32).Mean()
	if err := tensor.Realize(ctx, answers, accuracy); err != nil {
		return err
	}
	fmt.Print(draw(tensor.MustData[float32](x), tensor.MustData[int64](answers), tensor.MustData[int64](y), 8))
	fmt.Printf("test accuracy: %.2f%%\n", 100*accuracy.Item())
	return nil
}
