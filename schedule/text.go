package schedule

import (
	"fmt"
	"strings"

	"weft/ops"
)

// Text prints the kernel as loops over let-equations, phase by phase. Equal kernels print equally, so it is also what
// compiled code is looked up by.
func (k *Kernel) Text() string {
	var w strings.Builder
	for i, b := range k.Bufs {
		fmt.Fprintf(&w, "buf%d %s[%d]", i, b.DType, b.Elems)
		if b.Read {
			w.WriteString(" read")
		}
		if b.Written {
			w.WriteString(" written")
		}
		fmt.Fprintf(&w, " align %d alias %d\n", b.Align, b.Alias)
	}
	for i, d := range k.Params {
		fmt.Fprintf(&w, "param%d %s\n", i, d)
	}
	for i, ns := range k.Phases {
		fmt.Fprintf(&w, "phase %d\n", i)
		printNest(&w, ns)
	}
	return w.String()
}

var kindNames = [...]string{Out: "for", Red: "reduce", Seq: "in order"}

type printer struct {
	w      *strings.Builder
	names  map[*Expr]string
	ranges map[int]string
	stages map[*Stage]string
}

func printNest(w *strings.Builder, ns Nest) {
	p := &printer{w, map[*Expr]string{}, map[int]string{}, map[*Stage]string{}}
	for _, r := range ns.Ranges {
		fmt.Fprintf(w, "  %s %s < %d\n", kindNames[r.Kind], p.rangeName(r), r.Extent)
	}
	for _, s := range ns.Stores {
		index, value := p.expr(s.Index), p.expr(s.Value)
		gate := ""
		if s.Gate != nil {
			gate = " if " + p.expr(s.Gate)
		}
		op := "="
		if s.Acc != ops.NoOp {
			op = s.Acc.String() + "="
		}
		fmt.Fprintf(w, "    buf%d[%s] %s %s%s\n", s.Buf, index, op, value, gate)
	}
}

func (p *printer) rangeName(r *Range) string {
	name, ok := p.ranges[r.ID]
	if !ok {
		name = fmt.Sprintf("r%d", len(p.ranges))
		p.ranges[r.ID] = name
	}
	return name
}

// expr prints e's equation, operands first, and gives its name. Its depth is bounded by the size of a kernel.
func (p *printer) expr(e *Expr) string {
	if name, ok := p.names[e]; ok {
		return name
	}
	name := p.atom(e)
	if name == "" {
		args := make([]string, len(e.Src))
		ranges := p.opened(e)
		for i, s := range e.Src {
			args[i] = p.expr(s)
		}
		text := fmt.Sprintf("%s %s(%s)%s", e.DType, p.head(e), strings.Join(args, ", "), ranges)
		name = fmt.Sprintf("v%d", len(p.names))
		fmt.Fprintf(p.w, "    %s = %s\n", name, text)
	}
	p.names[e] = name
	return name
}

func (p *printer) atom(e *Expr) string {
	switch e.Code {
	case Const:
		return e.Val.String() + ":" + e.DType.String()
	case Param:
		return fmt.Sprintf("param%d", e.Int)
	case RangeVar:
		return p.rangeName(e.Range)
	}
	return ""
}

func (p *printer) head(e *Expr) string {
	switch e.Code {
	case ALU:
		return e.Op.String()
	case Load:
		if len(e.Src) > 1 {
			return fmt.Sprintf("buf%d else %s", e.Int, e.Val)
		}
		return fmt.Sprintf("buf%d", e.Int)
	case Reduce:
		return e.Red.Op.String()
	case Scan:
		return "scan " + e.Op.String()
	case StageLoad:
		return p.stage(e.Stage)
	case Fma:
		return "fma"
	case Scale:
		return "scale"
	}
	return "anylane"
}

func (p *printer) opened(e *Expr) string {
	switch {
	case e.Code == Scan:
		return " along " + p.rangeName(e.Range)
	case e.Code != Reduce:
		return ""
	}
	var names []string
	for _, r := range e.Red.Ranges {
		names = append(names, fmt.Sprintf("%s < %d", p.rangeName(r), r.Extent))
	}
	o := e.Red.Order
	order := "down"
	if o.Across {
		order = fmt.Sprintf("across %d", o.Unroll)
	}
	if o.Fma {
		order += " fma"
	}
	return fmt.Sprintf(" over %s %s", strings.Join(names, ", "), order)
}

func (p *printer) stage(s *Stage) string {
	name, ok := p.stages[s]
	if !ok {
		name = fmt.Sprintf("row%d", len(p.stages))
		p.stages[s] = name
		var names []string
		for _, r := range s.Ranges {
			names = append(names, fmt.Sprintf("%s < %d", p.rangeName(r), r.Extent))
		}
		value := p.expr(s.Value)
		fmt.Fprintf(p.w, "    %s[%s] = %s\n", name, strings.Join(names, ", "), value)
	}
	return name
}

// Exprs lists the expressions of a nest, operands before users, those of scratch rows too.
func (ns *Nest) Exprs() []*Expr {
	c := &collector{seen: map[*Expr]bool{}}
	for _, s := range ns.Stores {
		c.visit(s.Index)
		c.visit(s.Value)
		if s.Gate != nil {
			c.visit(s.Gate)
		}
	}
	return c.out
}

type collector struct {
	seen map[*Expr]bool
	out  []*Expr
}

func (c *collector) visit(e *Expr) {
	if c.seen[e] {
		return
	}
	c.seen[e] = true
	for _, s := range e.Src {
		c.visit(s)
	}
	if e.Stage != nil {
		c.visit(e.Stage.Value)
	}
	c.out = append(c.out, e)
}
