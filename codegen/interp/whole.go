package interp

import (
	"weft/codegen"
	"weft/ops"
)

// signedOp makes a primitive on signed integers.
func signedOp[T signed](f *frame, in *codegen.Instr) step {
	if in.Op != ops.Abs {
		return wholeOp[T](f, in)
	}
	o := operandsOf[T](f, in)
	return func() {
		a := o.a[:len(o.d)]
		for i, v := range a {
			if v < 0 {
				v = -v
			}
			o.d[i] = v
		}
	}
}

// wholeOp makes a primitive on integers. Go's own rules are the wanted ones: everything wraps, the smallest value by -1 too,
// and a shift of more than the width leaves nothing but the sign; a negative count becomes a huge one.
func wholeOp[T whole](f *frame, in *codegen.Instr) step {
	o := operandsOf[T](f, in)
	if s := numberOp(in.Op, o); s != nil {
		return s
	}
	if s := bitOp(in.Op, o); s != nil {
		return s
	}
	d := o.d
	switch in.Op {
	case ops.Abs:
		return func() { copy(d, o.a) }
	case ops.Not:
		return func() {
			a := o.a[:len(d)]
			for i := range d {
				d[i] = ^a[i]
			}
		}
	case ops.Div:
		return func() {
			for i, b := range o.b[:len(d)] {
				v := T(0)
				if b != 0 {
					v = o.a[i] / b
				}
				d[i] = v
			}
		}
	case ops.Mod:
		return func() {
			for i, b := range o.b[:len(d)] {
				v := T(0)
				if b != 0 {
					v = o.a[i] % b
				}
				d[i] = v
			}
		}
	case ops.Shl:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] << uint64(b[i])
			}
		}
	case ops.Shr:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] >> uint64(b[i])
			}
		}
	}
	panic(unknown(in))
}

// bitOp makes a bitwise operation, nil for others.
func bitOp[T whole](op ops.Op, o operands[T]) step {
	d := o.d
	switch op {
	case ops.And:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] & b[i]
			}
		}
	case ops.Or:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] | b[i]
			}
		}
	case ops.Xor:
		return func() {
			a, b := o.a[:len(d)], o.b[:len(d)]
			for i := range d {
				d[i] = a[i] ^ b[i]
			}
		}
	}
	return nil
}

// boolOp makes a primitive on bools, which are 0 or 1: and is min, or is max.
func boolOp(f *frame, in *codegen.Instr) step {
	o := operandsOf[uint8](f, in)
	if s := bitOp(in.Op, o); s != nil {
		return s
	}
	switch in.Op {
	case ops.Max, ops.Min:
		return numberOp(in.Op, o)
	case ops.Not:
		return func() {
			a := o.a[:len(o.d)]
			for i := range o.d {
				o.d[i] = a[i] ^ 1
			}
		}
	}
	panic(unknown(in))
}
