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
		return lazy.LooseScalar(scalar(k), n), lazy.LooseScalar(scalar(c), n)
	}
	var k, c uint64
	tr.prepare(func() { k, c = g.take(n) })
	key, counter = lazy.LooseScalar(scalar(0), n), lazy.LooseScalar(scalar(0), n)
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
