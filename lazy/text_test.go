package lazy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"weft/ops"
)

var neg0, inf, nan = math.Copysign(0, -1), math.Inf(1), math.NaN()

func TestPrint(t *testing.T) {
	x := NewBuffer(&memory{NewID(), make([]byte, 24)}, ops.Float32, 0, 2, 3)
	y := Elementwise(ops.Mul, x, NewConst(ops.FloatValue(ops.Float32, 0.5), 2, 3))
	y = IdentityNode(ReduceNode(ops.ReduceAdd, y, 1), NewMark(Leaf, nil))
	y = CheckNode(y, NewConst(ops.BoolValue(true)), NewCheckInfo("sum", `a "word"`))
	got := Print([]*Node{PadNode(y, ops.FloatValue(ops.Float32, neg0), 0, 1), x})
	want := `@0 storage 24 "test"
@1 mark leaf
@2 check "sum" "a \"word\""
%0 buffer float32[2,3] ints=0 ref=@0
%1 const float32[2,3] val=0.5
%2 mul float32[2,3] %0 %1
%3 reduce_add float32[2] %2 ints=1
%4 identity float32[2] %3 ref=@1
%5 const bool[] val=1
%6 check float32[2] %4 %5 ref=@2
%7 pad float32[3] %6 ints=0,1 val=-0
return %7 %0
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextRoundTrip(t *testing.T) {
	for seed := range uint64(300) {
		roots := newRandomGraph(seed, 30).roots()
		if err := Verify(roots); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		text, refs := PrintRefs(roots)
		same, err := ParseRefs(text, refs)
		if err != nil || !slices.Equal(same, roots) {
			t.Fatalf("seed %d: %v, other nodes than\n%s", seed, err, text)
		}
		alike, err := Parse(text)
		if err != nil || Print(alike) != text {
			t.Fatalf("seed %d: %v\n%s\nagain\n%s", seed, err, text, Print(alike))
		}
	}
}

func TestParseRefusesHostileText(t *testing.T) {
	const x = "@0 storage 24 \"d\"\n%0 buffer float32[2,3] ints=0 ref=@0\n"
	for text, want := range map[string]string{
		"":                                                        "no return line",
		"hello":                                                   "line 1: \"hello\" starts no line",
		x + "return":                                              "",
		x + "return %":                                            "no node %",
		x + "return %0\nreturn %0":                                "text after return",
		x + "%1 add float32[2,3] %0\n":                            "1 operands, want 2",
		x + "%1 add int32[2,3] %0 %0":                             "operand is float32, want int32",
		x + "%1 add float32[3,2] %0 %0":                           "operand 0 is (2, 3)",
		x + "%1 and float32[2,3] %0 %0":                           "not defined on float32",
		x + "%1 where float32[2,3] %0 %0 %0":                      "condition is float32",
		x + "%1 cmplt float32[2,3] %0 %0":                         "result is float32, want bool",
		x + "%1 reduce_add float32[2] %0 ints=2":                  "axes [2] of rank 2",
		x + "%1 reduce_add float32[] %0 ints=1,0":                 "axes [1 0]",
		x + "%1 reduce_add float32[3] %0 ints=1":                  "shape is (3), want (2)",
		x + "%1 reshape float32[4] %0":                            "6 elements",
		x + "%1 reshape float32[-2,-3] %0":                        "negative length",
		x + "%1 permute float32[2,2] %0 ints=0,0":                 "no permutation",
		x + "%1 permute float32[2,3] %0 ints=1,0":                 "axis 0 has length 2, want 3",
		x + "%1 expand float32[4,3] %0":                           "axis 0 has length 4, want 2",
		x + "%1 expand float32[2,3,1] %0":                         "rank 3 from rank 2",
		x + "%1 pad float32[2,3] %0 ints=0,0":                     "pads [0 0]",
		x + "%1 pad float32[1,3] %0 ints=-1,0,0,0 val=0":          "pads [-1 0 0 0]",
		x + "%1 pad float32[3,3] %0 ints=1,0,0,0":                 "fill is invalid",
		x + "%1 shrink float32[1,3] %0 ints=2,3,0,3":              "bounds [2 3 0 3]",
		x + "%1 flip float32[2,3] %0 ints=-1":                     "axes [-1]",
		x + "%1 flip float32[2,3] %0 val=1":                       "carries a value",
		x + "%1 neg float32[2,3] %0 ints=1":                       "carries numbers",
		x + "%1 neg float32[2,3] %0 ref=@0":                       "has a storage",
		x + "%1 neg float32[2,3] %0 ref=@1":                       "no reference \"@1\"",
		x + "%0 neg float32[2,3] %0":                              "named twice",
		x + "%1 bitcast float64[2,3] %0":                          "of another size",
		x + "%1 check float32[2,3] %0 %0 ref=@0":                  "predicate is float32",
		x + "%1 identity float32[2,3] %0":                         "has no mark",
		x + "%1 buffer float32[7] ints=0 ref=@0":                  "reaches byte 28 of 24",
		x + "%1 buffer float32[] ints=9223372036854775807 ref=@0": "offset",
		x + "%1 iota int64[3] ints=1":                             "axis [1] of rank 1",
		x + "%1 const float32[9999999999,9999999999] val=1":       "too many elements",
		x + "%1 const float32[2] val=x":                           "invalid syntax",
		x + "%1 const float31[2] val=1":                           "no dtype",
		x + "%1 const float32(2) val=1":                           "is no type",
		x + "%1 frobnicate float32[2] %0":                         "no op \"frobnicate\"",
		"@0 storage -1 \"d\"":                                     "is no size",
		"@0 storage 1 d":                                          "quoted",
		"@0 mark blue":                                            "no kind of mark",
		"@0 daemon":                                               "no kind \"daemon\"",
		"@0 scalar\n@0 scalar":                                    "named twice",
		"@0 check \"a\" \"b\" \"c\"":                              "left over",
	} {
		_, err := Parse(text)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestParseSurvivesDamage changes random bytes of good text: the answer is a well-formed graph or an error.
func TestParseSurvivesDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for seed := range uint64(200) {
		text := []byte(Print(newRandomGraph(seed, 12).roots()))
		for range 20 {
			damaged := slices.Clone(text)
			for range 1 + r.IntN(3) {
				damaged[r.IntN(len(damaged))] = text[r.IntN(len(text))]
			}
			if roots, err := Parse(string(damaged)); err == nil {
				if err := Verify(roots); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
