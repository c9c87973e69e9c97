package autograd

import (
	"math"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// row is a leaf holding numbers, made of constants: an Iota picked apart by Where.
func row(d ops.DType, numbers ...float64) *lazy.Node {
	n := len(numbers)
	x := lazy.NewConst(ops.FloatValue(d, 0), n)
	for i, v := range numbers {
		at := same(lazy.NewIota(ops.Int64, 0, n), lazy.NewConst(ops.IntValue(ops.Int64, int64(i)), n))
		x = choose(at, lazy.NewConst(ops.FloatValue(d, v), n), x)
	}
	return mark(x, lazy.Leaf)
}

// seeded gives the gradient of f at x for a seed of ones.
func seeded(t *testing.T, y, x *lazy.Node) []float64 {
	t.Helper()
	g := gradients(t, y, x)[0]
	a, err := lazy.Evaluate([]*lazy.Node{g}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a[0].Floats()
}

var inf, nan = math.Inf(1), math.NaN()

func TestEdges(t *testing.T) {
	d := ops.Float64
	two := func(op ops.Op, k int, other ...float64) func(x *lazy.Node) *lazy.Node {
		return func(x *lazy.Node) *lazy.Node {
			if k == 0 {
				return lazy.Elementwise(op, x, row(d, other...))
			}
			return lazy.Elementwise(op, row(d, other...), x)
		}
	}
	one := func(op ops.Op) func(x *lazy.Node) *lazy.Node {
		return func(x *lazy.Node) *lazy.Node { return apply(op, x) }
	}
	fold := func(op ops.Op) func(x *lazy.Node) *lazy.Node {
		return func(x *lazy.Node) *lazy.Node { return lazy.ReduceNode(op, x, 0) }
	}
	cases := []struct {
		name    string
		f       func(x *lazy.Node) *lazy.Node
		x, want []float64
	}{
		{"abs", one(ops.Abs), []float64{-2, 0, 3}, []float64{-1, 0, 1}},
		{"sqrt", one(ops.Sqrt), []float64{0, 4}, []float64{inf, 0.25}},
		{"floor", one(ops.Floor), []float64{1.5}, []float64{0}},
		{"pow base", two(ops.Pow, 0, 0, 1, 2, -1), []float64{0, 0, 0, 2}, []float64{0, 1, 0, -0.25}},
		{"pow exponent", two(ops.Pow, 1, 0, 0, 0, math.E), []float64{0, 2, -1, 1}, []float64{0, 0, -inf, math.E}},
		{"max", two(ops.Max, 0, 1, 1, 1), []float64{0, 1, 2}, []float64{0, 0.5, 1}},
		{"max, other", two(ops.Max, 1, 1, 1, 1), []float64{0, 1, 2}, []float64{0, 0.5, 1}},
		{"min", two(ops.Min, 0, 1, 1, 1), []float64{0, 1, 2}, []float64{1, 0.5, 0}},
		{"mod", two(ops.Mod, 1, 7, -7), []float64{2, 2}, []float64{-3, 3}},
		{"reduce max", fold(ops.ReduceMax), []float64{3, 1, 3, 3}, []float64{1. / 3, 0, 1. / 3, 1. / 3}},
		{"reduce mul", fold(ops.ReduceMul), []float64{2, 0, 3}, []float64{0, 6, 0}},
		{"reduce mul, two zeros", fold(ops.ReduceMul), []float64{0, 0, 3}, []float64{0, 0, 0}},
		{"square", func(x *lazy.Node) *lazy.Node { return pow(x, num(x, 2)) }, []float64{0, -3}, []float64{0, -6}},
		{"power of 1 and 0", func(x *lazy.Node) *lazy.Node { return add(pow(x, num(x, 1)), pow(x, zero(x))) }, []float64{0, -3}, []float64{1, 1}},
		{"untaken branch", func(x *lazy.Node) *lazy.Node {
			return choose(less(zero(x), x), apply(ops.Log, x), x)
		}, []float64{-1, 2}, []float64{1, 0.5}},
		{"untaken NaN", func(x *lazy.Node) *lazy.Node {
			return choose(less(zero(x), x), apply(ops.Sqrt, x), zero(x))
		}, []float64{0, 4}, []float64{nan, 0.25}},
	}
	for _, c := range cases {
		x := row(d, c.x...)
		near(t, c.name, seeded(t, c.f(x), x), c.want, 1e-14)
	}
}

func near(t *testing.T, name string, got, want []float64, bound float64) {
	t.Helper()
	for i, w := range want {
		ok := got[i] == w || w != w && got[i] != got[i] || math.Abs(got[i]-w) <= bound*math.Abs(w)
		if !ok {
			t.Errorf("%s: gradients %v, want %v", name, got, want)
			return
		}
	}
}

func TestTrigamma(t *testing.T) {
	x := row(ops.Float64, 1, 0.5, 2, 30, -0.5, 0, -1)
	pi2 := math.Pi * math.Pi
	want := []float64{pi2 / 6, pi2 / 2, pi2/6 - 1, 0.0338950603577399, pi2/2 + 4, inf, inf}
	got := seeded(t, apply(ops.Digamma, x), x)
	if got[6] > 1e30 { // sin(pi x) at an integer is not quite 0
		got[6] = inf
	}
	near(t, "trigamma", got, want, 1e-13)
}

// A gradient of several steps in a 16-bit float rounds once, and counts ties beyond what the type counts.
func TestHalf(t *testing.T) {
	x := row(ops.BFloat16, 0.7, -1.3)
	for i, g := range seeded(t, apply(ops.Tanh, x), x) {
		y := ops.FloatValue(ops.BFloat16, math.Tanh([]float64{0.69921875, -1.296875}[i])).Float()
		if want := ops.FloatValue(ops.BFloat16, 1-y*y).Float(); g != want {
			t.Errorf("gradient of tanh is %v, want %v", g, want)
		}
	}
	ties := mark(lazy.NewConst(ops.FloatValue(ops.Float16, 1), 3000), lazy.Leaf)
	g := seeded(t, lazy.ReduceNode(ops.ReduceMax, ties, 0), ties)[0]
	if want := ops.FloatValue(ops.Float16, 1./3000).Float(); g != want {
		t.Errorf("3000 ties get %v each, want %v", g, want)
	}
}

func TestEmpty(t *testing.T) {
	x := leaf(1, 1, 2)
	nothing := lazy.ReduceNode(ops.ReduceAdd, lazy.ExpandNode(x, 0, 2), 0)
	near(t, "expanded to nothing", seeded(t, nothing, x), []float64{0, 0}, 0)
	empty := leaf(1, 0, 2)
	for _, op := range []ops.Op{ops.ReduceAdd, ops.ReduceMul} {
		if g := gradients(t, lazy.ReduceNode(op, empty, 0), empty)[0]; g.Numel() != 0 {
			t.Errorf("%v: gradient %v", op, g.Shape)
		}
	}
}

// The gradient goes back to the device that the operand came from; constants are on none.
func TestCopyBack(t *testing.T) {
	x := mark(lazy.CopyNode(leaf(1), "here"), lazy.Leaf)
	g := gradients(t, lazy.CopyNode(x, "there"), x)[0]
	if g.Op != ops.Copy || g.Ref.(*lazy.DeviceRef).Name != "here" {
		t.Errorf("gradient %v", g)
	}
	c := leaf(1)
	if g := gradients(t, lazy.CopyNode(c, "there"), c)[0]; g.Op == ops.Copy {
		t.Error("the gradient of constants was copied")
	}
	owned := lazy.IdentityNode(num(c, 2), lazy.NewMark(lazy.Leaf, located("here")))
	if g := gradients(t, lazy.CopyNode(owned, "there"), owned)[0]; g.Op != ops.Copy || g.Ref.(*lazy.DeviceRef).Name != "here" {
		t.Error("the gradient of a leaf on a device did not go there")
	}
}

type located string

func (l located) Device() string { return string(l) }
