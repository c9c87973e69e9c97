package differential

import (
	"fmt"
	"slices"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// mostShown bounds how much of a buffer is printed.
const mostShown = 64

// Format prints a graph in its text form, with what its buffers hold behind.
func Format(roots []*lazy.Node) string {
	text, refs := lazy.PrintRefs(roots)
	var b strings.Builder
	b.WriteString(text)
	for _, n := range lazy.Toposort(roots) {
		if m, ok := n.Ref.(*Memory); ok && n.Op == ops.Buffer {
			a := lazy.ArrayOf(n.DType, n.Shape, m.Data[n.Ints[0]*n.DType.Size():])
			fmt.Fprintf(&b, "# %s: %s\n", nameOf(refs, m), numbers(a))
		}
	}
	return b.String()
}

func nameOf(refs map[string]lazy.Ref, m *Memory) string {
	for name, r := range refs {
		if r == lazy.Ref(m) {
			return name
		}
	}
	return "?"
}

// numbers prints an array, shortly where one number fills it.
func numbers(a *lazy.Array) string {
	if len(a.Bits) > 1 && !slices.ContainsFunc(a.Bits, func(b uint64) bool { return b != a.Bits[0] }) {
		return fmt.Sprintf("%v everywhere", a.At(0))
	}
	var parts []string
	for i := range a.Bits[:min(len(a.Bits), mostShown)] {
		parts = append(parts, a.At(i).String())
	}
	if len(a.Bits) > mostShown {
		parts = append(parts, "...")
	}
	return strings.Join(parts, " ")
}
