package lazy

import (
	"slices"
	"strings"
	"testing"

	"weft/ops"
)

// unless a rule's name says more, tests rewrite integers with these.
var (
	dropNeg = Rule{Name: "drop-neg", Roots: []ops.Op{ops.Neg}, Apply: func(n *Node) *Node { return n.Src[0] }}
	negAbs  = Rule{Name: "neg-abs", Roots: []ops.Op{ops.Neg}, Apply: func(n *Node) *Node { return Elementwise(ops.Abs, n.Src[0]) }}
	absNeg  = Rule{Name: "abs-neg", Roots: []ops.Op{ops.Abs}, Apply: func(n *Node) *Node { return Elementwise(ops.Neg, n.Src[0]) }}
	grow    = Rule{Name: "grow", Roots: []ops.Op{ops.Floor}, Apply: func(n *Node) *Node { return Elementwise(ops.Floor, n) }}
)

func rewriteOne(t *testing.T, s RuleSet, n *Node) *Node {
	t.Helper()
	out, err := s.Rewrite([]*Node{n})
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func TestRewriteReachesFixpoint(t *testing.T) {
	x := count(ops.Float32, 2)
	neg := func(n *Node) *Node { return Elementwise(ops.Neg, n) }
	n := Elementwise(ops.Add, neg(neg(neg(x))), neg(x))
	set := RuleSet{"test", []Rule{dropNeg}}
	if got, want := rewriteOne(t, set, n), Elementwise(ops.Add, x, x); got != want {
		t.Errorf("got\n%s", Print([]*Node{got}))
	}
	joined := Join("both", RuleSet{"a", []Rule{absNeg}}, set)
	if got := rewriteOne(t, joined, Elementwise(ops.Abs, x)); got != x {
		t.Errorf("what a rule gives is not rewritten: %v", got.Op)
	}
	if got := rewriteOne(t, set, x); got != x {
		t.Error("a graph without matches changed")
	}
}

func TestRewriteNamesLoops(t *testing.T) {
	x := count(ops.Float32, 2)
	for _, c := range []struct {
		rules []Rule
		n     *Node
		names []string
	}{
		{[]Rule{negAbs, absNeg}, Elementwise(ops.Abs, x), []string{"neg-abs (", "abs-neg ("}},
		{[]Rule{dropNeg, grow}, Elementwise(ops.Floor, Elementwise(ops.Neg, x)), []string{"grow ("}},
	} {
		_, err := RuleSet{"loop", c.rules}.Rewrite([]*Node{c.n})
		for _, name := range append(c.names, "loop does not come to an end") {
			if err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%v does not say %q", err, name)
			}
		}
	}
}

func TestRewriteTrace(t *testing.T) {
	x := count(ops.Float32, 2)
	var told []string
	var sets int
	SetTrace(&Trace{
		Rewrite: func(set, rule string, before, after *Node) {
			told = append(told, set+"/"+rule+": "+before.Op.String()+" -> "+after.Op.String())
		},
		Set: func(set string, before, after []*Node) { sets++ },
	})
	defer SetTrace(nil)
	rewriteOne(t, Join("joined", RuleSet{"a", []Rule{absNeg}}, RuleSet{"b", []Rule{dropNeg}}), Elementwise(ops.Abs, x))
	if want := []string{"joined/abs-neg: abs -> neg", "joined/drop-neg: neg -> buffer"}; !slices.Equal(told, want) || sets != 1 {
		t.Errorf("told %q, %d sets", told, sets)
	}
}
