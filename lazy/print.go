package lazy

import (
	"fmt"
	"strconv"
	"strings"
)

// Print writes the graph of roots as text that Parse reads: a line for each reference (storages, marks, ...), a line
// for each node, operands first, and the roots.
//
//	@0 storage 24 "cpu:interp"
//	%0 buffer float32[2,3] ints=0 ref=@0
//	%1 const float32[2,3] val=0.5
//	%2 mul float32[2,3] %0 %1
//	%3 reduce_add float32[2] %2 ints=1
//	return %3
//
// Pad's value is what it fills with; ints are the node's Ints. Equal graphs print alike.
func Print(roots []*Node) string {
	text, _ := PrintRefs(roots)
	return text
}

// PrintRefs is Print with the references by their names, which ParseRefs takes to make the very same nodes.
func PrintRefs(roots []*Node) (string, map[string]Ref) {
	p := &printer{names: map[Ref]string{}, refs: map[string]Ref{}}
	for _, n := range Toposort(roots) {
		p.node(n)
	}
	p.body.WriteString("return")
	p.operands(roots)
	return p.head.String() + p.body.String() + "\n", p.refs
}

type printer struct {
	head, body strings.Builder
	names      map[Ref]string
	refs       map[string]Ref
	ids        NodeMap[int]
}

func (p *printer) node(n *Node) {
	id := p.ids.Len()
	p.ids.Set(n, id)
	b := &p.body
	b.WriteString("%" + strconv.Itoa(id) + " " + n.Op.String() + " " + n.DType.String() + "[" + joinInts(n.Shape) + "]")
	p.operands(n.Src)
	if len(n.Ints) > 0 {
		b.WriteString(" ints=" + joinInts(n.Ints))
	}
	if n.Val.DType.Size() > 0 {
		b.WriteString(" val=" + n.Val.String())
	}
	if n.Ref != nil {
		b.WriteString(" ref=" + p.ref(n.Ref))
	}
	b.WriteByte('\n')
}

func (p *printer) operands(src []*Node) {
	for _, s := range src {
		p.body.WriteString(" %" + strconv.Itoa(p.ids.Get(s)))
	}
}

func (p *printer) ref(r Ref) string {
	name, ok := p.names[r]
	if !ok {
		name = "@" + strconv.Itoa(len(p.names))
		p.names[r], p.refs[name] = name, r
		p.head.WriteString(name + " " + describeRef(r) + "\n")
	}
	return name
}

func describeRef(r Ref) string {
	switch r := r.(type) {
	case Storage:
		return fmt.Sprintf("storage %d %q", r.Bytes(), r.Device())
	case *Mark:
		return "mark " + r.Kind.String()
	case *CheckInfo:
		return fmt.Sprintf("check %q %q", r.Op, r.Message)
	case *HostFunc:
		return fmt.Sprintf("host %q", r.Name)
	case *DeviceRef:
		return fmt.Sprintf("device %q", r.Name)
	}
	return refKind(r)
}

// String is the kind's name in the text form.
func (k MarkKind) String() string {
	switch k {
	case Leaf:
		return "leaf"
	case Stop:
		return "stop"
	case Hook:
		return "hook"
	}
	return "none"
}

func joinInts(ints []int) string {
	var b []byte
	for i, n := range ints {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return string(b)
}
