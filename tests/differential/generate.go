package differential

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"weft/autograd"
	"weft/lazy"
	"weft/ops"
)

// Options bound a random program.
type Options struct {
	Steps    int  // nodes or forms drawn
	Numel    int  // most elements of a value
	Inner    int  // most elements of an expanded operand that a reduction folds
	Gradient bool // differentiate one float by the leaves
}

// Program is a graph to realize.
type Program struct {
	Seed  uint64
	Roots []*lazy.Node
}

// generator holds what was built so far, oldest first.
type generator struct {
	r    *rand.Rand
	opt  Options
	pool []*lazy.Node
	// weights are the steps' for this program: some kinds are left out and some preferred, so that programs differ more.
	weights []int
	total   int
}

// Generate writes the program of a seed. The same seed and options give the same program, but for identities.
func Generate(seed uint64, opt Options) Program {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0x57656674)), opt: opt}
	for _, s := range steps {
		w := s.weight * []int{0, 1, 1, 4}[g.r.IntN(4)]
		g.weights, g.total = append(g.weights, w), g.total+w
	}
	g.pool = append(g.pool, g.source())
	for tries := 0; len(g.pool) <= opt.Steps && tries < 20*opt.Steps; tries++ {
		if n := g.step(); n != nil && n.Numel() <= opt.Numel {
			g.pool = append(g.pool, n)
		}
	}
	roots := []*lazy.Node{g.pool[len(g.pool)-1]}
	for g.r.IntN(3) == 0 {
		roots = append(roots, g.pick())
	}
	if opt.Gradient {
		roots = append(roots, g.gradients()...)
	}
	return Program{seed, roots}
}

func (g *generator) step() *lazy.Node {
	if g.total == 0 {
		return g.source()
	}
	at := g.r.IntN(g.total)
	for i, w := range g.weights {
		if at -= w; at < 0 {
			return steps[i].draw(g)
		}
	}
	return nil
}

// gradients differentiates the sum of the newest float by the leaves below it.
func (g *generator) gradients() []*lazy.Node {
	for i := len(g.pool) - 1; i >= 0; i-- {
		y := g.pool[i]
		if !y.DType.IsFloat() || y.DType.IsHalf() {
			continue
		}
		leaves := autograd.Collect(y)
		if len(leaves) == 0 {
			continue
		}
		seed := lazy.NewConst(ops.FloatValue(y.DType, 0.5), y.Shape...)
		grads, err := autograd.Gradients(y, seed, leaves)
		if err != nil {
			panic(fmt.Sprintf("differential: %v", err))
		}
		if g.r.IntN(3) == 0 {
			grads = append(grads, again(grads, leaves)...)
		}
		return append(grads, y)
	}
	return nil
}

// again differentiates the first gradient by all leaves.
func again(grads, leaves []*lazy.Node) []*lazy.Node {
	first := grads[0]
	seed := lazy.NewConst(ops.FloatValue(first.DType, 1), first.Shape...)
	second, err := autograd.Gradients(first, seed, leaves)
	if err != nil {
		panic(fmt.Sprintf("differential: %v", err))
	}
	return slices.DeleteFunc(second, func(n *lazy.Node) bool { return n == nil })
}

// pick draws a value, newer ones more often.
func (g *generator) pick() *lazy.Node {
	n := len(g.pool)
	return g.pool[n-1-min(n-1, int(g.r.ExpFloat64()*float64(n)/3))]
}

// pickWhere draws a value for which ok holds, or makes a source that makes it hold.
func (g *generator) pickWhere(ok func(*lazy.Node) bool, otherwise func() *lazy.Node) *lazy.Node {
	for range 8 {
		if n := g.pick(); ok(n) {
			return n
		}
	}
	return otherwise()
}

func (g *generator) pickFloat() *lazy.Node {
	return g.pickWhere(func(n *lazy.Node) bool { return n.DType.IsFloat() },
		func() *lazy.Node { return g.buffer(g.float(), g.shape()) })
}

func (g *generator) float() ops.DType {
	return []ops.DType{ops.Float32, ops.Float32, ops.Float32, ops.Float32, ops.Float64, ops.Float16, ops.BFloat16}[g.r.IntN(7)]
}

func (g *generator) dtype() ops.DType {
	if g.r.IntN(5) > 1 {
		return g.float()
	}
	all := ops.DTypes()
	return all[g.r.IntN(len(all))]
}

var lengths = []int{1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 64, 100}

var longLengths = []int{63, 65, 128, 200, 256, 257, 1000, 1024, 4099, 20_000}

func (g *generator) length() int {
	if g.r.IntN(60) == 0 {
		return 0
	}
	if g.opt.Numel > 10_000 && g.r.IntN(2) == 0 {
		return longLengths[g.r.IntN(len(longLengths))]
	}
	return lengths[g.r.IntN(len(lengths))]
}

// shape draws up to four axes.
func (g *generator) shape() []int {
	for {
		shape := make([]int, g.r.IntN(9)/2)
		for i := range shape {
			shape[i] = g.length()
		}
		if lazy.Numel(shape) <= g.opt.Numel {
			return shape
		}
	}
}

// source draws memory, a constant, a bound scalar or positions.
func (g *generator) source() *lazy.Node {
	d, shape := g.dtype(), g.shape()
	switch g.r.IntN(8) {
	case 0:
		return lazy.NewConst(plain(g.r, d), shape...)
	case 1:
		if len(shape) > 0 && d != ops.Bool {
			return lazy.NewIota(d, g.r.IntN(len(shape)), shape...)
		}
	case 2:
		return lazy.NewScalar(plain(g.r, d), shape...)
	}
	return g.buffer(d, shape)
}

// buffer is memory, from an offset on at times, and a leaf at times where it can be one.
func (g *generator) buffer(d ops.DType, shape []int) *lazy.Node {
	before := 0
	if g.r.IntN(4) == 0 {
		before = g.r.IntN(9)
	}
	fill := fillings[g.r.IntN(len(fillings))]
	n := newBuffer(d, shape, before, func(int) ops.Value { return fill(g.r, d) })
	if d.IsFloat() && g.r.IntN(3) > 0 {
		return lazy.IdentityNode(n, lazy.NewMark(lazy.Leaf, nil))
	}
	return n
}
