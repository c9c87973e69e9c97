package interp

import (
	"weft/codegen"
	"weft/ops"
)

func (f *frame) compare(in *codegen.Instr) step {
	switch f.dtype(in.Args[0]) {
	case ops.Float32:
		return compareOf[float32](f, in)
	case ops.Float64:
		return compareOf[float64](f, in)
	case ops.Int8:
		return compareOf[int8](f, in)
	case ops.Int16:
		return compareOf[int16](f, in)
	case ops.Int32:
		return compareOf[int32](f, in)
	case ops.Int64:
		return compareOf[int64](f, in)
	case ops.Bool, ops.Uint8:
		return compareOf[uint8](f, in)
	case ops.Uint16:
		return compareOf[uint16](f, in)
	case ops.Uint32:
		return compareOf[uint32](f, in)
	case ops.Uint64:
		return compareOf[uint64](f, in)
	}
	panic(unknown(in))
}

// compareOf makes a comparison. Go's operators are the wanted ones: false with NaN, but for "not equal".
func compareOf[T elem](f *frame, in *codegen.Instr) step {
	d, a0, b0 := reg[uint8](f, in.Out), reg[T](f, in.Args[0]), reg[T](f, in.Args[1])
	_, _ = a0[len(d)-1], b0[len(d)-1]
	switch in.Op {
	case ops.CmpLT:
		return func() {
			a, b := a0[:len(d)], b0[:len(d)]
			for i := range d {
				d[i] = bit(a[i] < b[i])
			}
		}
	case ops.CmpLE:
		return func() {
			a, b := a0[:len(d)], b0[:len(d)]
			for i := range d {
				d[i] = bit(a[i] <= b[i])
			}
		}
	case ops.CmpEQ:
		return func() {
			a, b := a0[:len(d)], b0[:len(d)]
			for i := range d {
				d[i] = bit(a[i] == b[i])
			}
		}
	case ops.CmpNE:
		return func() {
			a, b := a0[:len(d)], b0[:len(d)]
			for i := range d {
				d[i] = bit(a[i] != b[i])
			}
		}
	}
	panic(unknown(in))
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
