// Week5 fits a line to four points three ways: with the gradients worked out by hand, with autograd, and with a module
// and an optimizer. All three print the same numbers, and the shape of each value beside the line that makes it:
//
//	go run ./examples/week5
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	_ "weft/codegen/interp"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

const rate = 0.01

// way is one way to learn: a step prints its trace where asked, and gives the loss and gradients of before and the
// parameters of after it.
type way struct {
	name string
	step func(ctx context.Context, trace bool) (result, error)
}

type result struct{ loss, dw, db, w, b float64 }

func main() {
	steps := flag.Int("steps", 5, "steps to take")
	flag.Parse()
	if err := tensor.TryError(func() error { return run(context.Background(), *steps) }); err != nil {
		fmt.Fprintln(os.Stderr, "week5:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, steps int) error {
	x := tensor.New([]float32{1, 2, 3, 4}, 4, 1)
	y := tensor.New([]float32{3, 5, 7, 9}, 4, 1)
	for _, way := range []way{byHand(x, y), byAutograd(x, y), byModule(x, y)} {
		fmt.Println(way.name)
		for k := range steps {
			r, err := way.step(ctx, k == 0)
			if err != nil {
				return err
			}
			fmt.Printf("  step %d: loss %.6g, dw %.6g, db %.6g, w %.6g, b %.6g\n", k+1, r.loss, r.dw, r.db, r.w, r.b)
		}
		fmt.Println()
	}
	return nil
}

// show prints a line of the trace: what was written, and the shape that it gives. Printing computes nothing.
func show(trace bool, code string, t *tensor.Tensor) *tensor.Tensor {
	if trace {
		fmt.Printf("  %-44s shape %v\n", code, t.Shape())
	}
	return t
}

// byHand writes the gradient of the mean squared error down: dw = 2 mean(x (y' - y)), db = 2 mean(y' - y).
func byHand(x, y *tensor.Tensor) way {
	w, b := tensor.Zeros(1, 1), tensor.Zeros(1)
	return way{"by hand", func(ctx context.Context, trace bool) (result, error) {
		show(trace, "x", x)
		show(trace, "w", w)
		show(trace, "b", b)
		p := show(trace, "p := x.MatMul(w).Add(b)", x.MatMul(w).Add(b))
		e := show(trace, "e := p.Sub(y)", p.Sub(y))
		loss := show(trace, "loss := e.Mul(e).Mean()", e.Mul(e).Mean())
		dw := show(trace, "dw := x.T().MatMul(e).Mul(2.0 / 4)", x.T().MatMul(e).Mul(2.0/4))
		db := show(trace, "db := e.Mean(0).Mul(2)", e.Mean(0).Mul(2))
		w = show(trace, "w = w.Sub(dw.Mul(rate))", w.Sub(dw.Mul(rate)))
		b = show(trace, "b = b.Sub(db.Mul(rate))", b.Sub(db.Mul(rate)))
		return read(ctx, loss, dw, db, w, b)
	}}
}

// byAutograd asks for the gradients.
func byAutograd(x, y *tensor.Tensor) way {
	w, b := tensor.Zeros(1, 1).RequireGrad(), tensor.Zeros(1).RequireGrad()
	return way{"with autograd", func(ctx context.Context, trace bool) (result, error) {
		p := show(trace, "p := x.MatMul(w).Add(b)", x.MatMul(w).Add(b))
		e := show(trace, "e := p.Sub(y)", p.Sub(y))
		loss := show(trace, "loss := e.Mul(e).Mean()", e.Mul(e).Mean())
		w.ZeroGrad()
		b.ZeroGrad()
		loss.Backward()
		dw := show(trace, "loss.Backward(); w.Grad()", w.Grad())
		db := show(trace, "b.Grad()", b.Grad())
		tensor.NoGrad(func() {
			show(trace, "w.SubAssign(w.Grad().Mul(rate))", w.SubAssign(dw.Mul(rate)))
			show(trace, "b.SubAssign(b.Grad().Mul(rate))", b.SubAssign(db.Mul(rate)))
		})
		return read(ctx, loss, dw, db, w, b)
	}}
}

// byModule leaves parameters to a module and the update to an optimizer.
func byModule(x, y *tensor.Tensor) way {
	line := nn.NewLinear(1, 1)
	tensor.NoGrad(func() {
		line.Weight.Fill(0)
		line.Bias.Fill(0)
	})
	opt := optim.NewSGD(nn.Parameters(line), rate)
	return way{"with module and optimizer", func(ctx context.Context, trace bool) (result, error) {
		p := show(trace, "p := line.Forward(x)", line.Forward(x))
		loss := show(trace, "loss := functional.MSELoss(p, y)", functional.MSELoss(p, y))
		opt.ZeroGrad()
		loss.Backward()
		dw := show(trace, "loss.Backward(); line.Weight.Grad()", line.Weight.Grad())
		db := show(trace, "line.Bias.Grad()", line.Bias.Grad())
		if err := opt.Step(ctx); err != nil {
			return result{}, err
		}
		show(trace, "opt.Step(ctx); line.Weight", line.Weight)
		return read(ctx, loss, dw, db, line.Weight, line.Bias)
	}}
}

// read computes what a step has written down, in one go.
func read(ctx context.Context, loss, dw, db, w, b *tensor.Tensor) (result, error) {
	if err := tensor.Realize(ctx, loss, dw, db, w, b); err != nil {
		return result{}, err
	}
	return result{loss.Item(), dw.Item(), db.Item(), w.Item(), b.Item()}, nil
}
