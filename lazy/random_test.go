package lazy

import (
	"math/rand/v2"
	"slices"

	"weft/ops"
)

// randomGraph grows a graph of small shapes out of every op that values go through; shared nodes, movement on
// movement, constants and special floats are likely on purpose.
type randomGraph struct {
	*rand.Rand
	nodes []*Node
}

var someDTypes = []ops.DType{ops.Float32, ops.Float32, ops.Float64, ops.Int32, ops.Int8, ops.Uint8, ops.Bool, ops.Float16}

func newRandomGraph(seed uint64, size int) *randomGraph {
	g := &randomGraph{Rand: rand.New(rand.NewPCG(seed, 1))}
	for range 3 {
		g.nodes = append(g.nodes, g.source())
	}
	for len(g.nodes) < size {
		g.nodes = append(g.nodes, g.grow())
	}
	return g
}

func (g *randomGraph) roots() []*Node {
	return []*Node{g.nodes[len(g.nodes)-1], g.pick(), g.nodes[len(g.nodes)-2]}
}

func (g *randomGraph) pick() *Node {
	if g.IntN(2) == 0 {
		return g.nodes[max(0, len(g.nodes)-1-g.IntN(3))]
	}
	return g.nodes[g.IntN(len(g.nodes))]
}

func (g *randomGraph) shape() []int {
	return slices.Clone([][]int{{}, {3}, {2, 3}, {1, 4}, {2, 1, 3}, {4, 2}, {2, 2, 2}}[g.IntN(7)])
}

func (g *randomGraph) value(d ops.DType) ops.Value {
	f := []float64{0, 1, -1, 2, 0.5, 3, neg0, inf, -inf, nan, 100}[g.IntN(11)]
	return ops.FloatValue(d, f)
}

func (g *randomGraph) source() *Node {
	d, shape := someDTypes[g.IntN(len(someDTypes))], g.shape()
	switch g.IntN(4) {
	case 0:
		return NewConst(g.value(d), shape...)
	case 1:
		if len(shape) > 0 && d != ops.Bool {
			return NewIota(d, g.IntN(len(shape)), shape...)
		}
	}
	a := NewArray(d, shape)
	for i := range a.Bits {
		a.Bits[i] = g.value(d).Bits
	}
	return NewBuffer(&memory{NewID(), a.Bytes()}, d, 0, shape...)
}

func (g *randomGraph) grow() *Node {
	x := g.pick()
	switch g.IntN(10) {
	case 0:
		return g.source()
	case 1, 2, 3:
		return g.elementwise(x)
	case 4:
		return g.reduce(x)
	case 5:
		return Cast(x, someDTypes[g.IntN(len(someDTypes))])
	case 6:
		return g.effect(x)
	}
	return g.movement(x)
}

// like is a node of x's shape and dtype d.
func (g *randomGraph) like(x *Node, d ops.DType) *Node {
	for range 8 {
		if y := g.pick(); slices.Equal(y.Shape, x.Shape) {
			return Cast(y, d)
		}
	}
	return NewConst(g.value(d), x.Shape...)
}

func (g *randomGraph) elementwise(x *Node) *Node {
	if g.IntN(5) == 0 {
		return Elementwise(ops.Where, g.like(x, ops.Bool), x, g.like(x, x.DType))
	}
	for {
		op := []ops.Op{ops.Neg, ops.Abs, ops.Exp, ops.Not, ops.Floor, ops.Add, ops.Add, ops.Sub, ops.Mul, ops.Mul, ops.Div,
			ops.Mod, ops.Max, ops.Min, ops.And, ops.Or, ops.Xor, ops.Shl, ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE}[g.IntN(22)]
		switch {
		case !op.Info().On.Has(x.DType):
		case op.Arity() == 1:
			return Elementwise(op, x)
		case g.IntN(2) == 0:
			return Elementwise(op, x, g.like(x, x.DType))
		default:
			return Elementwise(op, g.like(x, x.DType), x)
		}
	}
}

func (g *randomGraph) axes(rank int) []int {
	var axes []int
	for i := range rank {
		if g.IntN(2) == 0 {
			axes = append(axes, i)
		}
	}
	return axes
}

func (g *randomGraph) reduce(x *Node) *Node {
	op := []ops.Op{ops.ReduceAdd, ops.ReduceMul, ops.ReduceMax}[g.IntN(3)]
	if !op.Info().On.Has(x.DType) {
		op = ops.ReduceMax
	}
	return ReduceNode(op, x, g.axes(x.Rank())...)
}

func (g *randomGraph) effect(x *Node) *Node {
	switch g.IntN(4) {
	case 0:
		return IdentityNode(x, NewMark(Hook, nil))
	case 1:
		return CopyNode(x, "elsewhere")
	case 2:
		return CheckNode(x, NewConst(ops.BoolValue(true), 2), NewCheckInfo("random", "never fails"))
	}
	return ContiguousNode(x)
}

func (g *randomGraph) movement(x *Node) *Node {
	rank := x.Rank()
	switch g.IntN(6) {
	case 0:
		return PermuteNode(x, g.Perm(rank)...)
	case 1:
		return FlipNode(x, g.axes(rank)...)
	case 2:
		return g.reshape(x)
	case 3:
		return g.expand(x)
	}
	pairs := make([]int, 0, 2*rank)
	if g.IntN(2) == 0 && x.Numel() < 200 {
		for range 2 * rank {
			pairs = append(pairs, g.IntN(5)/3)
		}
		fill := g.value(x.DType)
		if g.IntN(2) == 0 {
			fill = ops.IntValue(x.DType, 0)
		}
		return PadNode(x, fill, pairs...)
	}
	for _, d := range x.Shape {
		start := g.IntN(d + 1)
		pairs = append(pairs, start, start+g.IntN(d-start+1))
	}
	if g.IntN(4) > 0 { // empty shapes now and then only
		for i, d := range x.Shape {
			if pairs[2*i] == pairs[2*i+1] {
				pairs[2*i], pairs[2*i+1] = 0, d
			}
		}
	}
	return ShrinkNode(x, pairs...)
}

func (g *randomGraph) reshape(x *Node) *Node {
	shape := slices.Clone(x.Shape)
	if len(shape) == 0 || g.IntN(2) == 0 {
		return ReshapeNode(x, slices.Insert(shape, g.IntN(len(shape)+1), 1)...)
	}
	if i := g.IntN(len(shape)); len(shape) > i+1 {
		shape[i] *= shape[i+1]
		return ReshapeNode(x, slices.Delete(shape, i+1, i+2)...)
	}
	return ReshapeNode(x, x.Numel())
}

func (g *randomGraph) expand(x *Node) *Node {
	shape := slices.Clone(x.Shape)
	for i, d := range shape {
		if d == 1 && x.Numel() < 200 {
			shape[i] = 1 + g.IntN(3)
		}
	}
	return ExpandNode(x, shape...)
}
