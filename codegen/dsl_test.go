package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// dsl builds kernels by hand for tests.
type dsl struct {
	*schedule.Builder
	k   *schedule.Kernel
	cur []*schedule.Range
}

func newDSL(name string) *dsl {
	return &dsl{Builder: schedule.NewBuilder(), k: &schedule.Kernel{Name: name}}
}

func (d *dsl) buf(t ops.DType, elems int64) int {
	d.k.Bufs = append(d.k.Bufs, schedule.Buf{DType: t, Elems: elems, Align: 64, Alias: len(d.k.Bufs)})
	return len(d.k.Bufs) - 1
}

func (d *dsl) out(n int64) *schedule.Range { return d.Range(schedule.Out, n) }
func (d *dsl) red(n int64) *schedule.Range { return d.Range(schedule.Red, n) }

// at is the row order index of ranges with the strides given by extents.
func (d *dsl) at(ranges ...*schedule.Range) *schedule.Expr {
	x := d.Int(0)
	for _, r := range ranges {
		x = d.Add(d.Mul(x, r.Extent), d.Var(r))
	}
	return x
}

func (d *dsl) load(buf int, index *schedule.Expr) *schedule.Expr {
	d.k.Bufs[buf].Read = true
	return d.Load(buf, d.k.Bufs[buf].DType, index, nil, ops.Value{})
}

func (d *dsl) op(op ops.Op, src ...*schedule.Expr) *schedule.Expr {
	t := src[len(src)-1].DType
	if op.Info().Rule == ops.RuleBool {
		t = ops.Bool
	}
	return d.ALU(op, t, src...)
}

func (d *dsl) f32(v float64) *schedule.Expr { return d.Const(ops.FloatValue(ops.Float32, v)) }

func (d *dsl) reduce(op ops.Op, order schedule.Order, body *schedule.Expr, ranges ...*schedule.Range) *schedule.Expr {
	return d.Reduce(&schedule.Reduction{Op: op, Ranges: ranges, Order: order}, body)
}

func (d *dsl) store(buf int, index, value *schedule.Expr) schedule.Store {
	d.k.Bufs[buf].Written = true
	return schedule.Store{Buf: buf, Index: index, Value: value}
}

func (d *dsl) nest(ranges []*schedule.Range, stores ...schedule.Store) *dsl {
	d.k.Phases = append(d.k.Phases, schedule.Nest{Ranges: ranges, Stores: stores})
	return d
}

var down = schedule.Order{Unroll: 1}
var across4 = schedule.Order{Across: true, Unroll: 4}
