package codegen_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/codegen"
	"weft/ops"
	"weft/schedule"
)

// walk lists what an expression is made of, stages included.
func walk(root *schedule.Expr) []*schedule.Expr {
	seen := map[*schedule.Expr]bool{}
	var all []*schedule.Expr
	for stack := []*schedule.Expr{root}; len(stack) > 0; {
		e := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[e] {
			continue
		}
		seen[e], all = true, append(all, e)
		stack = append(stack, e.Src...)
		if e.Stage != nil {
			stack = append(stack, e.Stage.Value)
		}
	}
	return all
}

func isPrimitive(e *schedule.Expr) bool {
	return e.Code != schedule.ALU || slices.Contains(codegen.Primitives, e.Op) && !(e.Op == ops.Mod && e.DType.IsFloat())
}

func oneStore(value *schedule.Expr, index *schedule.Expr, ranges ...*schedule.Range) *schedule.Kernel {
	return &schedule.Kernel{Name: "test", Phases: []schedule.Nest{{Ranges: ranges, Stores: []schedule.Store{{Index: index, Value: value}}}}}
}

// Every elementwise operation on every dtype that it is defined on is a primitive or becomes primitives.
func TestEveryOperationDecomposes(t *testing.T) {
	for _, op := range ops.All() {
		info := op.Info()
		if info.Family != ops.Elementwise || op == ops.Cast || op == ops.Bitcast || op == ops.Where {
			continue
		}
		for _, d := range ops.DTypes() {
			if d.IsFloat() && info.On&ops.OnFloat == 0 || d.IsInt() && info.On&ops.OnInt == 0 || d == ops.Bool && info.On&ops.OnBool == 0 || op == ops.Threefry && d != ops.Uint64 {
				continue
			}
			b := schedule.NewBuilder()
			r := b.Range(schedule.Out, 10)
			var src []*schedule.Expr
			for i := range info.Arity {
				src = append(src, b.Load(i, d, b.Var(r), nil, ops.Value{}))
			}
			out := d
			if info.Rule == ops.RuleBool {
				out = ops.Bool
			}
			k := codegen.Decompose(oneStore(b.ALU(op, out, src...), b.Var(r), r), targets[0])
			value := k.Phases[0].Stores[0].Value
			if value.DType != out {
				t.Errorf("%v of %v gives %v", op, d, value.DType)
			}
			for _, e := range walk(value) {
				if !isPrimitive(e) {
					t.Errorf("%v of %v leaves %v of %v", op, d, e.Op, e.DType)
				}
			}
		}
	}
}

// Decomposing reaches into reductions, scratch rows, indices and gates, and leaves the given kernel as it was.
func TestDecomposeReachesEverything(t *testing.T) {
	b := schedule.NewBuilder()
	r, k := b.Range(schedule.Out, 10), b.Range(schedule.Red, 20)
	x := b.Load(0, ops.Float32, b.Var(k), nil, ops.Value{})
	exp := func(x *schedule.Expr) *schedule.Expr { return b.ALU(ops.Exp, ops.Float32, x) }
	row := b.NewStage([]*schedule.Range{k}, exp(x))
	sum := b.Reduce(&schedule.Reduction{Op: ops.ReduceAdd, Ranges: []*schedule.Range{k}, Order: schedule.Order{Unroll: 1}}, exp(b.StageLoad(row, b.Var(k))))
	index := b.Cast(exp(b.ALU(ops.Log, ops.Float32, b.Cast(b.Var(r), ops.Float32))), ops.Int64)
	given := oneStore(sum, index, r)
	given.Phases[0].Stores[0].Gate = b.ALU(ops.CmpLT, ops.Bool, exp(sum), sum)
	before := len(walk(sum))
	s := codegen.Decompose(given, targets[0]).Phases[0].Stores[0]
	for _, root := range []*schedule.Expr{s.Index, s.Value, s.Gate} {
		for _, e := range walk(root) {
			if !isPrimitive(e) {
				t.Errorf("%v is left", e.Op)
			}
		}
	}
	if given.Phases[0].Stores[0].Value != sum || len(walk(sum)) != before {
		t.Error("the given kernel was changed")
	}
	if s.Value.Code != schedule.Reduce || s.Value.Src[0].DType != ops.Float32 {
		t.Error("the reduction is gone")
	}
	plain := oneStore(x, b.Var(r), r)
	if codegen.Decompose(plain, targets[0]) != plain {
		t.Error("a kernel of primitives was rebuilt")
	}
}

// Operands are visited without recursion, however long a chain is.
func TestDecomposeDeepChain(t *testing.T) {
	b := schedule.NewBuilder()
	r := b.Range(schedule.Out, 10)
	x := b.ALU(ops.Exp, ops.Float32, b.Load(0, ops.Float32, b.Var(r), nil, ops.Value{}))
	y := x
	for range 50000 {
		y = b.ALU(ops.Add, ops.Float32, y, x)
	}
	k := codegen.Decompose(oneStore(y, b.Var(r), r), targets[0])
	if got := len(walk(k.Phases[0].Stores[0].Value)); got < 50000 {
		t.Errorf("%d expressions are left of a long chain", got)
	}
}

// What is decomposed for a machine's own instructions gives the bits that it gives without them.
func TestMachinesAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, op := range []ops.Op{ops.Exp, ops.Exp2, ops.Expm1, ops.Tanh, ops.Sinh, ops.Cosh, ops.Erf} {
		x32, x64 := make([]float32, 1<<14), make([]float64, 1<<14)
		for n := range x32 {
			x32[n], x64[n] = math.Float32frombits(rng.Uint32()), (rng.Float64()-0.5)*3000
			if n%2 == 0 {
				x32[n] = (rng.Float32() - 0.5) * 300
			}
		}
		same(t, op, ops.Float32, x32, math.Float32bits)
		same(t, op, ops.Float64, x64, math.Float64bits)
	}
}

func same[T float32 | float64, U comparable](t *testing.T, op ops.Op, d ops.DType, x []T, bits func(T) U) {
	t.Helper()
	want := evalFor(t, targets[2], op, d, []ops.DType{d}, x)
	for n, y := range evalFor(t, targets[0], op, d, []ops.DType{d}, x) {
		if bits(y) != bits(want[n]) && (y == y || want[n] == want[n]) {
			t.Fatalf("%s(%v) is %v on %s, %v on %s", op, x[n], y, targets[0].Name, want[n], targets[2].Name)
		}
	}
}
