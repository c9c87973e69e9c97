package schedule

import (
	"math/rand/v2"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// evalIndex computes an int64 or bool expression for given range values.
func evalIndex(e *Expr, at map[int]int64) int64 {
	arg := func(i int) int64 { return evalIndex(e.Src[i], at) }
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch e.Code {
	case Const:
		return e.Val.Int()
	case RangeVar:
		return at[e.Range.ID]
	}
	switch e.Op {
	case ops.Add:
		return arg(0) + arg(1)
	case ops.Mul:
		return arg(0) * arg(1)
	case ops.Div:
		return arg(0) / arg(1)
	case ops.Mod:
		return arg(0) % arg(1)
	case ops.And:
		return arg(0) & arg(1)
	case ops.CmpLT:
		return truth(arg(0) < arg(1))
	case ops.CmpLE:
		return truth(arg(0) <= arg(1))
	}
	panic("no such index operation: " + e.Op.String())
}

// positions runs over all values of the ranges.
func positions(ranges []*Range, f func(at map[int]int64, idx []int64)) {
	idx := make([]int64, len(ranges))
	at := map[int]int64{}
	for {
		for i, r := range ranges {
			at[r.ID] = idx[i]
		}
		f(at, idx)
		i := len(ranges) - 1
		for ; i >= 0; i-- {
			if idx[i]++; idx[i] < ranges[i].Extent {
				break
			}
			idx[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// randomMove puts a random movement on n.
func randomMove(r *rand.Rand, n *lazy.Node) *lazy.Node {
	rank := len(n.Shape)
	switch r.IntN(8) {
	case 0:
		return lazy.PermuteNode(n, r.Perm(rank)...)
	case 1:
		bounds := make([]int, 0, 2*rank)
		for _, d := range n.Shape {
			s := r.IntN(d)
			bounds = append(bounds, s, s+1+r.IntN(d-s))
		}
		return lazy.ShrinkNode(n, bounds...)
	case 2:
		pads := make([]int, 2*rank)
		for i := range pads {
			pads[i] = r.IntN(3)
		}
		return lazy.PadNode(n, ops.FloatValue(ops.Float32, -1), pads...)
	case 3:
		if rank > 0 {
			return lazy.FlipNode(n, r.IntN(rank))
		}
	case 4:
		shape := append([]int(nil), n.Shape...)
		for i, d := range shape {
			if d == 1 {
				shape[i] = 1 + r.IntN(3)
			}
		}
		return lazy.ExpandNode(n, shape...)
	case 5, 6:
		if rank > 1 {
			return rewound(n, 1+r.IntN(3), 1+r.IntN(6))
		}
	}
	return lazy.ReshapeNode(n, randomFactors(r, n.Numel())...)
}

// rewound lays the rows of the last two axes out with a border of gap elements each and cuts the result into rows of length m: the
// way back of sliding windows.
func rewound(n *lazy.Node, gap, m int) *lazy.Node {
	rank := len(n.Shape)
	pads := make([]int, 2*rank)
	pads[2*rank-1] = gap
	fill := ops.FloatValue(ops.Float32, 0)
	n = lazy.PadNode(n, fill, pads...)
	rows, row := n.Shape[rank-2], n.Shape[rank-1]
	head := append([]int(nil), n.Shape[:rank-2]...)
	n = lazy.ReshapeNode(n, append(head, rows*row)...)
	pads = make([]int, 2*rank-2)
	pads[2*rank-3] = (m - rows*row%m) % m
	n = lazy.PadNode(n, fill, pads...)
	return lazy.ReshapeNode(n, append(append([]int(nil), head...), n.Shape[rank-2]/m, m)...)
}

func randomFactors(r *rand.Rand, n int) []int {
	var shape []int
	for n > 1 && len(shape) < 4 {
		d := 1 + r.IntN(n)
		for n%d != 0 {
			d--
		}
		shape = append(shape, d)
		n /= d
	}
	return append(shape, n)
}

// checkMoves compares the index expression of a chain of movements with what each does to positions.
func checkMoves(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 1))
	base := lazy.NewConst(ops.FloatValue(ops.Float32, 3), 2+r.IntN(3), 1+r.IntN(4), 1+r.IntN(3))
	n := base
	for range 1 + r.IntN(6) {
		if m := randomMove(r, n); m.Numel() <= 2000 {
			n = m
		}
	}
	b := NewBuilder()
	ranges, idx := []*Range{}, []*Expr{}
	for _, d := range n.Shape {
		rg := b.Range(Out, int64(d))
		ranges, idx = append(ranges, rg), append(idx, b.Var(rg))
	}
	at := place{idx: idx}
	var chain []*lazy.Node
	for x := n; x != base; x = x.Src[0] {
		chain = append(chain, x)
		at, _ = b.move(x, at)
	}
	flat := b.flatten(at.idx, base.Shape)
	if at.gate == nil && (flat.Lo < 0 || flat.Hi >= int64(base.Numel())) {
		t.Fatalf("seed %d: index in [%d, %d] of %d elements is not proven inside", seed, flat.Lo, flat.Hi, base.Numel())
	}
	positions(ranges, func(v map[int]int64, pos []int64) {
		want, ok := followMoves(chain, pos, base.Shape)
		gate := at.gate == nil || evalIndex(at.gate, v) != 0
		if gate != ok {
			t.Fatalf("seed %d at %v: gate %v, want %v", seed, pos, gate, ok)
		}
		if got := evalIndex(flat, v); ok && (got != want || got < flat.Lo || got > flat.Hi) {
			t.Fatalf("seed %d at %v: index %d in [%d, %d], want %d", seed, pos, got, flat.Lo, flat.Hi, want)
		}
	})
}

// followMoves is the oracle: it carries one position through the movements.
func followMoves(chain []*lazy.Node, pos []int64, base []int) (flat int64, ok bool) {
	at := append([]int64(nil), pos...)
	for _, n := range chain {
		x := n.Src[0]
		to := make([]int64, len(x.Shape))
		switch n.Op {
		case ops.Permute:
			for i, p := range n.Ints {
				to[p] = at[i]
			}
		case ops.Shrink:
			for i := range to {
				to[i] = at[i] + int64(n.Ints[2*i])
			}
		case ops.Pad:
			for i := range to {
				to[i] = at[i] - int64(n.Ints[2*i])
				if to[i] < 0 || to[i] >= int64(x.Shape[i]) {
					return 0, false
				}
			}
		case ops.Flip:
			copy(to, at)
			to[n.Ints[0]] = int64(x.Shape[n.Ints[0]]) - 1 - at[n.Ints[0]]
		case ops.Expand:
			for i := range to {
				if x.Shape[i] > 1 {
					to[i] = at[i]
				}
			}
		case ops.Reshape:
			f := int64(0)
			for i, d := range n.Shape {
				f = f*int64(d) + at[i]
			}
			for i := len(to) - 1; i >= 0; i-- {
				to[i], f = f%int64(x.Shape[i]), f/int64(x.Shape[i])
			}
		}
		at = to
	}
	for i, d := range base {
		flat = flat*int64(d) + at[i]
	}
	return flat, true
}

func TestIndexAlgebraOnMovement(t *testing.T) {
	for seed := range uint64(3000) {
		checkMoves(t, seed)
	}
}

func FuzzIndexAlgebra(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(checkMoves)
}

// What a reshape puts together the next one must take apart without a trace.
func TestIndexRoundTrips(t *testing.T) {
	b := NewBuilder()
	i, j, k := b.Range(Out, 6), b.Range(Out, 10), b.Range(Out, 4)
	idx := []*Expr{b.Var(i), b.Var(j), b.Var(k)}
	for _, shape := range [][]int{{240}, {60, 4}, {6, 40}, {2, 3, 40}, {12, 5, 4}, {24, 10}} {
		there := b.reshape(idx, []int{6, 10, 4}, shape)
		back := b.reshape(there, shape, []int{6, 10, 4})
		for a := range idx {
			if back[a] != idx[a] {
				t.Errorf("through %v: axis %d does not come back", shape, a)
			}
		}
	}
}
