package lazy

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"weft/ops"
)

// Rule rewrites one node into an equal one.
type Rule struct {
	Name string
	// Law says what the rule relies on and when that holds.
	Law string
	// Roots are the ops that Apply is asked about; no others are.
	Roots []ops.Op
	// Early rules are asked before the operands of n are rewritten, and what they give is rewritten afresh.
	Early bool
	// Apply gives the node to use instead of n, or nil where the rule does not hold. The operands of n are already as
	// simple as the set makes them. It may look below n, never above, and builds with the constructors.
	Apply func(n *Node) *Node
}

// RuleSet is a value: sets are written as tables, and concatenated with Join. Of several rules that hold at a node, the
// first is taken.
type RuleSet struct {
	Name  string
	Rules []Rule
}

// Join makes one set of several, which are then applied together to one fixpoint.
func Join(name string, sets ...RuleSet) RuleSet {
	var all []Rule
	for _, s := range sets {
		all = append(all, s.Rules...)
	}
	return RuleSet{name, all}
}

// Trace is told about rewriting; a nil function is not called. Before and after of a Rewrite are equal in value.
type Trace struct {
	Rewrite func(set, rule string, before, after *Node)
	Set     func(set string, before, after []*Node)
}

var trace atomic.Pointer[Trace]

// SetTrace makes every rewriting from now on report to t; nil makes it silent.
func SetTrace(t *Trace) { trace.Store(t) }

// Rewrite applies the set bottom up until no rule holds anywhere, and returns what roots have become. Each rewrite
// counts against a budget that is linear in the size of the graph: rules that undo one another run into it, and the
// error names those that fired most.
func (s RuleSet) Rewrite(roots []*Node) ([]*Node, error) {
	out, _, err := s.RewriteMap(roots)
	return out, err
}

// RewriteMap is Rewrite that also tells what every node on the way has become.
func (s RuleSet) RewriteMap(roots []*Node) ([]*Node, *NodeMap[*Node], error) {
	w := &rewriter{set: s, fired: make([]int, len(s.Rules)), trace: trace.Load()}
	for i, r := range s.Rules {
		when := late
		if r.Early {
			when = early
		}
		for _, op := range r.Roots {
			w.rules[when][op] = append(w.rules[when][op], i)
		}
	}
	out := make([]*Node, len(roots))
	for i, r := range roots {
		if err := w.run(r); err != nil {
			return nil, nil, err
		}
		out[i] = w.done.Get(r)
	}
	if w.trace != nil && w.trace.Set != nil {
		w.trace.Set(s.Name, roots, out)
	}
	return out, &w.done, nil
}

// A set may rewrite each node it meets this often on average, and a small graph a little more.
const (
	rewritesPerNode = 32
	rewritesAtLeast = 4096
)

// When rules are asked.
const (
	late = iota
	early
)

type rewriter struct {
	set    RuleSet
	rules  [2][256][]int // the indices of an op's rules, late and early
	fired  []int
	total  int
	nodes  int // of the graph as it was given
	done   NodeMap[*Node]
	stack  []rewriteFrame
	trace  *Trace
	source []*Node // scratch
}

// exhausted is the error of a budget that was not enough.
func (w *rewriter) exhausted() error {
	order := make([]int, len(w.fired))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return w.fired[b] - w.fired[a] })
	var names []string
	for _, i := range order[:min(4, len(order))] {
		if w.fired[i] > 0 {
			names = append(names, fmt.Sprintf("%s (%d times)", w.set.Rules[i].Name, w.fired[i]))
		}
	}
	return &Error{Kind: ErrState, Op: "rewrite", Axis: -1, Reason: fmt.Sprintf("%s does not come to an end after %d rewrites: %s",
		w.set.Name, w.total, strings.Join(names, ", ")), Hint: "two of these rules undo one another"}
}
