package codegen_test

import (
	"math"
	"testing"
	"unsafe"

	"weft/codegen"
	_ "weft/codegen/interp"
	"weft/ops"
	"weft/schedule"
)

// lanes16 is the width of the programs that these tests run.
const lanes16 = 16

// program writes an expression over loads as the simplest loop program: every load is the row of its buffer, the result goes
// to the last buffer. It knows nothing of ranges, reductions and indices, so it tests decompositions apart from lowering.
type writer struct {
	values codegen.Value
	vl     int64
}

type scope struct {
	outer *scope
	made  map[*schedule.Expr]codegen.Value
	body  []codegen.Instr
}

func (s *scope) find(e *schedule.Expr) (codegen.Value, bool) {
	for ; s != nil; s = s.outer {
		if v, ok := s.made[e]; ok {
			return v, true
		}
	}
	return 0, false
}

func (w *writer) new() codegen.Value {
	w.values++
	return w.values - 1
}

func rowOf(buf int, vl int64) *codegen.Access {
	return &codegen.Access{Buf: buf, Terms: []codegen.Term{{Var: 0, Stride: vl}}, Lane: 1, Index: codegen.NoValue, Gate: codegen.NoValue}
}

func (w *writer) emit(s *scope, e *schedule.Expr) codegen.Value {
	if v, ok := s.find(e); ok {
		return v
	}
	in := codegen.Instr{DType: e.DType, Vec: true, Op: e.Op, Val: e.Val}
	switch e.Code {
	case schedule.Const:
		in.Code = codegen.Const
	case schedule.Load:
		in.Code, in.Mem = codegen.LoadMem, rowOf(e.Int, w.vl)
	case schedule.AnyLane:
		return w.anyLane(s, e)
	case schedule.Fma:
		in.Code = codegen.Fma
	case schedule.Scale:
		in.Code = codegen.Scale
	case schedule.ALU:
		in.Code = codegen.ALU
	default:
		panic("not an elementwise expression")
	}
	if e.Code != schedule.Load {
		for _, src := range e.Src {
			in.Args = append(in.Args, w.emit(s, src))
		}
	}
	in.Out = w.new()
	s.body, s.made[e] = append(s.body, in), in.Out
	return in.Out
}

func (w *writer) anyLane(s *scope, e *schedule.Expr) codegen.Value {
	cond, fast := w.emit(s, e.Src[0]), w.emit(s, e.Src[2])
	in := &scope{outer: s, made: map[*schedule.Expr]codegen.Value{}}
	slow := w.emit(in, e.Src[1])
	then := w.new()
	in.body = append(in.body, codegen.Instr{Code: codegen.ALU, Op: ops.Where, DType: e.DType, Vec: true, Out: then, Args: []codegen.Value{cond, slow, fast}})
	out := w.new()
	s.body = append(s.body, codegen.Instr{Code: codegen.IfAny, Out: codegen.NoValue, If: &codegen.If{
		Cond: cond, Body: in.body, Results: []codegen.Result{{Out: out, Then: then, Else: fast, DType: e.DType, Vec: true}},
	}})
	s.made[e] = out
	return out
}

// elementwise makes the program of op on buffers of the given dtypes, n elements each, decomposed for a machine.
func elementwise(target codegen.Target, op ops.Op, out ops.DType, in []ops.DType, n int) *codegen.Program {
	b := schedule.NewBuilder()
	r := b.Range(schedule.Out, int64(n))
	var src []*schedule.Expr
	for i, d := range in {
		src = append(src, b.Load(i, d, b.Var(r), nil, ops.Value{}))
	}
	value := b.ALU(op, out, src...)
	k := &schedule.Kernel{Phases: []schedule.Nest{{Ranges: []*schedule.Range{r}, Stores: []schedule.Store{{Buf: len(in), Index: b.Var(r), Value: value}}}}}
	return programOf(codegen.Decompose(k, target).Phases[0].Stores[0].Value, out, in, n)
}

func programOf(value *schedule.Expr, out ops.DType, in []ops.DType, n int) *codegen.Program {
	w := &writer{vl: lanes16}
	s := &scope{made: map[*schedule.Expr]codegen.Value{}}
	v := w.emit(s, value)
	s.body = append(s.body, codegen.Instr{Code: codegen.StoreMem, DType: out, Vec: true, Out: codegen.NoValue, Args: []codegen.Value{v}, Mem: rowOf(len(in), w.vl)})
	p := &codegen.Program{Name: "test", VL: lanes16, NumParams: len(in) + 1}
	for _, d := range append(append([]ops.DType(nil), in...), out) {
		p.Bufs = append(p.Bufs, codegen.Buf{DType: d, Elems: int64(n), Read: true, Written: true})
	}
	tiles := int64(n / lanes16)
	p.Phases = []codegen.Phase{{Tiles: tiles, NumValues: int(w.values), NumVars: 1, Body: []codegen.Instr{
		{Code: codegen.LoopOver, Out: codegen.NoValue, Loop: &codegen.Loop{Kind: codegen.Parallel, End: tiles, Step: 1, Body: s.body}},
	}}}
	return p
}

// eval runs op over rows of numbers given as float64 (or the bits of integers); their number must be a multiple of lanes16.
func eval[T any](t testing.TB, op ops.Op, out ops.DType, in []ops.DType, rows ...[]T) []T {
	t.Helper()
	return evalFor(t, targets[0], op, out, in, rows...)
}

func evalFor[T any](t testing.TB, target codegen.Target, op ops.Op, out ops.DType, in []ops.DType, rows ...[]T) []T {
	t.Helper()
	n := len(rows[0])
	p := elementwise(target, op, out, in, n)
	c, err := codegen.Lookup("interp").Compile(p, codegen.Target{VL: lanes16}, false)
	if err != nil {
		t.Fatal(err)
	}
	result := make([]T, n)
	var bufs []unsafe.Pointer
	for _, r := range rows {
		bufs = append(bufs, unsafe.Pointer(&r[0]))
	}
	c.Funcs[0](append(bufs, unsafe.Pointer(&result[0])), nil, 0, p.Phases[0].Tiles)
	return result
}

// ulp32 and ulp64 are the distance from got to want in units in the last place of the result's format.
func ulpOf(got, want float64, mant int, minExp int) float64 {
	switch {
	case got == want && math.Signbit(got) == math.Signbit(want), got != got && want != want:
		return 0
	case got != got || want != want || math.IsInf(got, 0) || math.IsInf(want, 0):
		return math.Inf(1)
	}
	_, e := math.Frexp(want)
	return math.Abs(got-want) / math.Ldexp(1, max(e-1, minExp)-mant)
}
