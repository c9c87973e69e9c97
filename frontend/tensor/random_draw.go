package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Rand draws uniformly from [0, 1): a float32 tensor of the shape given. A wrong shape panics with *Error.
func Rand(shape ...int) *Tensor { return Options{}.Rand(shape...) }

// Rand is the package's Rand with o's dtype (of floats), device and generator.
func (o Options) Rand(shape ...int) *Tensor {
	checkShape("rand", shape)
	return o.wrap(unit(o.bits(cloneShape(shape)), o.floatType("rand")))
}

// RandLike draws uniformly from [0, 1) with t's shape, dtype (of floats) and device, from the default generator.
func (t *Tensor) RandLike() *Tensor { return t.options().Rand(t.n().Shape...) }

// options makes tensors of t's dtype on t's device.
func (t *Tensor) options() Options { return Options{DType: t.DType(), Device: t.device} }

// Uniform draws uniformly from [low, high): a float32 tensor of the shape given. It panics with *Error where low is above
// high, or one is not finite.
func Uniform(low, high float64, shape ...int) *Tensor { return Options{}.Uniform(low, high, shape...) }

// Uniform is the package's Uniform with o's dtype (of floats), device and generator.
func (o Options) Uniform(low, high float64, shape ...int) *Tensor {
	checkShape("uniform", shape)
	if !(low <= high) || math.IsInf(high-low, 0) {
		bad("uniform").fail(lazy.ErrValue, "cannot draw from %v to %v", low, high)
	}
	d := o.floatType("uniform")
	u := widened(unit(o.bits(cloneShape(shape)), d)) // as few digits as d has, so that high stays out
	return o.wrap(castTo(addc(mulc(u, high-low), low), d))
}

// Randn draws from the normal distribution with mean 0 and deviation 1: a float32 tensor of the shape given. A wrong shape
// panics with *Error.
func Randn(shape ...int) *Tensor { return Options{}.Randn(shape...) }

// Randn is the package's Randn with o's dtype (of floats), device and generator.
func (o Options) Randn(shape ...int) *Tensor {
	checkShape("randn", shape)
	d := o.floatType("randn")
	return o.wrap(castTo(o.gauss(d.Compute(), cloneShape(shape)), d))
}

// RandnLike draws from the normal distribution with t's shape, dtype (of floats) and device, from the default generator.
func (t *Tensor) RandnLike() *Tensor { return t.options().Randn(t.n().Shape...) }

// gauss is the transform of Box and Muller.
func (o Options) gauss(d DType, shape []int) node {
	radius, angle := o.bits(shape), o.bits(shape)
	u := sub(constLike(unit(radius, d), 1), unit(radius, d)) // in (0, 1], so that the logarithm is finite
	r := sqrt(mulc(log(u), -2))
	return mul(r, lazy.Elementwise(ops.Cos, mulc(unit(angle, d), 2*math.Pi)))
}

// Normal draws from the normal distribution with a mean and a deviation. Both are numbers, and shape says how many are
// drawn, in float32; or one or both are tensors, which broadcast to the result's shape, and shape is not given. No gradient
// flows. A negative deviation panics with *Error; in a tensor it is reported when it runs.
func Normal(mean, deviation any, shape ...int) *Tensor {
	return Options{}.Normal(mean, deviation, shape...)
}

// Normal is the package's Normal with o's dtype (of floats; that of the tensors unless given), device and generator.
func (o Options) Normal(mean, deviation any, shape ...int) *Tensor {
	m, s := operandOf("normal", mean), operandOf("normal", deviation)
	if s.t == nil && !(s.num.Float() >= 0) {
		bad("normal").fail(lazy.ErrValue, "the deviation must not be negative, got %v", s.num.Float())
	}
	if m.t == nil && s.t == nil {
		z := o.Randn(shape...)
		return wrap(addc(mulc(z.n(), s.num.Float()), m.num.Float()), z.device)
	}
	return o.normalAround(argsOf("normal", mean, deviation), shape)
}

func (o Options) normalAround(a *args, shape []int) *Tensor {
	if len(shape) > 0 {
		bad("normal", a.ins...).fail(lazy.ErrShape, "the shape is that of the tensors, none can be given")
	}
	d, _ := a.types(ops.PolicyAny)
	o.DType, o.Device = o.dtype(d), a.ins[0].device
	d = o.floatType("normal")
	x := a.nodes(d, a.shape())
	ok := lazy.CheckNode(x[1], gec(x[1], 0), lazy.NewCheckInfo("normal", "the deviation must not be negative"))
	z := castTo(o.gauss(d.Compute(), cloneShape(x[0].Shape)), d)
	return derive("normal", add(mul(z, ok), x[0]), a.ins...).Detach()
}

// Exponential draws from the exponential distribution with a rate: a float32 tensor of the shape given, with mean 1/rate. A
// rate of 0 gives +Inf; a negative one panics with *Error.
func Exponential(rate float64, shape ...int) *Tensor { return Options{}.Exponential(rate, shape...) }

// Exponential is the package's Exponential with o's dtype (of floats), device and generator.
func (o Options) Exponential(rate float64, shape ...int) *Tensor {
	checkShape("exponential", shape)
	if !(rate >= 0) {
		bad("exponential").fail(lazy.ErrValue, "the rate must not be negative, got %v", rate)
	}
	d := o.floatType("exponential")
	if rate == 0 {
		return o.Full(math.Inf(1), shape...).Cast(d)
	}
	return o.wrap(castTo(divc(o.waits(d.Compute(), cloneShape(shape)), rate), d))
}

// waits draws from the exponential distribution with rate 1.
func (o Options) waits(d DType, shape []int) node { return neg(log1p(neg(unit(o.bits(shape), d)))) }

// RandInt draws integers evenly from low to before high: an int64 tensor of the shape given. An empty range panics with
// *Error.
func RandInt(low, high int, shape ...int) *Tensor { return Options{}.RandInt(low, high, shape...) }

// RandInt is the package's RandInt with o's dtype (which must hold the range), device and generator.
func (o Options) RandInt(low, high int, shape ...int) *Tensor {
	checkShape("randint", shape)
	if high <= low {
		bad("randint").fail(lazy.ErrValue, "the range from %d to before %d is empty", low, high)
	}
	d := o.dtype(Int64)
	if !holds(d, low) || !holds(d, high-1) {
		bad("randint").fail(lazy.ErrDType, "%s cannot hold the range from %d to before %d", d, low, high)
	}
	bits := o.bits(cloneShape(shape))
	r := lazy.Elementwise(ops.Mod, bits, intLike(bits, int64(high-low)))
	r = lazy.Bitcast(r, Int64)
	return o.wrap(castTo(add(r, intLike(r, int64(low))), d))
}

// RandIntLike draws integers evenly from low to before high with t's shape, dtype (which must hold the range) and device,
// from the default generator.
func (t *Tensor) RandIntLike(low, high int) *Tensor {
	return t.options().RandInt(low, high, t.n().Shape...)
}

// holds says whether d holds an integer exactly.
func holds(d DType, v int) bool {
	x := ops.IntValue(Int64, int64(v))
	back := x.Cast(d).Cast(Int64)
	return back.Int() == x.Int()
}

// Bernoulli draws ones with a probability and zeros otherwise. p is a number, and shape says how many are drawn, in float32;
// or p is a tensor of floats whose shape and dtype the result has, and shape is not given. A probability outside 0 to 1
// panics with *Error; in a tensor it is reported when it runs.
func Bernoulli(p any, shape ...int) *Tensor { return Options{}.Bernoulli(p, shape...) }

// Bernoulli is the package's Bernoulli with o's dtype, device and generator.
func (o Options) Bernoulli(p any, shape ...int) *Tensor {
	given := operandOf("bernoulli", p)
	if given.t != nil {
		return o.bernoulliOf(given.t, shape)
	}
	v := given.num.Float()
	if !(v >= 0 && v <= 1) {
		bad("bernoulli").fail(lazy.ErrValue, "the probability must lie between 0 and 1, got %v", v)
	}
	checkShape("bernoulli", shape)
	return o.wrap(castTo(ltc(unit(o.bits(cloneShape(shape)), Float32), v), o.dtype(Float32)))
}

func (o Options) bernoulliOf(p *Tensor, shape []int) *Tensor {
	switch {
	case !p.DType().IsFloat():
		bad("bernoulli", p).fail(lazy.ErrDType, "probabilities must be floats, not %s", p.DType())
	case len(shape) > 0:
		bad("bernoulli", p).fail(lazy.ErrShape, "the shape is that of the probabilities, none can be given")
	}
	x := widened(p.n())
	ok := and(gec(x, 0), lec(x, 1))
	x = lazy.CheckNode(x, ok, lazy.NewCheckInfo("bernoulli", "the probability must lie between 0 and 1"))
	hit := lt(unit(o.bits(cloneShape(x.Shape)), x.DType), x)
	return derive("bernoulli", castTo(hit, o.dtype(p.DType())), p).Detach()
}
