package lazy

import (
	"runtime"
	"slices"
	"sync"
	"testing"

	"weft/ops"
)

func TestEqualNodesAreOne(t *testing.T) {
	x := count(ops.Float32, 2, 3)
	one, two := ops.FloatValue(ops.Float32, 1), ops.FloatValue(ops.Float32, 2)
	for _, make := range []func() *Node{
		func() *Node { return NewConst(one, 2, 3) },
		func() *Node { return NewIota(ops.Int32, 1, 2, 3) },
		func() *Node { return NewBuffer(x.Ref.(Storage), ops.Float32, 0, 2, 3) },
		func() *Node { return Elementwise(ops.Where, Elementwise(ops.CmpLT, x, x), x, NewConst(one, 2, 3)) },
		func() *Node { return PadNode(PermuteNode(x, 1, 0), two, 1, 0, 0, 2) },
		func() *Node { return ReduceNode(ops.ReduceAdd, ExpandNode(ReshapeNode(x, 2, 3, 1), 2, 3, 4), 0, 2) },
		func() *Node { return FlipNode(ShrinkNode(x, 0, 1, 0, 3), 1) },
		func() *Node { return CopyNode(ContiguousNode(Bitcast(Cast(x, ops.Float64), ops.Int64)), "there") },
	} {
		if a, b := make(), make(); a != b {
			t.Errorf("two nodes for\n%s", Print([]*Node{a}))
		}
	}
}

func TestUnequalNodesAreNot(t *testing.T) {
	x := count(ops.Float32, 2, 2)
	zero := ops.FloatValue(ops.Float32, 0)
	nodes := []*Node{
		x, count(ops.Float32, 2, 2), NewConst(zero, 2, 2), NewConst(ops.FloatValue(ops.Float32, neg0), 2, 2),
		NewConst(zero, 4), NewConst(ops.FloatValue(ops.Float64, 0), 2, 2), NewScalar(zero, 2, 2), NewScalar(zero, 2, 2),
		NewIota(ops.Float32, 0, 2, 2), NewIota(ops.Float32, 1, 2, 2), PermuteNode(x, 1, 0), FlipNode(x, 0), FlipNode(x, 1),
		ReduceNode(ops.ReduceAdd, x, 0), ReduceNode(ops.ReduceAdd, x, 1), ReduceNode(ops.ReduceMul, x, 0),
		PadNode(x, zero, 1, 0, 0, 0), PadNode(x, zero, 0, 1, 0, 0), PadNode(x, ops.FloatValue(ops.Float32, neg0), 1, 0, 0, 0),
		IdentityNode(x, NewMark(Leaf, nil)), IdentityNode(x, NewMark(Leaf, nil)), CopyNode(x, "a"), CopyNode(x, "b"),
		Elementwise(ops.Add, x, FlipNode(x, 0)), Elementwise(ops.Add, FlipNode(x, 0), x),
	}
	for i, n := range nodes {
		if k := slices.Index(nodes, n); k != i {
			t.Errorf("nodes %d and %d are one", k, i)
		}
	}
}

// TestBuildingFromManyGoroutines makes the same graph everywhere at once, while collections go on.
func TestBuildingFromManyGoroutines(t *testing.T) {
	x := count(ops.Float32, 4)
	build := func() *Node {
		n := x
		for i := range 300 {
			n = Elementwise([]ops.Op{ops.Add, ops.Mul}[i%2], n, Elementwise(ops.Neg, n))
		}
		return n
	}
	for range 5 {
		var wg sync.WaitGroup
		roots := make([]*Node, 8)
		for i := range roots {
			wg.Go(func() { roots[i] = build() })
		}
		runtime.GC()
		wg.Wait()
		for _, r := range roots {
			if r != roots[0] {
				t.Fatal("equal graphs are not one")
			}
		}
	}
}

// TestAKeptNodeIsNotFoundAgain: whether a node that remembers a buffer is collected or not must not show.
func TestAKeptNodeIsNotFoundAgain(t *testing.T) {
	x := count(ops.Float32, 4)
	n := Elementwise(ops.Exp, x)
	user := Elementwise(ops.Neg, n)
	n.SetKept(&Kept{x.Ref.(Storage), 0})
	again := Elementwise(ops.Exp, x)
	if again == n || again.Kept() != nil || user.Src[0].Kept() == nil {
		t.Error("an expression written again reads what another remembers, or its users do not")
	}
	n.SetKept(nil)
	if Elementwise(ops.Exp, x) != again || Elementwise(ops.Neg, again) == user {
		t.Error("two expressions that are written after one another are not one")
	}
}

func BenchmarkBuild(b *testing.B) {
	x, y := count(ops.Float32, 4), count(ops.Float32, 4)
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for n, i := x, 0; b.Loop(); i++ {
			if i%1000 == 0 { // a program drops a step's graph before the next
				n, y = x, count(ops.Float32, 4)
			}
			n = Elementwise(ops.Add, n, y)
		}
	})
	b.Run("known", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Elementwise(ops.Add, x, y)
		}
	})
}
