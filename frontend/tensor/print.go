package tensor

import (
	"fmt"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// The layout is numpy's: aligned columns, three elements at each end of an axis if there are more than a thousand, lines of
// at most 75 characters.
const (
	printThreshold = 1000
	printEdge      = 3
	printWidth     = 75
)

// String shows the values as numpy does, then shape and dtype. It never computes: a tensor whose value is not in memory
// yet shows shape, dtype and the operation that it waits for.
func (t *Tensor) String() string {
	n := t.n()
	tail := lazy.ShapeString(n.Shape) + " " + n.DType.String()
	k := t.kept()
	if k == nil {
		return fmt.Sprintf("tensor %s, not computed: %s", tail, opOf(n))
	}
	s, ok := k.Storage.(hostMemory)
	if !ok {
		return fmt.Sprintf("tensor %s on %s", tail, t.device)
	}
	size := n.DType.Size()
	memory := s.Data()[k.Offset*size:]
	p := &printer{shape: n.Shape, at: func(i int) ops.Value { return ops.Load(n.DType, memory[i*size:]) }}
	out := p.text(n.DType)
	keepAlive(s)
	return out + " " + tail
}

// opOf is the operation that a node stands for, marks aside.
func opOf(n node) ops.Op {
	for n.Op == ops.Identity {
		n = n.Src[0]
	}
	return n.Op
}

// Format prints Go source for %#v, what String says for every other verb, and for a nil tensor that it is nil.
func (t *Tensor) Format(f fmt.State, verb rune) {
	if t == nil {
		fmt.Fprint(f, "<nil>")
		return
	}
	if verb == 'v' && f.Flag('#') {
		fmt.Fprint(f, t.GoString())
		return
	}
	fmt.Fprint(f, t.String())
}

// printer lays out one array.
type printer struct {
	shape  []int
	at     func(i int) ops.Value
	short  bool
	format func(v ops.Value) string
}

func (p *printer) text(d DType) string {
	if prod(p.shape) == 0 {
		return "[]"
	}
	p.short = prod(p.shape) > printThreshold
	p.format = formatOf(d, p.shown(0, 0, nil))
	if len(p.shape) == 0 {
		return strings.TrimSpace(p.format(p.at(0)))
	}
	return p.block(0, 0, " ", printWidth)
}

// ends is how many positions of an axis are shown at its start and from where on at its end.
func (p *printer) ends(axis int) (lead, tail int, cut bool) {
	n := p.shape[axis]
	if p.short && n > 2*printEdge {
		return printEdge, n - printEdge, true
	}
	return 0, 0, false
}

// shown collects the values that will be seen.
func (p *printer) shown(axis, base int, out []ops.Value) []ops.Value {
	if axis == len(p.shape) {
		return append(out, p.at(base))
	}
	p.each(axis, func(i int) { out = p.shown(axis+1, base*p.shape[axis]+i, out) }, func() {})
	return out
}

// each goes through the shown positions of an axis; gap is called where some are left out.
func (p *printer) each(axis int, f func(i int), gap func()) {
	lead, tail, cut := p.ends(axis)
	for i := range lead {
		f(i)
	}
	if cut {
		gap()
	}
	for i := tail; i < p.shape[axis]; i++ {
		f(i)
	}
}

// block lays out what lies under position base of the axes before axis; indent is put before its lines.
func (p *printer) block(axis, base int, indent string, width int) string {
	var body string
	if axis == len(p.shape)-1 {
		body = p.row(axis, base, indent, width-1)
	} else {
		body = p.rows(axis, base, indent, width-1)
	}
	return "[" + strings.TrimPrefix(body, indent) + "]"
}

func (p *printer) row(axis, base int, indent string, width int) string {
	var done strings.Builder
	line := indent
	first := true
	word := func(w string) {
		if !first {
			line += " "
		}
		first = false
		if len(line)+len(w) > width && len(line) > len(indent) {
			done.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += w
	}
	p.each(axis, func(i int) { word(p.format(p.at(base*p.shape[axis] + i))) }, func() { word("...") })
	return done.String() + line
}

func (p *printer) rows(axis, base int, indent string, width int) string {
	var parts []string
	p.each(axis, func(i int) {
		parts = append(parts, indent+p.block(axis+1, base*p.shape[axis]+i, indent+" ", width))
	}, func() { parts = append(parts, indent+"...") })
	return strings.Join(parts, strings.Repeat("\n", len(p.shape)-axis-1))
}
