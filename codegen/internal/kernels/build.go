// Package kernels builds kernels by hand and evaluates them one element at a time: what the lowering and the back ends are
// held against in tests.
package kernels

import (
	"weft/ops"
	"weft/schedule"
)

// Maker builds one kernel.
type Maker struct {
	*schedule.Builder
	K *schedule.Kernel
}

// New begins a kernel.
func New(name string) *Maker {
	return &Maker{Builder: schedule.NewBuilder(), K: &schedule.Kernel{Name: name}}
}

// Buf adds a buffer.
func (m *Maker) Buf(t ops.DType, elems int64) int {
	m.K.Bufs = append(m.K.Bufs, schedule.Buf{DType: t, Elems: elems, Align: 64, Alias: len(m.K.Bufs)})
	return len(m.K.Bufs) - 1
}

// Out, Red and Seq make ranges.
func (m *Maker) Out(n int64) *schedule.Range { return m.Range(schedule.Out, n) }

// Red makes a range of a reduction.
func (m *Maker) Red(n int64) *schedule.Range { return m.Range(schedule.Red, n) }

// Seq makes a range whose positions come in order.
func (m *Maker) Seq(n int64) *schedule.Range { return m.Range(schedule.Seq, n) }

// At is the row order index of a position.
func (m *Maker) At(ranges ...*schedule.Range) *schedule.Expr {
	x := m.Int(0)
	for _, r := range ranges {
		x = m.Add(m.Mul(x, r.Extent), m.Var(r))
	}
	return x
}

// Read loads an element.
func (m *Maker) Read(buf int, index *schedule.Expr) *schedule.Expr {
	return m.ReadIf(buf, index, nil)
}

// ReadIf loads an element where the gate holds, and is 0 elsewhere.
func (m *Maker) ReadIf(buf int, index, gate *schedule.Expr) *schedule.Expr {
	m.K.Bufs[buf].Read = true
	t := m.K.Bufs[buf].DType
	return m.Load(buf, t, index, gate, ops.IntValue(t, 0))
}

// Op applies an operation; the dtype follows from the operands.
func (m *Maker) Op(op ops.Op, src ...*schedule.Expr) *schedule.Expr {
	t := src[len(src)-1].DType
	if op.Info().Rule == ops.RuleBool {
		t = ops.Bool
	}
	return m.ALU(op, t, src...)
}

// F32 is a constant.
func (m *Maker) F32(v float64) *schedule.Expr { return m.Const(ops.FloatValue(ops.Float32, v)) }

// Fold reduces body over ranges.
func (m *Maker) Fold(op ops.Op, order schedule.Order, body *schedule.Expr, ranges ...*schedule.Range) *schedule.Expr {
	return m.Reduce(&schedule.Reduction{Op: op, Ranges: ranges, Order: order}, body)
}

// Write is a store.
func (m *Maker) Write(buf int, index, value *schedule.Expr) schedule.Store {
	m.K.Bufs[buf].Written = true
	return schedule.Store{Buf: buf, Index: index, Value: value}
}

// Accumulate is a store that folds into memory.
func (m *Maker) Accumulate(op ops.Op, buf int, index, value *schedule.Expr) schedule.Store {
	st := m.Write(buf, index, value)
	st.Acc = op
	m.K.Bufs[buf].Read = true
	return st
}

// Nest adds a phase.
func (m *Maker) Nest(ranges []*schedule.Range, stores ...schedule.Store) *Maker {
	m.K.Phases = append(m.K.Phases, schedule.Nest{Ranges: ranges, Stores: stores})
	return m
}

// Down and Across are orders of reductions.
func Down() schedule.Order { return schedule.Order{Unroll: 1} }

// Across is the order with lanes and n accumulators.
func Across(n int) schedule.Order { return schedule.Order{Across: true, Unroll: n} }
