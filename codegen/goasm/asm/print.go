package asm

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
)

// Header stands first in a file of printed lists.
const Header = "#include \"textflag.h\"\n"

// Param is an argument of a printed function: an 8-byte word that the list finds in a register.
type Param struct {
	Name string
	Reg  Reg
}

// Print writes the list as a function of Go assembly with its constants after it. The function loads its arguments into
// their registers, then runs the list. What the assembler makes of the text after those loads, and after padding if the
// list aligns anything, are the bytes of [Encode]. Lists of one file need different names.
//
// A list that uses memory below the stack pointer gets a frame for it. Then its code differs by what enters and leaves the
// frame, and by where its slots are.
func Print(l *List, name string, params ...Param) string { return render(l, nil, name, params) }

// PrintBytes is Print with the bytes that the list was encoded to behind each instruction.
func PrintBytes(l *List, c *Code, name string, params ...Param) string {
	return render(l, c, name, params)
}

func render(l *List, c *Code, name string, params []Param) string {
	p := printer{list: l, pool: name + "_pool", bound: boundLabels(l)}
	p.head(name, params)
	for i := range l.insts {
		p.before(int32(i))
		text := l.insts[i].text(p.pool)
		if c != nil {
			text += fmt.Sprintf("\t// % x", c.Bytes[c.Starts[i]:c.Starts[i+1]])
		}
		p.line(text)
	}
	p.before(int32(len(l.insts)))
	p.constants()
	return p.out.String()
}

// head writes what stands before the list.
func (p *printer) head(name string, params []Param) {
	flags, frame := "NOSPLIT|NOFRAME", p.list.frame()
	if frame > 0 {
		flags = "0"
	}
	fmt.Fprintf(&p.out, "TEXT ·%s(SB), %s, $%d-%d\n", name, flags, frame, 8*len(params))
	for i, a := range params {
		p.line(fmt.Sprintf("MOVQ %s+%d(FP), %v", a.Name, 8*i, a.Reg))
	}
	if n := p.list.alignment(); n > 0 {
		p.line(fmt.Sprintf("PCALIGN $%d", n))
	}
}

// alignment is the largest that the list asks for.
func (l *List) alignment() int64 {
	n := int64(0)
	for i := range l.insts {
		if l.insts[i].Op == PCALIGN {
			n = max(n, l.insts[i].Args[0].Val)
		}
	}
	return n
}

// frame is how far below the stack pointer the list reaches, rounded up.
func (l *List) frame() int64 {
	n := int64(0)
	for i := range l.insts {
		for _, o := range l.insts[i].args() {
			if o.inFrame() {
				n = max(n, -o.Val)
			}
		}
	}
	return (n + poolAlign - 1) &^ (poolAlign - 1)
}

type printer struct {
	list  *List
	pool  string
	out   strings.Builder
	notes int // printed
	depth int
	bound map[int32][]Label
}

// boundLabels lists the labels by the instruction they stand before.
func boundLabels(l *List) map[int32][]Label {
	at := map[int32][]Label{}
	for i, inst := range l.labels {
		if inst != unbound {
			at[inst] = append(at[inst], Label(i))
		}
	}
	return at
}

// before writes what stands before an instruction: notes, then labels.
func (p *printer) before(inst int32) {
	for ; p.notes < len(p.list.notes) && p.list.notes[p.notes].at <= inst; p.notes++ {
		switch n := p.list.notes[p.notes]; n.kind {
		case leave:
			p.depth = max(p.depth-1, 0)
		case enter:
			p.comment(n.text)
			p.depth++
		default:
			p.comment(n.text)
		}
	}
	for _, label := range p.bound[inst] {
		fmt.Fprintf(&p.out, "L%d:\n", label)
	}
}

func (p *printer) comment(text string) {
	for s := range strings.SplitSeq(text, "\n") {
		p.line("// " + s)
	}
}

// line writes a line as deep as the loops around it.
func (p *printer) line(s string) {
	for range p.depth + 1 {
		p.out.WriteByte('\t')
	}
	p.out.WriteString(s)
	p.out.WriteByte('\n')
}

// constants writes the pool, eight bytes a line.
func (p *printer) constants() {
	b := p.list.pool.bytes
	if len(b) == 0 {
		return
	}
	b = pad(b[:len(b):len(b)], 8)
	p.out.WriteByte('\n')
	for at := 0; at < len(b); at += 8 {
		fmt.Fprintf(&p.out, "DATA %s<>+%d(SB)/8, $0x%016x\n", p.pool, at, binary.LittleEndian.Uint64(b[at:]))
	}
	fmt.Fprintf(&p.out, "GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", p.pool, len(b))
}

// String is the instruction in Go assembly.
func (in *Inst) String() string { return in.text("pool") }

// text is the instruction in Go assembly, whose order is the manuals' reversed, with the mask before the destination.
func (in *Inst) text(pool string) string {
	var list []string
	name := in.Op.String()
	for _, o := range in.args() {
		list = append(list, o.text(pool))
		if o.Bcst {
			name += ".BCST"
		}
	}
	if in.Zero {
		name += ".Z"
	}
	if !in.Op.straight() {
		slices.Reverse(list)
	}
	if n := len(list); in.Mask != NoReg && n > 0 {
		list = slices.Insert(list, n-1, in.Mask.String())
	}
	return strings.TrimSpace(name + " " + strings.Join(list, ", "))
}

// straight says whether Go writes the operands in the manuals' order, as it does for comparisons of general registers.
func (op Op) straight() bool { return op >= CMPB && op <= CMPQ }
