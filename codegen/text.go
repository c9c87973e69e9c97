package codegen

import (
	"fmt"
	"strings"

	"weft/ops"
)

// Text prints the program as loops. Equal programs have equal texts and different ones different texts, so it also serves
// as a key.
func (p *Program) Text() string {
	t := &printer{p: p}
	t.line("program %s vl=%d", p.Name, p.VL)
	for n, b := range p.Bufs {
		kind := "param"
		if n >= p.NumParams {
			kind = "scratch"
		}
		t.line("b%d %s %s[%d] %s align=%d alias=%d", n, kind, b.DType, b.Elems, useText(b), b.Align, b.Alias)
	}
	for n, d := range p.Scalars {
		t.line("s%d %s", n, d)
	}
	for n := range p.Phases {
		t.line("phase %d tiles=%d", n, p.Phases[n].Tiles)
		t.block(p.Phases[n].Body)
	}
	return t.out.String()
}

func useText(b Buf) string {
	s := ""
	if b.Read {
		s += "r"
	}
	if b.Written {
		s += "w"
	}
	return s
}

type printer struct {
	p     *Program
	out   strings.Builder
	depth int
}

func (t *printer) line(format string, args ...any) {
	t.out.WriteString(strings.Repeat("  ", t.depth))
	fmt.Fprintf(&t.out, format, args...)
	t.out.WriteByte('\n')
}

func (t *printer) block(body []Instr) {
	t.depth++
	for n := range body {
		t.instr(&body[n])
	}
	t.depth--
}

func (t *printer) instr(in *Instr) {
	switch in.Code {
	case LoopOver:
		t.loop(in.Loop)
	case IfAny:
		t.cond(in.If)
	case DeriveVar:
		d := in.Derived
		t.line("i%d = i%d / %d %% %d * %d", d.Var, d.Of, d.Div, d.Mod, d.Mul)
	case Prefetch:
		t.line("prefetch %s", t.place(in.Mem))
	case StoreMem:
		op := "="
		if in.Op != ops.NoOp {
			op = in.Op.String() + "="
		}
		t.line("%s %s %s %s", t.place(in.Mem), op, typeText(in.DType, in.Vec), names(in.Args))
	default:
		t.line("%s = %s %s", name(in.Out), typeText(in.DType, in.Vec), t.right(in))
	}
}

func (t *printer) right(in *Instr) string {
	switch in.Code {
	case Const:
		return in.Val.String()
	case Param:
		return fmt.Sprintf("s%d", in.Int)
	case Var:
		return fmt.Sprintf("i%d", in.Int)
	case Lanes:
		return "lanes"
	case Splat:
		return "splat " + names(in.Args)
	case ALU:
		return in.Op.String() + " " + names(in.Args)
	case Fma:
		return "fma " + names(in.Args)
	case Scale:
		return "scale " + names(in.Args)
	case FoldLanes:
		return "fold " + in.Op.String() + " " + names(in.Args)
	case Transpose:
		return fmt.Sprintf("transpose %d ", in.Int) + names(in.Args)
	case LoadMem:
		return t.place(in.Mem)
	}
	return fmt.Sprintf("code%d", in.Code)
}

func (t *printer) loop(l *Loop) {
	kinds := []string{"parallel", "for", "fold", "scan"}
	if l.Kind == Parallel {
		t.line("parallel i%d", l.Var)
	} else {
		t.line("%s i%d = %d..%d step %d", kinds[l.Kind], l.Var, l.Start, l.End, l.Step)
	}
	t.depth++
	for _, a := range l.Accs {
		t.line("carry %s = %s %s next %s out %s", name(a.Phi), typeText(a.DType, a.Vec), name(a.Init), name(a.Next), name(a.Out))
	}
	t.depth--
	t.block(l.Body)
}

func (t *printer) cond(c *If) {
	t.line("if any %s", name(c.Cond))
	t.block(c.Body)
	for _, r := range c.Results {
		t.line("%s = %s then %s else %s", name(r.Out), typeText(r.DType, r.Vec), name(r.Then), name(r.Else))
	}
}

func (t *printer) place(m *Access) string {
	var b strings.Builder
	fmt.Fprintf(&b, "b%d[%d", m.Buf, m.Base)
	for _, v := range m.Terms {
		fmt.Fprintf(&b, " + %d*i%d", v.Stride, v.Var)
	}
	if m.Index != NoValue {
		b.WriteString(" + " + name(m.Index))
	}
	if m.Lane != 0 {
		fmt.Fprintf(&b, " + %d*lane", m.Lane)
	}
	b.WriteByte(']')
	if m.Gate != NoValue {
		fmt.Fprintf(&b, " where %s else %s", name(m.Gate), m.Else)
	}
	return b.String()
}

func name(v Value) string {
	if v == NoValue {
		return "_"
	}
	return fmt.Sprintf("v%d", v)
}

func names(args []Value) string {
	var parts []string
	for _, a := range args {
		parts = append(parts, name(a))
	}
	return strings.Join(parts, " ")
}

func typeText(d ops.DType, vec bool) string {
	if vec {
		return d.String() + "v"
	}
	return d.String()
}
