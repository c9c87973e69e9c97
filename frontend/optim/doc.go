// Package optim has PyTorch's optimizers and learning-rate schedules.
//
//	opt := optim.NewAdam(nn.Parameters(model), 1e-3)
//	sched := optim.NewScheduler(opt, optim.CosineAnnealingLR(10, 0))
//	for epoch := range 10 {
//		for x, y := range loader.Epoch() {
//			opt.ZeroGrad()
//			functional.CrossEntropy(model.Forward(x), y).Backward()
//			if err := opt.Step(ctx); err != nil {
//				return err
//			}
//		}
//		sched.Step()
//	}
//
// A step writes all parameters and all state in one realize, and with them whatever losses the gradients came from.
// Rates and bias corrections are read at launch: a new rate, or the next step, compiles nothing.
package optim
