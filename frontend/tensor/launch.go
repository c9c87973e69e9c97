package tensor

import "weft/lazy"

// LaunchScalar makes a tensor without axes whose value is read when a kernel is launched and is no part of its code: a
// rate or count that changes from step to step compiles nothing. Numbers in expressions (x.Mul(0.5)) are constants.
func LaunchScalar(v any) *Tensor { return Options{}.LaunchScalar(v) }

// LaunchScalar is the package's LaunchScalar with o's dtype and device.
func (o Options) LaunchScalar(v any) *Tensor {
	s := o.Scalar(v)
	return wrap(lazy.NewScalar(s.n().Val), s.device)
}
