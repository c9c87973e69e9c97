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
func (t *Tensor) String() string { return t.text(plain) }

// Format prints a tensor for package fmt. %v and %s say what String says; a precision is the most digits after the point
// (numpy's precision), a width the least width of an element, and %+v adds the device and whether gradients are recorded.
// %f, %e, %g, %d, %x and their kin, with fmt's precision and plus, are used for each element. %#v gives GoString.
func (t *Tensor) Format(f fmt.State, verb rune) {
	switch {
	case t == nil:
		fmt.Fprint(f, "<nil>")
	case verb == 'v' && f.Flag('#'):
		fmt.Fprint(f, t.GoString())
	case !strings.ContainsRune("vsfFeEgGdxXob", verb):
		fmt.Fprintf(f, "%%!%c(%s)", verb, t)
	default:
		fmt.Fprint(f, t.text(styleOf(f, verb)))
	}
}

// text is the values in a style, shape and dtype, or what the tensor is if its values cannot be read.
func (t *Tensor) text(s style) string {
	n := t.n()
	tail := lazy.ShapeString(n.Shape) + " " + n.DType.String() + t.details(s)
	at, done := t.elements()
	switch {
	case at != nil:
		defer done()
		p := &printer{shape: n.Shape, at: at, style: s}
		return p.text(n.DType) + " " + tail
	case t.IsRealized():
		return fmt.Sprintf("tensor %s on %s", tail, t.device)
	}
	return fmt.Sprintf("tensor %s, not computed: %s", tail, opOf(n))
}

// details is what %+v adds.
func (t *Tensor) details(s style) string {
	switch {
	case s.verb != 0 || !s.plus:
		return ""
	case t.tracked:
		return " " + t.device + ", gradients recorded"
	}
	return " " + t.device
}

// elements reads t's elements out of memory, in row order, or is nil where they are not there or out of the host's
// reach. The memory is held until done is called.
func (t *Tensor) elements() (at func(i int) ops.Value, done func()) {
	k := t.kept()
	if k == nil {
		return nil, nil
	}
	s, ok := k.Storage.(hostMemory)
	if !ok {
		return nil, nil
	}
	d := t.DType()
	memory := s.Data()[k.Offset*d.Size():]
	return func(i int) ops.Value { return ops.Load(d, memory[i*d.Size():]) }, func() { keepAlive(s) }
}

// opOf is the operation that a node stands for, marks aside.
func opOf(n node) ops.Op {
	for n.Op == ops.Identity {
		n = n.Src[0]
	}
	return n.Op
}

// printer lays out one array.
type printer struct {
	shape  []int
	at     func(i int) ops.Value
	style  style
	short  bool
	format func(v ops.Value) string
}

func (p *printer) text(d DType) string {
	switch {
	case prod(p.shape) == 0:
		return "[]"
	case len(p.shape) == 0:
		return p.style.scalar(p.at(0))
	}
	p.short = prod(p.shape) > printThreshold
	p.format = p.style.columns(d, p.shown(0, 0, nil))
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
