package export

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"weft/codegen"
	"weft/ops"
)

// kernelGo is a phase of a program, lowered for one lane, as a Go function.
type kernelGo struct {
	p      *codegen.Program
	dtypes []ops.DType // of values
	alias  []codegen.Value
	used   []bool // of loop variables
}

// emitError is the panic value of the emitter.
type emitError struct{ error }

func fail(format string, args ...any) { panic(emitError{fmt.Errorf(format, args...)}) }

// phaseGo writes a phase of p, a program of one lane, as the function name.
func phaseGo(name string, p *codegen.Program, ph *codegen.Phase) *jen.Statement {
	if p.VL != 1 {
		fail("a program of %d lanes", p.VL)
	}
	k := &kernelGo{p: p, dtypes: make([]ops.DType, ph.NumValues), alias: make([]codegen.Value, ph.NumValues), used: make([]bool, ph.NumVars)}
	for v := range k.alias {
		k.alias[v] = codegen.Value(v)
	}
	touched := make([]bool, len(p.Bufs))
	k.scan(ph.Body, touched)
	body := []jen.Code{jen.Id("b").Op(":=").Qual("unsafe", "Slice").Call(jen.Id("bufs"), jen.Lit(len(p.Bufs)))}
	for i, b := range p.Bufs {
		if touched[i] {
			body = append(body, buf(i).Op(":=").Id("view").Types(memoryType(b.DType)).Call(jen.Id("b").Index(jen.Lit(i)), jen.Lit(int(b.Elems))))
		}
	}
	return jen.Func().Id(name).Params(signature()...).Block(append(body, k.block(ph.Body)...)...)
}

// signature is what every kernel takes.
func signature() []jen.Code {
	return []jen.Code{jen.Id("bufs").Op("*").Qual("unsafe", "Pointer"), jen.Id("scalars").Op("*").Int64(), jen.List(jen.Id("lo"), jen.Id("hi")).Int64()}
}

// scan finds what is used: buffers, and loop variables that something reads.
func (k *kernelGo) scan(body []codegen.Instr, touched []bool) {
	for i := range body {
		switch in := &body[i]; in.Code {
		case codegen.LoadMem, codegen.StoreMem:
			touched[in.Mem.Buf] = true
			for _, t := range in.Mem.Terms {
				k.used[t.Var] = true
			}
		case codegen.Var:
			k.used[in.Int] = true
		case codegen.DeriveVar:
			k.used[in.Derived.Of] = true
		case codegen.LoopOver:
			k.scan(in.Loop.Body, touched)
		case codegen.IfAny:
			k.scan(in.If.Body, touched)
		}
	}
}

func buf(i int) *jen.Statement  { return jen.Id(fmt.Sprintf("b%d", i)) }
func loop(i int) *jen.Statement { return jen.Id(fmt.Sprintf("i%d", i)) }

func (k *kernelGo) value(v codegen.Value) *jen.Statement {
	for k.alias[v] != v {
		v = k.alias[v]
	}
	return jen.Id(fmt.Sprintf("v%d", v))
}

func (k *kernelGo) define(v codegen.Value, d ops.DType) *jen.Statement {
	k.dtypes[v] = d
	return k.value(v).Op(":=")
}

func (k *kernelGo) block(body []codegen.Instr) []jen.Code {
	var out []jen.Code
	for i := range body {
		out = append(out, k.instr(&body[i])...)
	}
	return out
}

// instr writes one instruction as statements.
func (k *kernelGo) instr(in *codegen.Instr) []jen.Code {
	switch in.Code {
	case codegen.Splat, codegen.FoldLanes: // one lane is the value itself
		k.alias[in.Out], k.dtypes[in.Out] = in.Args[0], in.DType
		return nil
	case codegen.Prefetch: // Go has no way to say it
		return nil
	case codegen.StoreMem:
		return []jen.Code{k.store(in)}
	case codegen.LoadMem:
		return k.load(in)
	case codegen.LoopOver:
		return k.loop(in.Loop)
	case codegen.IfAny:
		return k.cond(in.If)
	case codegen.DeriveVar:
		return k.derive(in.Derived)
	}
	return []jen.Code{k.define(in.Out, in.DType).Add(k.compute(in))}
}

// compute is the right side of an instruction that makes one value.
func (k *kernelGo) compute(in *codegen.Instr) *jen.Statement {
	switch in.Code {
	case codegen.Const:
		return literal(in.Val)
	case codegen.Param:
		return param(in.DType, jen.Qual("unsafe", "Slice").Call(jen.Id("scalars"), jen.Lit(len(k.p.Scalars))).Index(jen.Lit(in.Int)))
	case codegen.Var:
		return loop(in.Int)
	case codegen.Lanes:
		return jen.Int64().Call(jen.Lit(0))
	case codegen.ALU:
		return k.alu(in)
	case codegen.Fma:
		return k.value(in.Args[0]).Op("*").Add(k.value(in.Args[1])).Op("+").Add(k.value(in.Args[2]))
	}
	fail("unknown instruction %d", in.Code)
	return nil
}

// derive gives a loop variable its value from another one.
func (k *kernelGo) derive(d *codegen.Derived) []jen.Code {
	if !k.used[d.Var] {
		return nil
	}
	x := loop(d.Of)
	if d.Div != 1 {
		x = x.Op("/").Lit(int(d.Div))
	}
	x = x.Op("%").Lit(int(d.Mod))
	if d.Mul != 1 {
		x = x.Op("*").Lit(int(d.Mul))
	}
	return []jen.Code{loop(d.Var).Op(":=").Add(x)}
}

// loop writes a loop; what it carries are variables around it.
func (k *kernelGo) loop(l *codegen.Loop) []jen.Code {
	var out, phis, nexts []jen.Code
	for _, a := range l.Accs {
		out = append(out, k.define(a.Phi, a.DType).Add(k.value(a.Init)))
		k.alias[a.Out], k.dtypes[a.Out] = a.Phi, a.DType
		phis = append(phis, k.value(a.Phi))
	}
	start, end := jen.Int64().Call(jen.Lit(int(l.Start))), jen.Lit(int(l.End))
	if l.Kind == codegen.Parallel {
		start, end = jen.Id("lo"), jen.Id("hi")
	}
	step := loop(l.Var).Op("++")
	if l.Step != 1 && l.Kind != codegen.Parallel {
		step = loop(l.Var).Op("+=").Lit(int(l.Step))
	}
	body := k.block(l.Body)
	for _, a := range l.Accs {
		nexts = append(nexts, k.value(a.Next))
	}
	if len(phis) > 0 {
		body = append(body, jen.List(phis...).Op("=").List(nexts...))
	}
	return append(out, jen.For(loop(l.Var).Op(":=").Add(start), loop(l.Var).Op("<").Add(end), step).Block(body...))
}

// cond writes a conditional; its results are variables around it.
func (k *kernelGo) cond(f *codegen.If) []jen.Code {
	var out []jen.Code
	for _, r := range f.Results {
		out = append(out, k.define(r.Out, r.DType).Add(k.value(r.Else)))
	}
	body := k.block(f.Body)
	for _, r := range f.Results {
		body = append(body, k.value(r.Out).Op("=").Add(k.value(r.Then)))
	}
	return append(out, jen.If(k.value(f.Cond)).Block(body...))
}
