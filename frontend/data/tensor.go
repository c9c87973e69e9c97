package data

import (
	"encoding/binary"
	"math"

	"weft/frontend/tensor"
	"weft/ops"
)

// Tensor makes a tensor of the array on the default device, or on the one named.
func (a *Array) Tensor(device ...string) *tensor.Tensor {
	on := ""
	if len(device) > 0 {
		on = device[0]
	}
	le := binary.LittleEndian
	switch a.DType {
	case ops.Uint8:
		return tensorOf(a, on, func(b []byte) uint8 { return b[0] })
	case ops.Int8:
		return tensorOf(a, on, func(b []byte) int8 { return int8(b[0]) })
	case ops.Int16:
		return tensorOf(a, on, func(b []byte) int16 { return int16(le.Uint16(b)) })
	case ops.Int32:
		return tensorOf(a, on, func(b []byte) int32 { return int32(le.Uint32(b)) })
	case ops.Int64:
		return tensorOf(a, on, func(b []byte) int64 { return int64(le.Uint64(b)) })
	case ops.Float32:
		return tensorOf(a, on, func(b []byte) float32 { return math.Float32frombits(le.Uint32(b)) })
	case ops.Float64:
		return tensorOf(a, on, func(b []byte) float64 { return math.Float64frombits(le.Uint64(b)) })
	}
	panic(dataError("tensor", "arrays of "+a.DType.String()+" are not read from files", ""))
}

func tensorOf[T tensor.Element](a *Array, device string, decode func([]byte) T) *tensor.Tensor {
	size := a.DType.Size()
	out := make([]T, len(a.Bytes)/size)
	for i := range out {
		out[i] = decode(a.Bytes[i*size:])
	}
	if len(a.Shape) == 0 {
		return tensor.NewOn(device, out, 1).Reshape()
	}
	return tensor.NewOn(device, out, a.Shape...)
}

// Long is the array with its elements, whole numbers, as int64: class ids.
func (a *Array) Long() *Array {
	out := &Array{DType: ops.Int64, Shape: a.Shape, Bytes: make([]byte, 0, 8*len(a.Bytes)/max(1, a.DType.Size()))}
	for at := 0; at < len(a.Bytes); at += a.DType.Size() {
		out.Bytes = appendUint64(out.Bytes, uint64(ops.Load(a.DType, a.Bytes[at:]).Int()))
	}
	return out
}
