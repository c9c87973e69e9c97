package export

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"
)

// model writes the functions and the table of weights.
func (m *Model) model(f *jen.File) {
	f.PackageComment(m.doc())
	f.Anon("embed")
	f.Comment("//go:embed weights.bin")
	f.Var().Id("file").String()
	f.Comment("weights are the parts of the file, in memory from the first call on.")
	var rows []jen.Code
	offset := 0
	for _, w := range m.Weights {
		offset += -offset & (weightAlign - 1)
		size := w.DType.Size()
		rows = append(rows, jen.Line().Id("weight").Values(jen.Lit(offset), jen.Lit(size), jen.Lit(len(w.Data)/size)).Dot("load").Call(jen.Id("file")))
		offset += len(w.Data)
	}
	if len(rows) > 0 {
		rows = append(rows, jen.Line())
	}
	pointers := jen.Index().Qual("unsafe", "Pointer")
	f.Var().Id("weights").Op("=").Qual("sync", "OnceValue").Call(jen.Func().Params().Add(pointers).Block(
		jen.Return(pointers.Clone().Values(rows...)),
	))
	for i := range m.Funcs {
		f.Line()
		m.Funcs[i].write(f)
	}
}

func (m *Model) doc() string {
	names := make([]string, len(m.Funcs))
	for i, f := range m.Funcs {
		names[i] = f.Name
	}
	return fmt.Sprintf("Package %s is a model with its weights: %s. Its functions may be called from many goroutines.", m.Package, strings.Join(names, ", "))
}

func shape(dims []int) string { return strings.ReplaceAll(fmt.Sprint(dims), " ", " x ") }

// comment documents a function with the shapes of what it takes and gives.
func (fn *Func) comment() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s\n\nTensors lie row by row:\n\n", fn.Name, fn.Doc)
	for _, a := range fn.Args {
		fmt.Fprintf(&b, "\t%s: %s %s\n", a.Name, a.DType, shape(a.Shape))
	}
	for _, r := range fn.Results {
		fmt.Fprintf(&b, "\tresult %s: %s %s\n", r.Name, r.DType, shape(r.Shape))
	}
	b.WriteString("\nThe error tells of an argument of another length")
	if len(fn.Checks) > 0 {
		b.WriteString(", or of a value out of range")
	}
	return b.String() + "."
}

func (fn *Func) write(f *jen.File) {
	var params, results, zeros []jen.Code
	for _, a := range fn.Args {
		params = append(params, jen.Id(a.Name).Index().Add(goType(a.DType)))
	}
	for _, r := range fn.Results {
		results = append(results, jen.Id(r.Name).Index().Add(goType(r.DType)))
		zeros = append(zeros, jen.Nil())
	}
	results = append(results, jen.Err().Error())
	fails := func(format string, args ...jen.Code) *jen.Statement {
		text := jen.Lit(fn.Name + ": " + format)
		return jen.Return(append(append([]jen.Code(nil), zeros...), jen.Qual("fmt", "Errorf").Call(append([]jen.Code{text}, args...)...))...)
	}
	var body []jen.Code
	for _, a := range fn.Args {
		body = append(body, jen.If(jen.Len(jen.Id(a.Name)).Op("!=").Lit(a.Elems())).Block(
			fails(fmt.Sprintf("%s has %%d values, not %d", a.Name, a.Elems()), jen.Len(jen.Id(a.Name)))))
	}
	body = append(body, fn.memory()...)
	for _, l := range fn.Launches {
		body = append(body, l.call())
	}
	for _, c := range fn.Checks {
		body = append(body, jen.If(jen.Id("at").Op(":=").Id("view").Types(jen.Int64()).Call(mem(c.Mem), jen.Lit(1)).Index(jen.Lit(0)), jen.Id("at").Op(">=").Lit(0)).Block(
			fails(strings.ReplaceAll(c.Op+": "+c.Message, "%", "%%")+" at position %d", jen.Lit(int(c.Last)).Op("-").Id("at"))))
	}
	var out []jen.Code
	for _, r := range fn.Results {
		out = append(out, jen.Id("take").Types(goType(r.DType)).Call(mem(r.Mem), jen.Lit(r.Elems())))
	}
	f.Comment(fn.comment())
	f.Func().Id(fn.Name).Params(params...).Params(results...).Block(append(body, jen.Return(append(out, jen.Nil())...))...)
}

func mem(i int) *jen.Statement { return jen.Id("m").Index(jen.Lit(i)) }

// memory finds memory for every buffer and copies the arguments into theirs.
func (fn *Func) memory() []jen.Code {
	var out, rows, fills []jen.Code
	arena, weights := false, false
	for i := range fn.Mems {
		var at *jen.Statement
		switch m := &fn.Mems[i]; m.Kind {
		case Arena:
			at, arena = jen.Qual("unsafe", "Add").Call(jen.Id("arena"), jen.Lit(int(m.Offset))), true
		case Weigh:
			at, weights = jen.Qual("unsafe", "Add").Call(jen.Id("w").Index(jen.Lit(m.Index)), jen.Lit(int(m.Offset))), true
		case Passed:
			at = jen.Id("memory").Call(jen.Lit(int(m.Bytes)))
			fills = append(fills, jen.Id("fill").Call(mem(i), jen.Id(fn.Args[m.Index].Name)))
		default:
			at = jen.Id("memory").Call(jen.Lit(int(m.Bytes)))
		}
		rows = append(rows, jen.Line().Add(at))
	}
	if arena {
		out = append(out, jen.Id("arena").Op(":=").Id("memory").Call(jen.Lit(int(fn.ArenaBytes))))
	}
	if weights {
		out = append(out, jen.Id("w").Op(":=").Id("weights").Call())
	}
	out = append(out, jen.Id("m").Op(":=").Index(jen.Op("...")).Qual("unsafe", "Pointer").Values(append(rows, jen.Line())...))
	return append(out, fills...)
}

// call launches a kernel.
func (l *Launch) call() *jen.Statement {
	var bufs, scalars []jen.Code
	for i, m := range l.Mems {
		at := mem(m)
		if l.Offsets != nil && l.Offsets[i] != 0 {
			at = jen.Qual("unsafe", "Add").Call(at, jen.Lit(int(l.Offsets[i])))
		}
		bufs = append(bufs, at)
	}
	for _, s := range l.Scalars {
		scalars = append(scalars, jen.Lit(int(s)))
	}
	return jen.Id("kernels").Index(jen.Lit(l.Kernel)).Dot("run").Call(
		jen.Index().Qual("unsafe", "Pointer").Values(bufs...), jen.Index().Int64().Values(scalars...))
}
