package main

import (
	"context"
	"fmt"
)

// The lesson's numbers, three times: loss 41, dw -35, db -12, w 0.35, b 0.12 at the first step.
func Example() {
	if err := run(context.Background(), 2); err != nil {
		fmt.Println(err)
	}
	// Output:
	// by hand
	//   x                                            shape [4 1]
	//   w                                            shape [1 1]
	//   b                                            shape [1]
	//   p := x.MatMul(w).Add(b)                      shape [4 1]
	//   e := p.Sub(y)                                shape [4 1]
	//   loss := e.Mul(e).Mean()                      shape []
	//   dw := x.T().MatMul(e).Mul(2.0 / 4)           shape [1 1]
	//   db := e.Mean(0).Mul(2)                       shape [1]
	//   w = w.Sub(dw.Mul(rate))                      shape [1 1]
	//   b = b.Sub(db.Mul(rate))                      shape [1]
	//   step 1: loss 41, dw -35, db -12, w 0.35, b 0.12
	//   step 2: loss 28.4531, dw -29.15, db -10.01, w 0.6415, b 0.2201
	//
	// with autograd
	//   p := x.MatMul(w).Add(b)                      shape [4 1]
	//   e := p.Sub(y)                                shape [4 1]
	//   loss := e.Mul(e).Mean()                      shape []
	//   loss.Backward(); w.Grad()                    shape [1 1]
	//   b.Grad()                                     shape [1]
	//   w.SubAssign(w.Grad().Mul(rate))              shape [1 1]
	//   b.SubAssign(b.Grad().Mul(rate))              shape [1]
	//   step 1: loss 41, dw -35, db -12, w 0.35, b 0.12
	//   step 2: loss 28.4531, dw -29.15, db -10.01, w 0.6415, b 0.2201
	//
	// with module and optimizer
	//   p := line.Forward(x)                         shape [4 1]
	//   loss := functional.MSELoss(p, y)             shape []
	//   loss.Backward(); line.Weight.Grad()          shape [1 1]
	//   line.Bias.Grad()                             shape [1]
	//   opt.Step(ctx); line.Weight                   shape [1 1]
	//   step 1: loss 41, dw -35, db -12, w 0.35, b 0.12
	//   step 2: loss 28.4531, dw -29.15, db -10.01, w 0.6415, b 0.2201
}
