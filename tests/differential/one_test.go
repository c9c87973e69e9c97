package differential

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestOneGraph holds the graph in the file that WEFT_GRAPH names, in the form that a failure prints. What its buffers held
// is drawn anew.
func TestOneGraph(t *testing.T) {
	name := os.Getenv("WEFT_GRAPH")
	if name == "" {
		t.Skip("WEFT_GRAPH names no file")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	roots, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := Hold(roots, every()); err != nil {
		t.Error(err)
	}
}

var storageLine = regexp.MustCompile(`(?m)^\s*(@\d+) storage (\d+)`)

// parse reads a printed graph; its storages hold random numbers.
func parse(text string) ([]*lazy.Node, error) {
	refs, r := map[string]lazy.Ref{}, rand.New(rand.NewPCG(1, 2))
	for _, m := range storageLine.FindAllStringSubmatch(text, -1) {
		bytes, _ := strconv.Atoi(m[2])
		refs[m[1]] = &Memory{lazy.NewID(), make([]byte, bytes)}
	}
	roots, err := lazy.ParseRefs(text, refs)
	if err != nil {
		return nil, err
	}
	for _, n := range lazy.Toposort(roots) {
		if m, ok := n.Ref.(*Memory); ok && n.Op == ops.Buffer {
			for i := range n.Numel() {
				plain(r, n.DType).Store(m.Data[(n.Ints[0]+i)*n.DType.Size():])
			}
		}
	}
	return roots, nil
}
