package interp

import (
	"fmt"

	"weft/codegen"
	"weft/ops"
)

// elem is a Go type that holds one lane. A bool lane is a uint8 of 0 or 1, since memory may hold any byte; a 16-bit float is
// its bits.
type elem interface {
	uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 | float32 | float64
}

// kind is what can be done with lanes of one dtype whatever they mean: constants, copies, memory.
type kind interface {
	instr(f *frame, in *codegen.Instr) step
	move(f *frame, dst, src codegen.Value) step
	swap(f *frame, dst, src codegen.Value) (save, put step)
	where(f *frame, in *codegen.Instr) step
}

type lanesOf[T elem] struct {
	// decode reads the bits of an ops.Value or of a scalar parameter.
	fromValue  func(ops.Value) T
	fromScalar func(int64) T
}

func kindOf(d ops.DType) kind {
	k := kinds[d]
	if k == nil {
		panic(fmt.Sprintf("no lanes of %v", d))
	}
	return k
}

// instr makes the instructions that mean the same for every dtype.
func (k lanesOf[T]) instr(f *frame, in *codegen.Instr) step {
	switch in.Code {
	case codegen.Const:
		fill(reg[T](f, in.Out), k.fromValue(in.Val))
		return nil
	case codegen.Param:
		d, i := reg[T](f, in.Out), in.Int
		return func() { d[0] = k.fromScalar(f.scalars[i]) }
	case codegen.Splat:
		return k.splat(f, in)
	case codegen.FoldLanes:
		return foldLanes[T](f, in)
	case codegen.Transpose:
		return transpose[T](f, in)
	case codegen.LoadMem:
		return load(f, in, k.fromValue(in.Mem.Else))
	case codegen.StoreMem:
		return store[T](f, in)
	}
	panic(fmt.Sprintf("unknown instruction %d", in.Code))
}

// splat copies a uniform to all lanes; nothing is left of it where every reader takes the uniform itself, or where it is a
// constant.
func (k lanesOf[T]) splat(f *frame, in *codegen.Instr) step {
	if f.phase.uses[in.Out] == 0 {
		return nil
	}
	d, a := reg[T](f, in.Out), reg[T](f, in.Args[0])
	if def := f.phase.values[in.Args[0]].def; def != nil && def.Code == codegen.Const {
		fill(d, k.fromValue(def.Val))
		return nil
	}
	return func() { fill(d, a[0]) }
}

func fill[T elem](d []T, v T) {
	for i := range d {
		d[i] = v
	}
}

// move copies one register to another, or is nil where they are the same.
func (k lanesOf[T]) move(f *frame, dst, src codegen.Value) step {
	d, s := reg[T](f, dst), reg[T](f, src)
	if &d[0] == &s[0] {
		return nil
	}
	if len(d) != len(s) {
		panic(fmt.Sprintf("copy of %d lanes to %d", len(s), len(d)))
	}
	if len(d) == 1 {
		return func() { d[0] = s[0] }
	}
	return func() { copy(d, s) }
}

// swap is a move in two halves, through a register that no value of the program has.
func (k lanesOf[T]) swap(f *frame, dst, src codegen.Value) (save, put step) {
	d, s := reg[T](f, dst), reg[T](f, src)
	tmp := make([]T, len(d))
	return func() { copy(tmp, s) }, func() { copy(d, tmp) }
}

func (k lanesOf[T]) where(f *frame, in *codegen.Instr) step {
	cond := reg[uint8](f, in.Args[0])
	d, a, b := reg[T](f, in.Out), reg[T](f, in.Args[1]), reg[T](f, in.Args[2])
	_, _, _ = a[len(d)-1], b[len(d)-1], cond[len(d)-1]
	return func() {
		cond, a, b := cond[:len(d)], a[:len(d)], b[:len(d)]
		for i := range d {
			v := b[i]
			if cond[i] != 0 {
				v = a[i]
			}
			d[i] = v
		}
	}
}
