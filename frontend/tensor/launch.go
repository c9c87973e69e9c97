package tensor

import (
	"weft/lazy"
	"weft/ops"
)

// LaunchScalar makes a tensor without axes whose value is read when a kernel is launched and is no part of its code: a
// rate or count that changes from step to step compiles nothing. Its dtype follows the value as in Scalar. Numbers in
// expressions (x.Mul(0.5)) are weak in promotion; this is a tensor, of the weight of any without axes.
func LaunchScalar(v any) *Tensor { return Options{}.LaunchScalar(v) }

// LaunchScalar is the package's LaunchScalar with o's dtype and device.
func (o Options) LaunchScalar(v any) *Tensor {
	s := o.Scalar(v)
	return wrap(lazy.LooseScalar(s.n().Val), s.device)
}

// LaunchFunc is LaunchScalar of f(), in float32, everywhere in shape (none: a tensor without axes). In a compiled function
// (Compile) f is asked again at every call.
func LaunchFunc(f func() float64, shape ...int) *Tensor { return Options{}.LaunchFunc(f, shape...) }

// LaunchFunc is the package's LaunchFunc with o's dtype and device.
func (o Options) LaunchFunc(f func() float64, shape ...int) *Tensor {
	checkShape("launch_func", shape)
	d := o.dtype(Float32)
	n := lazy.LooseScalar(ops.FloatValue(d, f()), shape...)
	if tr := tracing(); tr != nil {
		tr.scalar(n, func() ops.Value { return ops.FloatValue(d, f()) })
	}
	return o.wrap(n)
}
