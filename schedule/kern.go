package schedule

import (
	"slices"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// use is one evaluation of a node: in a kernel, at a place.
type use struct {
	k    *kern
	at   place
	free []int // ranges that the place depends on
	// product says that the value is an operand of a contraction, computed inside its loop.
	product bool
	kids    []*use
	red     *Reduction
	late    []*Expr // positions of an indexed read, known once its index is
	inside  *Expr   // of a Pad
	value   *Expr
}

// fact is what the planner knows of a node.
type fact struct {
	node   *lazy.Node
	form   *form
	leaves []*fact // some of the buffers that computing it in place reads
	forced string  // why it must be a buffer, "" if it need not
	cost   int     // flops an element if all below is computed in place
	loads  int
	bufs   int  // buffers that computing it in place reads, where reduces are some
	parts  int  // pads that this is a sum of, 0 if it is anything else
	heavy  bool // a reduce that is not tiny is computed below
	tile   bool // a contraction whose operands are used again and again
	// base is, for a value behind reduces, the one value behind them that it can be computed from, itself if there is no
	// other; above is what that costs an element.
	base  *fact
	above int
	users int // nodes that take it
	uses  []*use
	byAt  map[useKey]*use
	home  Home
	kern  *kern // that stores it, if it lives in a buffer
	own   *use  // the use that computes what is stored
	stage *Stage
	row   []int // axes that the stage runs over
}

type useKey struct {
	k       *kern
	at      string
	product bool
}

// kern is one nest or sequence of nests being planned.
type kern struct {
	*group
	root   *fact
	nests  []*nest
	nestOf map[int]*nest   // by the ID of a range
	cum    map[int]float64 // evaluations of what stands in a range's loop
	deps   map[*kern]bool
	reads  map[*fact]bool
	open   map[*fact]bool // needed here and not yet decided
	width  int            // buffers read, and those that what is open may come to read
	ops    int
	cost   int  // of its operations, an element
	plain  bool // one nest over the root's shape
	reduce bool // holds any reduce
	phase  bool // a partial reduce that runs before its reader in one launch
}

// group is what becomes one launch: a kern and the phases before it, which share a builder, buffers and parameters.
type group struct {
	id     int
	b      *Builder
	kerns  []*kern // readers before what they read
	bufs   []*fact
	bufOf  map[*fact]int
	params []*lazy.Node
	parOf  map[*lazy.Node]int
	labels []string // the main operations, for its name
}

// note adds an operation to the group's name.
func (g *group) note(op ops.Op) {
	name := strings.TrimPrefix(op.String(), "reduce_")
	if op.Family() == ops.Elementwise && op.Info().Cost < 2 && len(g.labels) > 0 || slices.Contains(g.labels, name) || len(g.labels) >= 4 {
		return
	}
	g.labels = append(g.labels, name)
}

// nest is one loop nest of a kernel with what it stores.
type nest struct {
	ranges []*Range
	outer  []int // ranges whose loops go around those of the others, nil for the order of ranges
	stores []planStore
	exact  bool // over the positions of one contraction, which a region of the kernel's result holds
	folds  bool // holds a contraction in registers
}

type planStore struct {
	target *fact
	at     []*Expr // in the target's shape
	value  func() *Expr
	gate   func() *Expr
	index  func() []*Expr // replaces at, where positions are known late
	acc    ops.Op
}

// newKern opens a kern in group g, or in a group of its own where that is nil.
func (p *planner) newKern(root *fact, g *group) *kern {
	if g == nil {
		g = &group{id: len(p.groups), b: NewBuilder(), bufOf: map[*fact]int{}, parOf: map[*lazy.Node]int{}}
		p.groups = append(p.groups, g)
	}
	k := &kern{group: g, root: root, nestOf: map[int]*nest{}, cum: map[int]float64{}, deps: map[*kern]bool{}, reads: map[*fact]bool{}, open: map[*fact]bool{}}
	p.kerns = append(p.kerns, k)
	g.kerns = append(g.kerns, k)
	return k
}

// addNest opens a nest over shape; seq says which of its ranges must come in order.
func (k *kern) addNest(shape []int, seq func(axis int) bool) (*nest, []*Expr) {
	ns := &nest{}
	idx := make([]*Expr, len(shape))
	for i, d := range shape {
		r := k.b.Range(Out, int64(d))
		if seq != nil && seq(i) {
			r.Kind = Seq
		}
		ns.ranges = append(ns.ranges, r)
		k.nestOf[r.ID] = ns
		idx[i] = k.b.Var(r)
	}
	k.count(ns)
	k.nests = append(k.nests, ns)
	return ns, idx
}

// nest is the one that the use stands in.
func (u *use) nest() *nest {
	for _, id := range u.free {
		if ns := u.k.nestOf[id]; ns != nil {
			return ns
		}
	}
	return u.k.nests[0]
}

func (ns *nest) has(id int) bool {
	return slices.ContainsFunc(ns.ranges, func(r *Range) bool { return r.ID == id })
}

// loops are the ranges from the outermost in.
func (ns *nest) loops() []*Range {
	inner := func(r *Range) bool { return !slices.Contains(ns.outer, r.ID) }
	if ns.outer == nil {
		return ns.ranges
	}
	outer := slices.DeleteFunc(slices.Clone(ns.ranges), inner)
	return append(outer, slices.DeleteFunc(slices.Clone(ns.ranges), func(r *Range) bool { return !inner(r) })...)
}

// count notes how often what stands in each loop is computed.
func (k *kern) count(ns *nest) {
	total := 1.0
	for _, r := range ns.loops() {
		total *= float64(r.Extent)
		k.cum[r.ID] = total
	}
}

// evals is how often something that depends on the ranges is computed.
func (k *kern) evals(free []int) float64 {
	most := 1.0
	for _, id := range free {
		most = max(most, k.cum[id])
	}
	return most
}

// need asks for the value of n in kernel k at a place: the same question twice is one use.
func (p *planner) need(k *kern, n *lazy.Node, at place, product bool) *use {
	f := p.facts[n]
	key := useKey{k, keyOf(nil, at).at, product}
	if u := f.byAt[key]; u != nil {
		return u
	}
	u := &use{k: k, at: at, product: product}
	for _, e := range at.idx {
		u.free = union(u.free, e.Free)
	}
	if at.gate != nil {
		u.free = union(u.free, at.gate.Free)
	}
	if f.byAt == nil {
		f.byAt = map[useKey]*use{}
	}
	f.byAt[key] = u
	f.uses = append(f.uses, u)
	k.await(p.moved(f))
	return u
}
