package interp

import (
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

const n = 64 // elements of a row; a multiple of the lanes

var awkward = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 1e10, -1e10, 3e9, 1e19, -1e19, 2e19, 1e300, 1e-40, 65520, 1e5,
	127, 128, -128, -129, 255, 256, math.Inf(1), math.Inf(-1), math.NaN()}

// draw makes a value of d: often an awkward one.
func draw(r *rand.Rand, d ops.DType) ops.Value {
	switch {
	case d.IsFloat() && r.IntN(2) == 0:
		return ops.FloatValue(d, awkward[r.IntN(len(awkward))])
	case d.IsFloat():
		return ops.FloatValue(d, r.NormFloat64()*math.Exp2(float64(r.IntN(40)-20)))
	case d == ops.Bool:
		return ops.BoolValue(r.IntN(2) == 0)
	case r.IntN(3) == 0: // the ends, and small numbers
		return ops.Value{DType: ops.Uint64, Bits: []uint64{0, 1, 2, ^uint64(0), 1 << (8*d.Size() - 1), 1<<(8*d.Size()-1) - 1, 7, 8}[r.IntN(8)]}.Cast(d)
	}
	return ops.Value{DType: ops.Uint64, Bits: r.Uint64() >> r.IntN(64)}.Cast(d)
}

// column is a buffer of n values.
type column struct {
	d    ops.DType
	data []uint64 // 8-byte units, so that any type is aligned
}

func newColumn(d ops.DType) column { return column{d, make([]uint64, n)} }

func (c column) bytes() []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&c.data[0])), 8*n) }
func (c column) set(i int, v ops.Value) {
	v.Store(c.bytes()[i*c.d.Size():])
}
func (c column) get(i int) ops.Value { return ops.Load(c.d, c.bytes()[i*c.d.Size():]) }

func drawn(r *rand.Rand, d ops.DType) column {
	c := newColumn(d)
	for i := range n {
		c.set(i, draw(r, d))
	}
	return c
}

func sameValue(a, b ops.Value) bool {
	return a == b || a.DType == b.DType && a.DType.IsFloat() && a.Float() != a.Float() && b.Float() != b.Float()
}

// runPrimitive applies op lane by lane, vl lanes at a time, or uniformly where vl is 1.
func runPrimitive(t *testing.T, op ops.Op, vl int, out ops.DType, in []column) column {
	t.Helper()
	var bufs []codegen.Buf
	var ptrs []unsafe.Pointer
	for _, c := range in {
		bufs, ptrs = append(bufs, buf(c.d, n)), append(ptrs, ptr(c.data))
	}
	result := newColumn(out)
	b := newProg(max(vl, 4), append(bufs, buf(out, n))...)
	v, vec := b.variable(), vl > 1
	access := func(i int) codegen.Access {
		m := row(i, v, vl)
		m.Lane = int64(min(vl-1, 1))
		return m
	}
	var body []codegen.Instr
	var args []codegen.Value
	for i, c := range in {
		args = append(args, b.load(&body, c.d, vec, access(i)))
	}
	store1(&body, out, vec, b.alu(&body, op, out, vec, args...), access(len(in)))
	runAll(t, b.phase(v, int64(n/vl), body), nil, append(ptrs, ptr(result.data))...)
	return result
}

func checkPrimitive(t *testing.T, r *rand.Rand, op ops.Op, out ops.DType, in ...ops.DType) {
	t.Helper()
	for _, vl := range []int{1, 4, 16} {
		var cols []column
		for _, d := range in {
			cols = append(cols, drawn(r, d))
		}
		got := runPrimitive(t, op, vl, out, cols)
		for i := range n {
			var args []ops.Value
			for _, c := range cols {
				args = append(args, c.get(i))
			}
			if want := op.Info().Ref(args, out); !sameValue(got.get(i), want) {
				t.Fatalf("%v%v to %v, %d lanes: %v, want %v", op, args, out, vl, got.get(i), want)
			}
		}
	}
}

func allowed(op ops.Op, d ops.DType) bool {
	on := op.Info().On
	switch {
	case d == ops.Bool:
		return on&ops.OnBool != 0
	case d.IsInt():
		return on&ops.OnInt != 0
	}
	return on&ops.OnFloat != 0 && !d.IsHalf()
}

func TestPrimitives(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, op := range codegen.Primitives {
		t.Run(op.String(), func(t *testing.T) {
			for _, d := range ops.DTypes() {
				switch {
				case op == ops.Cast || op == ops.Bitcast || d == ops.Bool && op == ops.Div:
				case op == ops.Mod && d.IsFloat(): // decomposed
				case op == ops.Where:
					checkPrimitive(t, r, op, d, ops.Bool, d, d)
				case !allowed(op, d):
				case op.Info().Rule == ops.RuleBool:
					checkPrimitive(t, r, op, ops.Bool, d, d)
				case op.Arity() == 1:
					checkPrimitive(t, r, op, d, d)
				default:
					checkPrimitive(t, r, op, d, d, d)
				}
			}
		})
	}
}

func TestCasts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, from := range ops.DTypes() {
		for _, to := range ops.DTypes() {
			checkPrimitive(t, r, ops.Cast, to, from)
			if from.Size() == to.Size() && to != ops.Bool {
				checkPrimitive(t, r, ops.Bitcast, to, from)
			}
		}
	}
}
