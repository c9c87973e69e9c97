package interp

import (
	"math"

	"weft/ops"
)

var kinds map[ops.DType]kind

// The table is filled by init: its functions lead back to it.
func init() {
	kinds = map[ops.DType]kind{
		ops.Bool: integer[uint8](), ops.Uint8: integer[uint8](), ops.Uint16: integer[uint16](),
		ops.Uint32: integer[uint32](), ops.Uint64: integer[uint64](),
		ops.Int8: integer[int8](), ops.Int16: integer[int16](), ops.Int32: integer[int32](), ops.Int64: integer[int64](),
		ops.Float16: lanesOf[uint16]{
			func(v ops.Value) uint16 { return ops.Float32ToHalf(float32(v.Float())) },
			func(s int64) uint16 { return uint16(s) },
		},
		ops.BFloat16: lanesOf[uint16]{
			func(v ops.Value) uint16 { return ops.Float32ToBFloat(float32(v.Float())) },
			func(s int64) uint16 { return uint16(s) },
		},
		ops.Float32: lanesOf[float32]{
			func(v ops.Value) float32 { return float32(v.Float()) },
			func(s int64) float32 { return math.Float32frombits(uint32(s)) },
		},
		ops.Float64: lanesOf[float64]{
			func(v ops.Value) float64 { return v.Float() },
			func(s int64) float64 { return math.Float64frombits(uint64(s)) },
		},
	}
}

func integer[T uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64]() lanesOf[T] {
	return lanesOf[T]{func(v ops.Value) T { return T(v.Bits) }, func(s int64) T { return T(s) }}
}
