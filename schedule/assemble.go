package schedule

import (
	"slices"
	"strconv"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// MemKind says what memory of a plan is.
type MemKind uint8

// The kinds of memory.
const (
	Input    MemKind = iota // a source of the graph
	Output                  // asked for
	Internal                // lives in the arena of one run
)

// Mem is one buffer of a plan.
type Mem struct {
	Kind  MemKind
	DType ops.DType
	Elems int64
	// Input is the number of the source.
	Input int
	// Offset is the place in the arena of Internal memory, in bytes.
	Offset int64
	// Node is the simplified graph's node that lives here, for tools.
	Node *lazy.Node
}

// Bytes is the length of the memory.
func (m *Mem) Bytes() int64 { return m.Elems * int64(m.DType.Size()) }

// Launch is one kernel with the plan's memory and scalars that it works on.
type Launch struct {
	Kernel *Kernel
	Mems   []int // by the kernel's buffer number
	// Offsets are where in its memory each buffer starts, in elements; nil where all start at 0.
	Offsets []int64
	Params  []int   // by the kernel's scalar number: the number of the graph's Scalar source
	PC      uintptr // of the user's call
	Ops     int     // operations fused
	// Beside says that it may run at the same time as the launch before it, and as those that that one runs beside.
	Beside bool
}

// assembler turns planned groups into kernels.
type assembler struct {
	p       *planner
	mems    []Mem
	memOf   map[*fact]int
	scalars map[lazy.Ref]int
	inputs  map[*lazy.Node]int
}

func (a *assembler) mem(f *fact) int {
	i, ok := a.memOf[f]
	if ok {
		return i
	}
	m := Mem{Kind: Internal, DType: f.node.DType, Elems: int64(f.node.Numel()), Node: f.node}
	if f.node.Op == ops.Buffer {
		m.Kind, m.Input = Input, a.inputs[f.node]
	}
	i = len(a.mems)
	a.memOf[f] = i
	a.mems = append(a.mems, m)
	return i
}

// launch makes the kernel of a group.
func (a *assembler) launch(g *group) *Launch {
	k := &Kernel{}
	s := newSettle(g.b)
	l := &Launch{Kernel: k}
	for i := len(g.kerns) - 1; i >= 0; i-- {
		kn := g.kerns[i]
		l.Ops += kn.ops
		for _, ns := range kn.nests {
			k.Phases = append(k.Phases, a.nest(kn, ns, s))
		}
	}
	a.bind(g, l)
	last := g.kerns[0].root
	l.PC = last.node.PC()
	k.Name = nameOf(g, last)
	return l
}

func (a *assembler) nest(kn *kern, ns *nest, s *settle) Nest {
	out := Nest{Ranges: ns.loops()}
	for _, st := range ns.stores {
		at := st.at
		if st.index != nil {
			at = st.index()
		}
		store := Store{Buf: kn.buf(st.target), Index: s.expr(kn.b.flatten(at, st.target.node.Shape)), Value: s.expr(st.value()), Acc: st.acc}
		if st.gate != nil {
			store.Gate = s.expr(st.gate())
		}
		out.Stores = append(out.Stores, store)
	}
	return out
}

func (a *assembler) bind(g *group, l *Launch) {
	k := l.Kernel
	written := map[*fact]bool{}
	acc := map[*fact]bool{}
	for _, kn := range g.kerns {
		for i, ns := range kn.nests {
			for _, st := range ns.stores {
				acc[st.target] = acc[st.target] || st.acc != ops.NoOp && i > 0
				written[st.target] = true
			}
		}
	}
	read := g.readSet()
	for i, f := range g.bufs {
		m := a.mem(f)
		l.Mems = append(l.Mems, m)
		k.Bufs = append(k.Bufs, Buf{DType: f.node.DType, Elems: int64(f.node.Numel()), Read: read[f] || acc[f], Written: written[f], Align: a.align(f), Alias: i})
	}
	for _, n := range g.params {
		k.Params = append(k.Params, n.DType.Compute())
		l.Params = append(l.Params, a.scalars[n.Ref])
	}
}

func (g *group) readSet() map[*fact]bool {
	read := map[*fact]bool{}
	for _, kn := range g.kerns {
		for f := range kn.reads {
			read[f] = true
		}
	}
	return read
}

// align is what is known of a buffer's first element: memory of ours starts at 64 bytes, a source may be a slice.
func (a *assembler) align(f *fact) int {
	if ref, ok := f.node.Ref.(*Leaf); ok {
		return ref.Align
	}
	return 64
}

func nameOf(g *group, last *fact) string {
	kind := "e"
	for _, kn := range g.kerns {
		if kn.reduce {
			kind = "r"
		}
		if slices.ContainsFunc(kn.nests, func(ns *nest) bool { return ns.folds }) {
			kind = "mm"
		}
	}
	if f := last.form; f != nil && kind != "mm" && f.kind != Plain {
		kind = map[Lowering]string{IndexedRead: "gather", IndexedAccum: "scatter", PrefixScan: "scan", RegionStore: "cat", Contraction: "mm"}[f.kind]
	}
	name := kind
	for _, d := range last.node.Shape {
		name += "_" + strconv.Itoa(d)
	}
	if len(g.labels) > 0 {
		name += " " + strings.Join(g.labels, "+")
	}
	return name
}
