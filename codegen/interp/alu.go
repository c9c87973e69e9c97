package interp

import (
	"fmt"

	"weft/codegen"
	"weft/ops"
)

// signed, unsigned and real are the lanes that arithmetic is done on.
type signed interface{ int8 | int16 | int32 | int64 }
type unsigned interface {
	uint8 | uint16 | uint32 | uint64
}
type whole interface{ signed | unsigned }
type real interface{ float32 | float64 }

// alu makes one primitive. Casts, selections and comparisons have a result or operands of another type; the rest have one
// type throughout.
func (f *frame) alu(in *codegen.Instr) step {
	switch in.Op {
	case ops.Cast:
		return f.cast(in)
	case ops.Bitcast:
		return f.bitcast(in)
	case ops.Where:
		return kindOf(in.DType).where(f, in)
	case ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE:
		return f.compare(in)
	}
	switch in.DType {
	case ops.Float32:
		return realOp[float32](f, in)
	case ops.Float64:
		return realOp[float64](f, in)
	case ops.Bool:
		return boolOp(f, in)
	case ops.Int8:
		return signedOp[int8](f, in)
	case ops.Int16:
		return signedOp[int16](f, in)
	case ops.Int32:
		return signedOp[int32](f, in)
	case ops.Int64:
		return signedOp[int64](f, in)
	case ops.Uint8:
		return wholeOp[uint8](f, in)
	case ops.Uint16:
		return wholeOp[uint16](f, in)
	case ops.Uint32:
		return wholeOp[uint32](f, in)
	case ops.Uint64:
		return wholeOp[uint64](f, in)
	}
	panic(unknown(in))
}

func unknown(in *codegen.Instr) string { return fmt.Sprintf("no primitive %v on %v", in.Op, in.DType) }

// numberOp makes what integers and floats share, nil for the rest. A product is converted so that no compiler contracts it
// with an addition.
func numberOp[T elem](op ops.Op, o operands[T]) step {
	d := o.d
	switch op {
	case ops.Neg:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = -a[i]
			}
		}
	case ops.Add:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] + b[i]
			}
		}
	case ops.Sub:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] - b[i]
			}
		}
	case ops.Mul:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = T(a[i] * b[i])
			}
		}
	case ops.Max:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = max(a[i], b[i])
			}
		}
	case ops.Min:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = min(a[i], b[i])
			}
		}
	}
	return nil
}
