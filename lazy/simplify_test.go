package lazy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"weft/ops"
)

// rewriting is one row of a before/after table. The sources x, y (float32[2,3]), i, j (int32[2,3]), b, c (bool[2,3]), u
// (uint8[2,3]) and s (a scalar float32[2,1]) are there already; lines are in the text form without the leading %.
type rewriting struct {
	rules         string // all that must fire
	before, after string
}

const preamble = `@x storage 24 "d"
@y storage 24 "d"
@i storage 24 "d"
@j storage 24 "d"
@b storage 6 "d"
@c storage 6 "d"
@u storage 6 "d"
@s scalar
@m mark hook
@k check "op" "fails"
@d device "d"
@e device "e"
%x buffer float32[2,3] ints=0 ref=@x
%y buffer float32[2,3] ints=0 ref=@y
%i buffer int32[2,3] ints=0 ref=@i
%j buffer int32[2,3] ints=0 ref=@j
%b buffer bool[2,3] ints=0 ref=@b
%c buffer bool[2,3] ints=0 ref=@c
%u buffer uint8[2,3] ints=0 ref=@u
%s scalar float32[2,1] val=7 ref=@s
%yes const bool[2,3] val=1
%no const bool[2,3] val=0
%0 const float32[2,3] val=0
%-0 const float32[2,3] val=-0
%1 const float32[2,3] val=1
%2 const float32[2,3] val=2
%nan const float32[2,3] val=NaN
%i0 const int32[2,3] val=0
%i1 const int32[2,3] val=1
%i2 const int32[2,3] val=2
%i3 const int32[2,3] val=3
%i-1 const int32[2,3] val=-1
%checked check int32[2,3] %i %b ref=@k
`

// parseRow reads "name op type ...; ...; name" after the preamble: the last word is the root. A row may use the name of
// a source for another node; then it means that one throughout.
func parseRow(t *testing.T, refs map[string]Ref, row string) *Node {
	t.Helper()
	var b strings.Builder
	b.WriteString(preamble)
	lines := strings.Split(row, ";")
	own := map[string]string{}
	for i, l := range lines {
		words := strings.Fields(l)
		for k, w := range words {
			if name, isNode := strings.CutPrefix(w, "%"); isNode && own[name] != "" {
				words[k] = "%" + own[name]
			}
		}
		name := words[0]
		if i < len(lines)-1 {
			own[name] = "own-" + name
		}
		words[0] = "%" + cmp.Or(own[name], name)
		if i == len(lines)-1 {
			words[0] = "return " + words[0]
		}
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	roots, err := ParseRefs(b.String(), refs)
	if err != nil {
		t.Fatalf("%s: %v", row, err)
	}
	return roots[0]
}

func preambleRefs(t *testing.T) map[string]Ref {
	refs := map[string]Ref{}
	for line := range strings.SplitSeq(preamble, "\n") {
		if name, rest, _ := strings.Cut(line, " "); strings.HasPrefix(name, "@") {
			kind, rest, _ := strings.Cut(rest, " ")
			r, err := parseRef(kind, rest)
			if err != nil {
				t.Fatal(err)
			}
			refs[name] = r
		}
	}
	return refs
}

func TestSimplifyRules(t *testing.T) {
	refs, fired := preambleRefs(t), map[string]bool{}
	for _, row := range slices.Concat(sourceRows, algebraRows, logicRows, movementRows, reductionRows) {
		here := map[string]bool{}
		SetTrace(&Trace{Rewrite: func(_, rule string, _, _ *Node) { here[rule], fired[rule] = true, true }})
		before, after := parseRow(t, refs, row.before), parseRow(t, refs, row.after)
		out, err := Simplify([]*Node{before})
		SetTrace(nil)
		if err != nil {
			t.Fatal(err)
		}
		if out[0] != after {
			t.Errorf("%s\n%s\ngives\n%swant\n%s", row.rules, row.before, Print(out), Print([]*Node{after}))
		}
		for rule := range strings.SplitSeq(row.rules, " ") {
			if rule != "" && !here[rule] {
				t.Errorf("%s: %s did not fire", row.before, rule)
			}
		}
		if row.rules == "" && len(here) > 0 {
			t.Errorf("%s: %v fired", row.before, here)
		}
	}
	for _, r := range simplification.Rules {
		if !fired[r.Name] {
			t.Errorf("no row for %s", r.Name)
		}
		if r.Law == "" || len(r.Roots) == 0 {
			t.Errorf("%s names no law or roots nowhere", r.Name)
		}
	}
}

// TestSimplifyLeavesMemoryAlone: another goroutine may compute a node while a plan is made that has it.
func TestSimplifyLeavesMemoryAlone(t *testing.T) {
	x := count(ops.Float32, 2, 3)
	y := Elementwise(ops.Exp, x)
	deep := Elementwise(ops.Neg, ReduceNode(ops.ReduceAdd, y, 1))
	y.SetKept(&Kept{&memory{NewID(), make([]byte, 40)}, 4})
	if out, err := Simplify([]*Node{deep}); err != nil || out[0] != deep {
		t.Errorf("%v, got\n%s", err, Print(out))
	}
}

func TestSimplifyKeepsLines(t *testing.T) {
	x := count(ops.Float32, 2)
	two := NewConst(ops.FloatValue(ops.Float32, 2), 2)
	n := Elementwise(ops.Exp, Elementwise(ops.Pow, x, two)) // the user's line
	out, err := Simplify([]*Node{n})
	if err != nil {
		t.Fatal(err)
	}
	line := Line(n.PC())
	for got := out[0]; got != x; got = got.Src[0] {
		if Line(got.PC()) != line || !strings.HasPrefix(line, "simplify_test.go:") {
			t.Errorf("%v is of line %q, want %q", got.Op, Line(got.PC()), line)
		}
	}
}

// TestSimplifyKeepsValues holds random graphs to their values, bit for bit but for the order of float sums.
func TestSimplifyKeepsValues(t *testing.T) {
	for seed := range uint64(1000) {
		roots := newRandomGraph(seed, 10+int(seed%40)).roots()
		simple, err := Simplify(roots)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := Verify(simple); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		again, err := Simplify(simple)
		if err != nil || !slices.Equal(again, simple) {
			t.Fatalf("seed %d: not a fixpoint: %v\n%s\n%s", seed, err, Print(simple), Print(again))
		}
		want, err := Evaluate(roots, readMemory)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Evaluate(simple, readMemory)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if diff := difference(want[i], got[i]); diff != "" {
				t.Fatalf("seed %d, root %d: %s\n%s\nsimplified\n%s", seed, i, diff, Print(roots[i:i+1]), Print(simple[i:i+1]))
			}
		}
	}
}

// difference tells where two arrays differ; NaN equals NaN.
func difference(want, got *Array) string {
	if want.DType != got.DType || !slices.Equal(want.Shape, got.Shape) {
		return fmt.Sprintf("%v%v, want %v%v", got.DType, got.Shape, want.DType, want.Shape)
	}
	for i := range want.Bits {
		w, g := want.At(i), got.At(i)
		if w != g && !(w.Float() != w.Float() && g.Float() != g.Float()) {
			return fmt.Sprintf("element %d is %v, want %v", i, g, w)
		}
	}
	return ""
}
