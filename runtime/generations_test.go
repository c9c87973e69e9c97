package runtime

import "testing"

func TestGenerations(t *testing.T) {
	g := generations[int, string]{limit: 10}
	g.put(-1, "used")
	g.put(-2, "forgotten")
	for i := range 1000 {
		g.put(i, "passing")
		if v, ok := g.get(-1); !ok || v != "used" {
			t.Fatalf("after %d others what is used is gone", i+1)
		}
	}
	if _, ok := g.get(-2); ok {
		t.Error("what nobody asks for is kept")
	}
	if n := len(g.young) + len(g.old); n > 20 {
		t.Errorf("%d entries, want at most two generations of 10", n)
	}
	if g.drop(-1); len(g.young) == 0 {
		t.Error("dropping one drops others")
	}
	if _, ok := g.get(-1); ok {
		t.Error("what was dropped is there")
	}
}
