package tensor

import (
	"math"
	"sync"

	"weft/lazy"
	"weft/ops"
)

// Generator is a stream of random numbers: a key and a counter (Threefry). A draw takes its part of the stream when
// the tensor is made, so the order of realizing never matters. It may be used from many goroutines.
type Generator struct {
	mu           sync.Mutex
	key, counter uint64
}

// NewGenerator makes a generator with a seed.
func NewGenerator(seed uint64) *Generator { return &Generator{key: spreadSeed(seed)} }

// Seed starts the generator's stream anew.
func (g *Generator) Seed(seed uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.key, g.counter = spreadSeed(seed), 0
}

// State is the generator's place in its stream; SetState returns to it.
func (g *Generator) State() (key, counter uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.key, g.counter
}

// SetState puts the generator to a place that State gave.
func (g *Generator) SetState(key, counter uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.key, g.counter = key, counter
}

func (g *Generator) take(n int) (key, counter uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	key, counter = g.key, g.counter
	g.counter += uint64(n)
	return key, counter
}

// spreadSeed makes near seeds differ in many bits (the finalizer of splitmix64).
func spreadSeed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// DefaultGenerator is what random functions draw from unless Options name another.
var DefaultGenerator = NewGenerator(0)

// Seed starts the default generator's stream anew.
func Seed(seed uint64) { DefaultGenerator.Seed(seed) }

func (o Options) generator() *Generator {
	if o.Generator == nil {
		return DefaultGenerator
	}
	return o.Generator
}

// bits is 64 random bits an element of shape. Key and counter are scalars read at launch: a new draw compiles nothing.
func (o Options) bits(shape []int) node {
	n := prod(shape)
	key, counter := o.generator().draw(n)
	at := add(lazy.NewIota(Uint64, 0, n), counter)
	return reshaped(lazy.Elementwise(ops.Threefry, at, key), shape...)
}

// draw takes n numbers of the stream: key and first counter, as scalars of shape (n). A traced function draws at every call.
func (g *Generator) draw(n int) (key, counter node) {
	scalar := func(x uint64) ops.Value { return ops.Value{DType: Uint64, Bits: x} }
	tr := tracing()
	if tr == nil {
		k, c := g.take(n)
		return lazy.NewScalar(scalar(k), n), lazy.NewScalar(scalar(c), n)
	}
	var k, c uint64
	tr.prepare(func() { k, c = g.take(n) })
	key, counter = lazy.NewScalar(scalar(0), n), lazy.NewScalar(scalar(0), n)
	tr.scalar(key, func() ops.Value { return scalar(k) })
	tr.scalar(counter, func() ops.Value { return scalar(c) })
	return key, counter
}

func shiftRight(x node, by int64) node { return lazy.Elementwise(ops.Shr, x, intLike(x, by)) }

// unit turns random bits into floats in [0, 1): as many bits as the dtype holds exactly.
func unit(bits node, d DType) node {
	c, digits := d.Compute(), int64(24)
	if c == Float64 {
		digits = 53
	}
	if d.IsHalf() { // fewer, so that rounding to d never gives 1
		digits = 8
	}
	whole := castTo(lazy.Bitcast(shiftRight(bits, 64-digits), Int64), c)
	return castTo(mulc(whole, math.Ldexp(1, -int(digits))), d)
}

func (o Options) floatType(op string) DType {
	d := o.dtype(Float32)
	if !d.IsFloat() {
		bad(op).hinting("use RandInt for integers").fail(lazy.ErrDType, "draws floats, not %s", d)
	}
	return d
}

// Rand draws uniformly from [0, 1), in float32.
func Rand(shape ...int) *Tensor { return Options{}.Rand(shape...) }

// Rand is the package's Rand with o's dtype, device and generator.
func (o Options) Rand(shape ...int) *Tensor {
	checkShape("rand", shape)
	return o.wrap(unit(o.bits(cloneShape(shape)), o.floatType("rand")))
}

// Randn draws from the normal distribution with mean 0 and deviation 1, in float32.
func Randn(shape ...int) *Tensor { return Options{}.Randn(shape...) }

// Randn is the package's Randn with o's dtype, device and generator.
func (o Options) Randn(shape ...int) *Tensor {
	checkShape("randn", shape)
	d, shape := o.floatType("randn"), cloneShape(shape)
	c := d.Compute()
	radius, angle := o.bits(shape), o.bits(shape)
	u := sub(constLike(unit(radius, c), 1), unit(radius, c)) // in (0, 1], so that the logarithm is finite
	r := sqrt(mulc(log(u), -2))
	return o.wrap(castTo(mul(r, lazy.Elementwise(ops.Cos, mulc(unit(angle, c), 2*math.Pi))), d))
}

// RandInt draws integers from low to before high, evenly, as int64.
func RandInt(low, high int, shape ...int) *Tensor { return Options{}.RandInt(low, high, shape...) }

// RandInt is the package's RandInt with o's dtype, device and generator.
func (o Options) RandInt(low, high int, shape ...int) *Tensor {
	checkShape("randint", shape)
	if high <= low {
		bad("randint").fail(lazy.ErrValue, "the range from %d to before %d is empty", low, high)
	}
	bits := o.bits(cloneShape(shape))
	r := lazy.Elementwise(ops.Mod, bits, intLike(bits, int64(high-low)))
	r = lazy.Bitcast(r, Int64)
	return o.wrap(castTo(add(r, intLike(r, int64(low))), o.dtype(Int64)))
}

// Bernoulli draws ones with the probability p and zeros otherwise, in float32.
func Bernoulli(p float64, shape ...int) *Tensor { return Options{}.Bernoulli(p, shape...) }

// Bernoulli is the package's Bernoulli with o's dtype, device and generator.
func (o Options) Bernoulli(p float64, shape ...int) *Tensor {
	if !(p >= 0 && p <= 1) {
		bad("bernoulli").fail(lazy.ErrValue, "probability must lie between 0 and 1, got %v", p)
	}
	u := Options{Device: o.Device, Generator: o.Generator}.Rand(shape...)
	hit := ltc(u.n(), p)
	return wrap(castTo(hit, o.dtype(Float32)), u.device)
}
