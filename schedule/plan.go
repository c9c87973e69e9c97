package schedule

import (
	"fmt"
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Plan is what to launch for a graph, bound to memory and values only when it runs: equal requests share it.
type Plan struct {
	Launches []*Launch
	Mems     []Mem
	// Outputs tells, for each root, where its value is.
	Outputs []Result
	// Keeps are the intermediates that got a buffer, as numbers of the request's nodes.
	Keeps []Keep
	// Checks are positions to look at after the run.
	Checks []CheckAt
	// ArenaBytes is the memory for Internal buffers.
	ArenaBytes int64
	// Homes tells for each node of the simplified graph where it lives, for tools.
	Homes []NodeHome
}

// Slim is the plan without what only tools look at: it holds on to no node and no expression.
func (p *Plan) Slim() *Plan {
	out := *p
	out.Homes = nil
	out.Mems = slices.Clone(p.Mems)
	for i := range out.Mems {
		out.Mems[i].Node = nil
	}
	out.Launches = make([]*Launch, len(p.Launches))
	for i, l := range p.Launches {
		slim := *l
		slim.Kernel = nil
		out.Launches[i] = &slim
	}
	return &out
}

// Result is a root's value: memory of the plan, or a source as it is.
type Result struct {
	Mem  int // -1 where the value is a source
	Leaf int
}

// Keep is an intermediate in memory Mem: the value of the request's node number Node.
type Keep struct{ Node, Mem int }

// CheckAt is an int64 in memory Mem: negative if the check of the request's node number Node held everywhere, else Last minus
// the first offending position.
type CheckAt struct {
	Node, Mem int
	Last      int64
}

// NodeHome is one decision.
type NodeHome struct {
	Node *lazy.Node
	Home Home
	// Launches are the numbers of the launches that compute the node.
	Launches []int
}

// MakePlan plans a request.
func MakePlan(r *Request) (*Plan, error) {
	pr := newPrep(r)
	pr.run()
	simple, err := lazy.Simplify(pr.all())
	if err != nil {
		return nil, fmt.Errorf("simplify: %w", err)
	}
	split, s := splitReduces(simple)
	nroots := len(r.roots) + len(pr.checks)
	for i := range split {
		split[i] = stored(split[i])
	}
	p := newPlanner(split[:nroots], s, r.Options)
	p.decide()
	p.values()
	return p.plan(pr, split)
}

// stored is the node whose memory holds n's value: reshaping moves nothing.
func stored(n *lazy.Node) *lazy.Node {
	for n.Op == ops.Reshape || n.Op == ops.Contiguous && n.Src[0].Op == ops.Buffer {
		n = n.Src[0]
	}
	return n
}

// prep is the request's graph with numbered stand-ins for memory and lifted constants.
type prep struct {
	r       *Request
	made    []*lazy.Node
	leafAt  map[int]int  // leaf numbers, by node number
	liftAt  map[lift]int // scalar numbers
	scalars map[lazy.Ref]int
	inputs  map[*lazy.Node]int
	checks  []CheckAt
	preds   []*lazy.Node
	kept    []int
}

func newPrep(r *Request) *prep {
	p := &prep{r: r, made: make([]*lazy.Node, len(r.Nodes)), leafAt: map[int]int{}, liftAt: map[lift]int{}, scalars: map[lazy.Ref]int{},
		inputs: map[*lazy.Node]int{}}
	for l, i := range r.leaves {
		p.leafAt[i] = l
	}
	for s, u := range r.scalars {
		p.liftAt[u] = s
	}
	return p
}

func (p *prep) run() {
	for i, n := range p.r.Nodes {
		p.made[i] = p.node(i, n)
		if f := n.Op.Family(); p.r.Keep && (f == ops.Elementwise || f == ops.Reduce || n.Op == ops.Contiguous) {
			if _, leaf := p.leafAt[i]; !leaf {
				p.kept = append(p.kept, i)
			}
		}
	}
}

// all lists what Simplify is to keep track of: roots, checks, intermediates.
func (p *prep) all() []*lazy.Node {
	var out []*lazy.Node
	for _, i := range p.r.roots {
		out = append(out, p.made[i])
	}
	out = append(out, p.preds...)
	for _, i := range p.kept {
		out = append(out, p.made[i])
	}
	return out
}

func (p *prep) node(i int, n *lazy.Node) *lazy.Node {
	if l, ok := p.leafAt[i]; ok {
		leaf := &Leaf{id: lazy.NewID(), Index: l, Align: alignOf(n, p.r.Leaves[l]), bytes: int64(n.Numel() * n.DType.Size())}
		made := lazy.NewBuffer(leaf, n.DType, 0, n.Shape...)
		p.inputs[made] = l
		return made
	}
	if s, ok := p.liftAt[lift{i, itself}]; ok {
		p.scalars[n.Ref] = s
		return lazy.Rebuild(n)
	}
	src := make([]*lazy.Node, len(n.Src))
	for a, x := range n.Src {
		if s, ok := p.liftAt[lift{i, a}]; ok {
			src[a] = lazy.NewScalar(x.Val, x.Shape...)
			p.scalars[src[a].Ref] = s
			continue
		}
		src[a] = p.made[p.r.numberOf(x)]
	}
	switch n.Op {
	case ops.Check:
		p.check(i, src[1])
		return src[0]
	case ops.Identity:
		return src[0]
	}
	if len(src) == 0 {
		return n
	}
	return lazy.Rebuild(n, src...)
}

// check finds the first position where the predicate fails: the largest of last-position over the failing ones, -1 if none.
func (p *prep) check(i int, ok *lazy.Node) {
	n := ok.Numel()
	if n == 0 {
		return
	}
	flat := lazy.ReshapeNode(ok, n)
	last := int64(n - 1)
	back := lazy.Elementwise(ops.Sub, lazy.NewConst(ops.IntValue(ops.Int64, last), n), lazy.NewIota(ops.Int64, 0, n))
	bad := lazy.Elementwise(ops.Where, flat, lazy.NewConst(ops.IntValue(ops.Int64, -1), n), back)
	p.preds = append(p.preds, lazy.ReduceNode(ops.ReduceMax, bad, 0))
	p.checks = append(p.checks, CheckAt{Node: i, Last: last})
}

// plan orders the kernels, builds them and lays out memory.
func (p *planner) plan(pr *prep, split []*lazy.Node) (*Plan, error) {
	a := &assembler{p: p, memOf: map[*fact]int{}, scalars: pr.scalars, inputs: pr.inputs}
	out := &Plan{}
	number := map[*group]int{}
	for _, g := range p.launchOrder() {
		number[g] = len(out.Launches)
		out.Launches = append(out.Launches, a.launches(g)...)
	}
	nroots := len(pr.r.roots)
	for _, n := range split[:nroots] {
		out.Outputs = append(out.Outputs, a.result(p.facts[n]))
	}
	for i, n := range split[nroots : nroots+len(pr.preds)] {
		c := pr.checks[i]
		c.Mem = a.result(p.facts[n]).Mem
		out.Checks = append(out.Checks, c)
	}
	for i, n := range split[nroots+len(pr.preds):] {
		f := p.facts[n]
		if f != nil && f.home.Place == Buffer && f.kern != nil {
			m := a.mem(f)
			a.mems[m].Kind = Output
			out.Keeps = append(out.Keeps, Keep{pr.kept[i], m})
		}
	}
	out.Mems = a.mems
	waves(out)
	out.ArenaBytes = layout(out)
	for _, f := range p.order {
		if !isLeaf(f.node) && (len(f.uses) > 0 || f.own != nil) {
			out.Homes = append(out.Homes, NodeHome{f.node, f.home, f.computedBy(number)})
		}
	}
	return out, nil
}

func (a *assembler) result(f *fact) Result {
	if f.node.Op == ops.Buffer {
		return Result{Mem: -1, Leaf: a.inputs[f.node]}
	}
	m := a.mem(f)
	a.mems[m].Kind = Output
	return Result{Mem: m}
}

// launchOrder sorts the groups so that each comes after those it reads from; among those ready, the ones made last (the
// nearest to the sources) come first. It does not recurse.
func (p *planner) launchOrder() []*group {
	deps := make([][]*group, len(p.groups))
	for _, k := range p.kerns {
		for d := range k.deps {
			if d.group != k.group {
				deps[k.group.id] = append(deps[k.group.id], d.group)
			}
		}
	}
	for _, d := range deps {
		slices.SortFunc(d, func(x, y *group) int { return y.id - x.id })
	}
	var order []*group
	state := make([]int, len(p.groups)) // next dependency to visit, -1 when done
	for _, root := range p.groups {
		stack := []*group{root}
		for len(stack) > 0 {
			g := stack[len(stack)-1]
			if state[g.id] < 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			if state[g.id] < len(deps[g.id]) {
				d := deps[g.id][state[g.id]]
				state[g.id]++
				if state[d.id] == 0 {
					stack = append(stack, d)
				}
				continue
			}
			state[g.id] = -1
			order = append(order, g)
			stack = stack[:len(stack)-1]
		}
	}
	return order
}
