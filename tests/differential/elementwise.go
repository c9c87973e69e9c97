package differential

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// step is one thing that a generator can add; it gives nil where what it drew does not fit.
type step struct {
	weight int
	draw   func(g *generator) *lazy.Node
}

var steps []step

func init() {
	steps = []step{
		{6, (*generator).source}, {14, (*generator).unary}, {20, (*generator).binary}, {5, (*generator).where},
		{5, (*generator).cast}, {2, (*generator).chain}, {10, (*generator).reduce}, {18, (*generator).move},
		{4, (*generator).softmax}, {3, (*generator).norm}, {5, (*generator).matmul}, {3, (*generator).windows},
		{4, (*generator).gather}, {4, (*generator).scatter}, {4, (*generator).scan}, {4, (*generator).cat},
		{3, (*generator).setSlice}, {4, (*generator).effect}, {1, (*generator).random}, {2, (*generator).variance},
	}
}

func ew(op ops.Op, src ...*lazy.Node) *lazy.Node { return lazy.Elementwise(op, src...) }

func num(like *lazy.Node, f float64) *lazy.Node {
	return lazy.NewConst(ops.FloatValue(like.DType, f), like.Shape...)
}

// classOf is the class that a dtype belongs to.
func classOf(d ops.DType) ops.Class {
	switch {
	case d == ops.Bool:
		return ops.OnBool
	case d.IsFloat():
		return ops.OnFloat
	}
	return ops.OnInt
}

// elementwise lists the operations of an arity that are defined on d and make no other dtype but bool.
func elementwise(arity int, d ops.DType) []ops.Op {
	return slices.DeleteFunc(ops.All(), func(op ops.Op) bool {
		i := op.Info()
		return i.Family != ops.Elementwise || i.Arity != arity || i.On&classOf(d) == 0 || i.Rule == ops.RuleFree ||
			op == ops.Threefry && d != ops.Uint64
	})
}

func (g *generator) unary() *lazy.Node {
	x := g.pick()
	list := elementwise(1, x.DType)
	if len(list) == 0 {
		return nil
	}
	return ew(list[g.r.IntN(len(list))], x)
}

func (g *generator) binary() *lazy.Node {
	a, b := g.pair(g.pick())
	list := elementwise(2, a.DType)
	if g.r.IntN(2) == 0 {
		list = slices.DeleteFunc(list, func(op ops.Op) bool {
			return !slices.Contains([]ops.Op{ops.Add, ops.Sub, ops.Mul, ops.And, ops.Or, ops.Xor}, op)
		})
	}
	return ew(list[g.r.IntN(len(list))], a, b)
}

// pair finds a second operand for a, by broadcasting and casting one of the pool or drawing a new one; a may be
// broadcast as well.
func (g *generator) pair(a *lazy.Node) (x, y *lazy.Node) {
	var shape []int
	b := g.pickWhere(func(b *lazy.Node) bool {
		s, ok := broadcastShape(a.Shape, b.Shape)
		shape = s
		return ok && lazy.Numel(s) <= g.opt.Numel
	}, func() *lazy.Node { return g.operandFor(a) })
	shape, _ = broadcastShape(a.Shape, b.Shape)
	return to(a, shape...), to(lazy.Cast(b, a.DType), shape...)
}

// operandFor draws a source that broadcasts to a's shape.
func (g *generator) operandFor(a *lazy.Node) *lazy.Node {
	shape := slices.Clone(a.Shape)
	for i := range shape {
		if g.r.IntN(3) == 0 {
			shape[i] = 1
		}
	}
	if len(shape) > 0 && g.r.IntN(4) == 0 {
		shape = shape[g.r.IntN(len(shape)):]
	}
	if g.r.IntN(3) == 0 {
		return lazy.NewConst(plain(g.r, a.DType), shape...)
	}
	return g.buffer(a.DType, shape)
}

func broadcastShape(a, b []int) ([]int, bool) {
	out := make([]int, max(len(a), len(b)))
	for i := range out {
		x, y := axisFromEnd(a, len(out)-1-i), axisFromEnd(b, len(out)-1-i)
		if x != y && x != 1 && y != 1 {
			return nil, false
		}
		if out[i] = x; x == 1 {
			out[i] = y
		}
	}
	return out, true
}

func axisFromEnd(s []int, k int) int {
	if k < len(s) {
		return s[len(s)-1-k]
	}
	return 1
}

// to broadcasts x as a frontend does.
func to(x *lazy.Node, shape ...int) *lazy.Node {
	lead := make([]int, len(shape)-x.Rank())
	for i := range lead {
		lead[i] = 1
	}
	return lazy.ExpandNode(lazy.ReshapeNode(x, append(lead, x.Shape...)...), shape...)
}

func (g *generator) where() *lazy.Node {
	a, b := g.pair(g.pick())
	compare := []ops.Op{ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE}[g.r.IntN(4)]
	c := ew(compare, a, b)
	if g.r.IntN(2) == 0 {
		a, b = g.pair(a)
	}
	if !slices.Equal(a.Shape, c.Shape) {
		return nil
	}
	return ew(ops.Where, c, a, b)
}

func (g *generator) cast() *lazy.Node {
	x, d := g.pick(), g.dtype()
	if d.Size() == x.DType.Size() && d != ops.Bool && x.DType != ops.Bool && !x.DType.IsFloat() && g.r.IntN(4) == 0 {
		return lazy.Bitcast(x, d)
	}
	return lazy.Cast(x, d)
}

// chain is a long run of cheap operations, longer than a kernel keeps in registers.
func (g *generator) chain() *lazy.Node {
	x := g.pickFloat()
	y := x
	for range 20 + g.r.IntN(60) {
		switch g.r.IntN(5) {
		case 0:
			y = ew(ops.Add, y, x)
		case 1:
			y = ew(ops.Mul, y, num(y, 0.75))
		case 2:
			y = ew(ops.Max, y, num(y, -0.5))
		case 3:
			y = ew(ops.Sub, num(y, 0.3), y)
		case 4:
			y = ew([]ops.Op{ops.Sin, ops.Abs, ops.Floor, ops.Neg, ops.Neg}[g.r.IntN(5)], y)
		}
	}
	return y
}

// random is counter-based bits, as a draw makes them.
func (g *generator) random() *lazy.Node {
	n := 1 + g.length()
	counter := lazy.NewIota(ops.Uint64, 0, n)
	key := lazy.NewScalar(ops.Value{DType: ops.Uint64, Bits: g.r.Uint64()}, n)
	bits := ew(ops.Threefry, counter, key)
	high := ew(ops.Shr, bits, lazy.NewConst(ops.IntValue(ops.Uint64, 40), n))
	return ew(ops.Mul, lazy.Cast(high, ops.Float32), lazy.NewConst(ops.FloatValue(ops.Float32, 1.0/(1<<24)), n))
}
