package interp

import (
	"weft/codegen"
	"weft/ops"
)

// cast makes a Cast: the source's type is chosen here, the result's in castFrom.
func (f *frame) cast(in *codegen.Instr) step {
	switch f.dtype(in.Args[0]) {
	case ops.Float32:
		return castReal[float32](f, in)
	case ops.Float64:
		return castReal[float64](f, in)
	case ops.Float16:
		return castHalf(f, in, ops.HalfToFloat32)
	case ops.BFloat16:
		return castHalf(f, in, ops.BFloatToFloat32)
	case ops.Int8:
		return castWhole[int8](f, in)
	case ops.Int16:
		return castWhole[int16](f, in)
	case ops.Int32:
		return castWhole[int32](f, in)
	case ops.Int64:
		return castWhole[int64](f, in)
	case ops.Bool, ops.Uint8:
		return castWhole[uint8](f, in)
	case ops.Uint16:
		return castWhole[uint16](f, in)
	case ops.Uint32:
		return castWhole[uint32](f, in)
	case ops.Uint64:
		return castWhole[uint64](f, in)
	}
	panic(unknown(in))
}

// convert makes the loop over lanes of a conversion.
func convert[D, S elem](f *frame, in *codegen.Instr, to func(S) D) step {
	d, s := reg[D](f, in.Out), reg[S](f, in.Args[0])
	_ = s[len(d)-1]
	return func() {
		s := s[:len(d)]
		for i := range d {
			d[i] = to(s[i])
		}
	}
}

// castHalf widens a 16-bit float first: that is exact.
func castHalf(f *frame, in *codegen.Instr, widen func(uint16) float32) step {
	switch in.DType {
	case f.dtype(in.Args[0]):
		return convert(f, in, func(x uint16) uint16 { return x })
	case ops.Float16:
		return convert(f, in, func(x uint16) uint16 { return ops.Float32ToHalf(widen(x)) })
	case ops.BFloat16:
		return convert(f, in, func(x uint16) uint16 { return ops.Float32ToBFloat(widen(x)) })
	case ops.Float32:
		return convert(f, in, widen)
	case ops.Float64:
		return convert(f, in, func(x uint16) float64 { return float64(widen(x)) })
	}
	return toWhole(f, in, func(x uint16) float64 { return float64(widen(x)) })
}

func castReal[S real](f *frame, in *codegen.Instr) step {
	switch in.DType {
	case ops.Float32:
		return convert(f, in, func(x S) float32 { return float32(x) })
	case ops.Float64:
		return convert(f, in, func(x S) float64 { return float64(x) })
	case ops.Float16:
		return convert(f, in, func(x S) uint16 { return ops.Float32ToHalf(float32(x)) })
	case ops.BFloat16:
		return convert(f, in, func(x S) uint16 { return ops.Float32ToBFloat(float32(x)) })
	}
	return toWhole(f, in, func(x S) float64 { return float64(x) })
}

// toWhole truncates and saturates; NaN gives 0. To bool it tests for not zero, which NaN is.
func toWhole[S elem](f *frame, in *codegen.Instr, wide func(S) float64) step {
	switch in.DType {
	case ops.Bool:
		return convert(f, in, func(x S) uint8 { return bit(wide(x) != 0) })
	case ops.Int8:
		return convert(f, in, saturate[int8](wide, -1<<7, 1<<7))
	case ops.Int16:
		return convert(f, in, saturate[int16](wide, -1<<15, 1<<15))
	case ops.Int32:
		return convert(f, in, saturate[int32](wide, -1<<31, 1<<31))
	case ops.Int64:
		return convert(f, in, saturate[int64](wide, -1<<63, 1<<63))
	case ops.Uint8:
		return convert(f, in, saturate[uint8](wide, 0, 1<<8))
	case ops.Uint16:
		return convert(f, in, saturate[uint16](wide, 0, 1<<16))
	case ops.Uint32:
		return convert(f, in, saturate[uint32](wide, 0, 1<<32))
	case ops.Uint64:
		return convert(f, in, saturate[uint64](wide, 0, 1<<64))
	}
	panic(unknown(in))
}

// saturate converts to D, whose values are lo up to but not with end.
func saturate[D whole, S elem](wide func(S) float64, lo, end float64) func(S) D {
	low := D(lo)
	return func(s S) D {
		x := wide(s)
		switch {
		case x >= end:
			return ^low // the largest value is the complement of the smallest
		case x > lo:
			return D(x)
		case x <= lo:
			return low
		}
		return 0
	}
}

func castWhole[S whole](f *frame, in *codegen.Instr) step {
	switch in.DType {
	case ops.Bool:
		return convert(f, in, func(x S) uint8 { return bit(x != 0) })
	case ops.Float32:
		return convert(f, in, func(x S) float32 { return float32(x) })
	case ops.Float64:
		return convert(f, in, func(x S) float64 { return float64(x) })
	case ops.Float16:
		return convert(f, in, func(x S) uint16 { return ops.Float32ToHalf(float32(x)) })
	case ops.BFloat16:
		return convert(f, in, func(x S) uint16 { return ops.Float32ToBFloat(float32(x)) })
	case ops.Int8:
		return convert(f, in, func(x S) int8 { return int8(x) })
	case ops.Int16:
		return convert(f, in, func(x S) int16 { return int16(x) })
	case ops.Int32:
		return convert(f, in, func(x S) int32 { return int32(x) })
	case ops.Int64:
		return convert(f, in, func(x S) int64 { return int64(x) })
	case ops.Uint8:
		return convert(f, in, func(x S) uint8 { return uint8(x) })
	case ops.Uint16:
		return convert(f, in, func(x S) uint16 { return uint16(x) })
	case ops.Uint32:
		return convert(f, in, func(x S) uint32 { return uint32(x) })
	case ops.Uint64:
		return convert(f, in, func(x S) uint64 { return uint64(x) })
	}
	panic(unknown(in))
}

// bitcast copies the bits of lanes of the same size.
func (f *frame) bitcast(in *codegen.Instr) step {
	from, to := f.dtype(in.Args[0]), in.DType
	if from.Size() != to.Size() {
		panic(unknown(in))
	}
	switch to.Size() {
	case 1:
		return copyBits(bitsOf[uint8](f, in.Out), bitsOf[uint8](f, in.Args[0]))
	case 2:
		return copyBits(bitsOf[uint16](f, in.Out), bitsOf[uint16](f, in.Args[0]))
	case 4:
		return copyBits(bitsOf[uint32](f, in.Out), bitsOf[uint32](f, in.Args[0]))
	}
	return copyBits(bitsOf[uint64](f, in.Out), bitsOf[uint64](f, in.Args[0]))
}

func copyBits[U elem](d, s []U) step {
	_ = s[len(d)-1]
	return func() { copy(d, s) }
}

// bitsOf is the register of v as unsigned integers of its size.
func bitsOf[U elem](f *frame, v codegen.Value) []U {
	switch f.dtype(v) {
	case ops.Float32:
		return asBits[U](reg[float32](f, v))
	case ops.Float64:
		return asBits[U](reg[float64](f, v))
	case ops.Int8:
		return asBits[U](reg[int8](f, v))
	case ops.Int16:
		return asBits[U](reg[int16](f, v))
	case ops.Int32:
		return asBits[U](reg[int32](f, v))
	case ops.Int64:
		return asBits[U](reg[int64](f, v))
	}
	return reg[U](f, v)
}
