package main

import (
	"os"
	"strings"
	"testing"
)

// TestPage holds that the page shows what the code does now. After a change that is meant, run go generate ./docs/tour.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(pagePath())
	if err != nil {
		t.Fatal(err)
	}
	texts, err := stages()
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for _, m := range marked.FindAllStringSubmatch(string(page), -1) {
		shown[m[2]] = m[3]
	}
	for _, b := range blocks {
		switch text, made := texts[b.name]; {
		case shown[b.name] == "":
			t.Errorf("the page has no block %s", b.name)
		case made && text != shown[b.name]:
			t.Errorf("the page is out of date: run go generate ./docs/tour\n-- %s on the page\n%s-- now\n%s", b.name, shown[b.name], text)
		case !made:
			t.Logf("%s cannot be made here and was not compared", b.name)
		}
	}
	if len(shown) != len(blocks) {
		t.Errorf("%d blocks on the page, %d are made", len(shown), len(blocks))
	}
}

// TestAssembly holds, for any version of LLVM, what the text of the page says about the code: vectors of eight lanes, no
// call, the clamp without a branch.
func TestAssembly(t *testing.T) {
	if !(block{llvm: true}).possible() {
		t.Skip("no libLLVM for this processor here")
	}
	tr, err := begin()
	if err != nil {
		t.Fatal(err)
	}
	text, err := tr.llvm("assembly")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"vmulps", "vaddps", "ymm", "retq"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "callq") {
		t.Errorf("a call in\n%s", text)
	}
}
