package autograd

import (
	"errors"
	"runtime/debug"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// leaf is a constant under a Leaf mark: a value with an identity, without memory.
func leaf(v float64, shape ...int) *lazy.Node {
	return lazy.IdentityNode(lazy.NewConst(ops.FloatValue(ops.Float64, v), shape...), lazy.NewMark(lazy.Leaf, nil))
}

func mark(x *lazy.Node, kind lazy.MarkKind) *lazy.Node {
	return lazy.IdentityNode(x, lazy.NewMark(kind, nil))
}

func gradients(t *testing.T, root *lazy.Node, wrt ...*lazy.Node) []*lazy.Node {
	t.Helper()
	g, err := Gradients(root, one(root), wrt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestEveryOpHasARow(t *testing.T) {
	for _, op := range ops.All() {
		if (RuleOf(op) == nil) != (op == ops.Host) {
			t.Errorf("%v: a row in the table of gradients is missing, or one too many", op)
		}
		if r := RuleOf(op); r != nil && op.Arity() >= 0 && len(r.To) > op.Arity() {
			t.Errorf("%v: %d gradients for %d operands", op, len(r.To), op.Arity())
		}
	}
}

func TestPathsOnly(t *testing.T) {
	x, y := leaf(2), leaf(3)
	g := gradients(t, mul(x, x), x, y)
	if g[0] != add(mul(one(x), x), mul(one(x), x)) || g[1] != nil {
		t.Errorf("gradients %v", g)
	}
	stopped := mark(x, lazy.Stop)
	if g := gradients(t, mul(stopped, y), x, y, stopped); g[0] != nil || g[1] == nil || g[2] == nil {
		t.Errorf("a gradient went through a stop, or did not reach it: %v", g)
	}
	whole := lazy.Cast(lazy.Cast(x, ops.Int64), ops.Float64)
	if g := gradients(t, whole, x); g[0] != nil {
		t.Error("a gradient went through an integer")
	}
}

func TestEqualLeavesAreTwo(t *testing.T) {
	x, y := leaf(2), leaf(2)
	g := gradients(t, mul(x, y), x, y, x)
	if g[0] != mul(one(x), y) || g[1] != mul(one(x), x) || g[2] != g[0] {
		t.Errorf("gradients %v", g)
	}
}

func TestCollect(t *testing.T) {
	x, y, z := leaf(1), leaf(2), leaf(3)
	cond := less(z, x)
	root := add(choose(cond, x, mark(mul(y, x), lazy.Hook)), mark(mul(z, z), lazy.Stop))
	got := Collect(root)
	if len(got) != 2 || got[0] != x || got[1] != y {
		t.Errorf("leaves %v, want x and y", got)
	}
	if Collect(cond) != nil {
		t.Error("a bool has leaves")
	}
}

func TestHookSeesTheWholeGradient(t *testing.T) {
	x := leaf(2)
	h := mark(mul(x, x), lazy.Hook)
	calls := 0
	hook := func(m *lazy.Mark, node, grad *lazy.Node) *lazy.Node {
		calls++
		if m != h.Ref || node != h || grad != add(one(x), one(x)) {
			t.Errorf("hook saw %v %v", node, grad)
		}
		return zero(grad)
	}
	g, err := Gradients(add(h, h), nil, []*lazy.Node{x, h}, nil, hook)
	if err != nil || calls != 1 {
		t.Fatal(calls, err)
	}
	if g[1] != zero(x) || g[0] != mul(zero(x), x) && g[0] != add(mul(zero(x), x), mul(zero(x), x)) {
		t.Errorf("what the hook gave was not passed on: %v", g[0])
	}
}

func TestErrors(t *testing.T) {
	x := leaf(1, 2)
	host := lazy.HostNode(lazy.NewHostFunc("f", nil), ops.Float64, []int{2}, x)
	cases := []struct {
		name       string
		root, seed *lazy.Node
		kind       lazy.ErrorKind
	}{
		{"no seed", x, nil, lazy.ErrGrad},
		{"seed of another shape", x, leaf(1, 3), lazy.ErrShape},
		{"seed of another dtype", x, lazy.Cast(x, ops.Float32), lazy.ErrDType},
		{"integer", lazy.Cast(x, ops.Int32), nil, lazy.ErrGrad},
		{"host function", host, x, lazy.ErrGrad},
	}
	for _, c := range cases {
		_, err := Gradients(c.root, c.seed, []*lazy.Node{x})
		var e *lazy.Error
		if !errors.As(err, &e) || e.Kind != c.kind || e.Reason == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestSlicesJoinAsCat(t *testing.T) {
	x := leaf(1, 6)
	parts := func(cuts ...int) *lazy.Node {
		var sum *lazy.Node
		for i := 0; i+1 < len(cuts); i += 2 {
			s := lazy.ReduceNode(ops.ReduceAdd, lazy.ShrinkNode(x, cuts[i], cuts[i+1]), 0)
			sum = plus(sum, s)
		}
		return gradients(t, sum, x)[0]
	}
	fill := func(g *lazy.Node) float64 { return 1 / g.Src[0].Val.Float() }
	if g := parts(2, 4, 0, 2, 4, 6); g.Op != ops.Add || fill(g.Src[0]) > 0 {
		t.Errorf("slices that fill the operand are not joined with -0: %v", g)
	}
	if g := parts(0, 2, 3, 6); g.Op != ops.Add || fill(g) < 0 {
		t.Error("a gap must be +0")
	}
}

func TestGatherBecomesScatter(t *testing.T) {
	x := leaf(1, 5, 3)
	index := lazy.NewIota(ops.Int64, 0, 4, 1, 1)
	hit := same(lazy.NewIota(ops.Int64, 1, 4, 5, 3), lazy.ExpandNode(index, 4, 5, 3))
	each := lazy.ExpandNode(lazy.ReshapeNode(x, 1, 5, 3), 4, 5, 3)
	rows := lazy.ReduceNode(ops.ReduceAdd, choose(hit, each, num(each, 0)), 1)
	g := gradients(t, rows, x)[0]
	if g.Op != ops.ReduceAdd || g.Ints[0] != 0 || g.Src[0].Op != ops.Where || g.Src[0].Src[0] != hit || g.Src[0].Src[2].Op != ops.Const {
		t.Errorf("gradient of a gather is %v of %v", g.Op, g.Src[0].Op)
	}
}

// A stack of 128 KiB holds no recursion on the depth of these graphs.
func TestDeepGraphs(t *testing.T) {
	done := make(chan []*lazy.Node)
	deep, wide, diamond := leaf(1), leaf(1), leaf(1)
	go func() {
		defer debug.SetMaxStack(debug.SetMaxStack(128 << 10))
		a, b, d := deep, wide, diamond
		for range 1_000_000 {
			a = add(a, num(a, 2))
		}
		for range 100_000 {
			b = add(b, wide)
		}
		for range 64 {
			d = mul(d, d)
		}
		g, err := Gradients(add(a, add(b, d)), nil, []*lazy.Node{deep, wide, diamond})
		if err != nil {
			t.Error(err)
		}
		done <- g
	}()
	g := <-done
	if g[0] != one(deep) || g[1].Op != ops.Add || g[2] == nil {
		t.Errorf("gradients %v", g)
	}
}
