package schedule

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Lowering names a form of loop that is better than the one it was written as.
type Lowering uint8

// The lowerings. Each is recognised by the structure of the loops, never by who wrote them, and is exact.
const (
	Plain        Lowering = iota
	Contraction           // an add-reduce of products
	IndexedRead           // a reduce that selects one position: read it
	IndexedAccum          // a reduce that adds to selected positions: fold into memory
	PrefixScan            // a reduce over everything up to here: carry it along
	RegionStore           // a sum of pads that do not overlap: store each part
)

func (l Lowering) String() string {
	return [...]string{"plain", "contraction", "indexed read", "indexed accumulation", "scan", "region store"}[l]
}

// form is what was recognised in a node.
type form struct {
	kind Lowering
	// picks are the axes selected by an index: of the reduce's input for IndexedRead, of its result for IndexedAccum.
	picks []pick
	// rest are further conditions, bool nodes at the reduce's input.
	rest []*lazy.Node
	// value is what is selected; fill what the others hold.
	value *lazy.Node
	fill  ops.Value
	// axis is the scanned input axis, out the result's axis, back says that it runs from the end.
	axis, out int
	back      bool
	parts     []*lazy.Node // the Pad nodes of RegionStore
}

type pick struct {
	axis  int // of the reduce's input
	out   int // of its result, -1 if the axis is reduced
	index *lazy.Node
}

// input describes the symbolic input of a reduce: one range an axis, reduced or not.
type input struct {
	b      *Builder
	ranges []*Range
	idx    []*Expr
	out    []int // axis -> result axis, -1 if reduced
}

func inputOf(n *lazy.Node) *input {
	in := &input{b: NewBuilder()}
	k := 0
	for i, d := range n.Src[0].Shape {
		r := in.b.Range(Out, int64(d))
		o := k
		if slices.Contains(n.Ints, i) {
			r.Kind, o = Red, -1
		} else {
			k++
		}
		in.ranges, in.idx, in.out = append(in.ranges, r), append(in.idx, in.b.intern(Expr{Code: RangeVar, DType: ops.Int64, Range: r})), append(in.out, o)
	}
	return in
}

// recognise finds the form of a reduce.
func recognise(n *lazy.Node) *form {
	if n.Op.Family() != ops.Reduce {
		return nil
	}
	in := inputOf(n)
	if _, _, _, ok := in.b.product(n, place{idx: in.idx}); ok {
		return &form{kind: Contraction}
	}
	base, at, ok := in.b.trace(n.Src[0], place{idx: in.idx})
	if !ok {
		return nil
	}
	if base.Op == ops.Where && base == n.Src[0] {
		return in.selection(n, base, at)
	}
	return nil
}

// selection recognises a reduce of where(condition, value, neutral).
func (in *input) selection(n, where *lazy.Node, at place) *form {
	fill, _, ok := in.b.trace(where.Src[2], at)
	if !ok || fill.Op != ops.Const || !isNeutral(n.Op, fill.Val) {
		return nil
	}
	f := &form{fill: fill.Val, value: where.Src[1]}
	conds := in.conjuncts(where.Src[0], at)
	for _, c := range conds {
		if s := in.scan(c, f); s && len(conds) == 1 && len(n.Ints) == 1 && in.ignores(f.value, at, f.out) {
			f.out = in.out[f.out]
			return f.named(PrefixScan)
		}
		p, ok := in.pick(c)
		if !ok {
			f.rest = append(f.rest, c.node)
			continue
		}
		f.picks = append(f.picks, p)
	}
	return in.selected(n, f, at)
}

func (f *form) named(k Lowering) *form { f.kind = k; return f }

// selected decides between read and accumulation: all picks reduced, or none.
func (in *input) selected(n *lazy.Node, f *form, at place) *form {
	if len(f.picks) == 0 {
		return nil
	}
	reads := 0
	for _, p := range f.picks {
		if p.out < 0 {
			reads++
		}
	}
	switch {
	case reads == len(f.picks) && reads == len(n.Ints) && in.independent(f, at, nil):
		return f.named(IndexedRead)
	case reads == 0 && in.independent(f, at, f.value):
		return f.named(IndexedAccum)
	}
	return nil
}

// independent says that indices and conditions (and value, if given) do not depend on the picked axes.
func (in *input) independent(f *form, at place, value *lazy.Node) bool {
	nodes := slices.Clone(f.rest)
	if value == nil {
		nodes = nil // conditions of a read are evaluated at the picked position
	}
	for _, p := range f.picks {
		nodes = append(nodes, p.index)
	}
	if value != nil {
		nodes = append(nodes, value)
	}
	for _, n := range nodes {
		for _, p := range f.picks {
			if !in.ignores(n, at, p.axis) {
				return false
			}
		}
	}
	return true
}

type cond struct {
	node *lazy.Node // at the where's place
	base *lazy.Node
	at   place
}

// conjuncts splits a condition at its ands. Those hidden behind movement are not split.
func (in *input) conjuncts(n *lazy.Node, at place) []cond {
	todo, out := []*lazy.Node{n}, []cond(nil)
	for len(todo) > 0 && len(out) < 16 {
		c := todo[0]
		todo = todo[1:]
		if c.Op == ops.And {
			todo = append(todo, c.Src...)
			continue
		}
		base, where, ok := in.b.trace(c, at)
		if !ok {
			base = c
		}
		out = append(out, cond{c, base, where})
	}
	return out
}

// position follows movement and exact integer casts to an iota: the axis of the input whose position n is.
func (in *input) position(n *lazy.Node, at place) (axis int, ok bool) {
	for {
		base, where, ok := in.b.trace(n, at)
		if !ok {
			return 0, false
		}
		n, at = base, where
		if n.Op != ops.Cast || !n.DType.IsInt() || !n.Src[0].DType.IsInt() || n.DType.Size() < 4 {
			break
		}
		n = n.Src[0]
	}
	if n.Op != ops.Iota || !n.DType.IsInt() {
		return 0, false
	}
	if _, most := ops.IntRange(n.DType); int64(n.Shape[n.Ints[0]])-1 > most {
		return 0, false // it wraps: one value stands at several places
	}
	e := at.idx[n.Ints[0]]
	if e.Code != RangeVar || e.Range.Extent != int64(n.Shape[n.Ints[0]]) {
		return 0, false
	}
	return slices.Index(in.ranges, e.Range), true
}

// pick recognises iota == index.
func (in *input) pick(c cond) (pick, bool) {
	if c.base.Op != ops.CmpEQ || c.base != c.node {
		return pick{}, false
	}
	for side, s := range c.base.Src {
		axis, ok := in.position(s, c.at)
		if other := c.base.Src[1-side]; ok && in.ignores(other, c.at, axis) {
			return pick{axis: axis, out: in.out[axis], index: other}, true
		}
	}
	return pick{}, false
}

// scan recognises iota(reduced) <= iota(kept), or the other way round.
func (in *input) scan(c cond, f *form) bool {
	if c.base.Op != ops.CmpLE {
		return false
	}
	a, ok1 := in.position(c.base.Src[0], c.at)
	z, ok2 := in.position(c.base.Src[1], c.at)
	if !ok1 || !ok2 || in.ranges[a].Extent != in.ranges[z].Extent {
		return false
	}
	switch {
	case in.out[a] < 0 && in.out[z] >= 0:
		f.axis, f.out, f.back = a, z, false
	case in.out[z] < 0 && in.out[a] >= 0:
		f.axis, f.out, f.back = z, a, true
	default:
		return false
	}
	return true
}

// dependLimit bounds the walk of ignores; what is larger counts as dependent.
const dependLimit = 4096

// ignores says that the value of n at a place does not depend on the input's axis.
func (in *input) ignores(n *lazy.Node, at place, axis int) bool {
	type visit struct {
		n  *lazy.Node
		at place
	}
	id := in.ranges[axis].ID
	seen := map[placeKey]bool{}
	todo := []visit{{n, at}}
	for steps := 0; len(todo) > 0; steps++ {
		if steps > dependLimit {
			return false
		}
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !slices.ContainsFunc(v.at.idx, func(e *Expr) bool { return slices.Contains(e.Free, id) }) {
			continue
		}
		key := keyOf(v.n, v.at)
		if seen[key] {
			continue
		}
		seen[key] = true
		switch v.n.Op.Family() {
		case ops.Elementwise:
			for _, s := range v.n.Src {
				todo = append(todo, visit{s, v.at})
			}
		case ops.Movement:
			to, inside := in.b.move(v.n, v.at)
			if inside != nil && slices.Contains(inside.Free, id) {
				return false
			}
			todo = append(todo, visit{v.n.Src[0], to})
		default:
			if v.n.Op == ops.Const || v.n.Op == ops.Scalar {
				continue
			}
			if v.n.Op == ops.Iota && !slices.Contains(v.at.idx[v.n.Ints[0]].Free, id) {
				continue
			}
			return false
		}
	}
	return true
}

// isNeutral says that folding with v changes nothing. For add +0 counts too: it turns -0 into +0, which the lowered forms
// do as well.
func isNeutral(op ops.Op, v ops.Value) bool {
	if op == ops.ReduceAdd && v.DType.IsFloat() {
		return v.Float() == 0
	}
	return v == op.Info().Neutral(v.DType)
}
