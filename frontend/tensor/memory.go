package tensor

import (
	"encoding/binary"
	"math"
	"runtime"
	"slices"
)

// keepAlive holds memory outside Go's heap until here.
func keepAlive(s hostMemory) { runtime.KeepAlive(s) }

func cloneShape(shape []int) []int { return slices.Clone(shape) }

// encode writes data to memory, little-endian.
func encode[T Element](to []byte, data []T) {
	switch xs := any(data).(type) {
	case []float32:
		for i, x := range xs {
			binary.LittleEndian.PutUint32(to[4*i:], math.Float32bits(x))
		}
	case []float64:
		for i, x := range xs {
			binary.LittleEndian.PutUint64(to[8*i:], math.Float64bits(x))
		}
	case []uint8:
		copy(to, xs)
	case []bool:
		for i, x := range xs {
			to[i] = 0
			if x {
				to[i] = 1
			}
		}
	default:
		encodeInts(to, data)
	}
}

func encodeInts[T Element](to []byte, data []T) {
	switch xs := any(data).(type) {
	case []int:
		put64(to, xs)
	case []int64:
		put64(to, xs)
	case []uint:
		put64(to, xs)
	case []uint64:
		put64(to, xs)
	case []int32:
		put32(to, xs)
	case []uint32:
		put32(to, xs)
	case []int16:
		put16(to, xs)
	case []uint16:
		put16(to, xs)
	case []int8:
		for i, x := range xs {
			to[i] = byte(x)
		}
	}
}

func put64[T int | int64 | uint | uint64](to []byte, xs []T) {
	for i, x := range xs {
		binary.LittleEndian.PutUint64(to[8*i:], uint64(x))
	}
}

func put32[T int32 | uint32](to []byte, xs []T) {
	for i, x := range xs {
		binary.LittleEndian.PutUint32(to[4*i:], uint32(x))
	}
}

func put16[T int16 | uint16](to []byte, xs []T) {
	for i, x := range xs {
		binary.LittleEndian.PutUint16(to[2*i:], uint16(x))
	}
}

// decode reads n elements of the dtype of T from memory.
func decode[T Element](from []byte, n int) []T {
	out := make([]T, n)
	switch xs := any(out).(type) {
	case []float32:
		for i := range xs {
			xs[i] = math.Float32frombits(binary.LittleEndian.Uint32(from[4*i:]))
		}
	case []float64:
		for i := range xs {
			xs[i] = math.Float64frombits(binary.LittleEndian.Uint64(from[8*i:]))
		}
	case []uint8:
		copy(xs, from)
	case []bool:
		for i := range xs {
			xs[i] = from[i] != 0
		}
	default:
		decodeInts(from, out)
	}
	return out
}

func decodeInts[T Element](from []byte, out []T) {
	switch xs := any(out).(type) {
	case []int:
		get64(from, xs)
	case []int64:
		get64(from, xs)
	case []uint:
		get64(from, xs)
	case []uint64:
		get64(from, xs)
	case []int32:
		get32(from, xs)
	case []uint32:
		get32(from, xs)
	case []int16:
		get16(from, xs)
	case []uint16:
		get16(from, xs)
	case []int8:
		for i := range xs {
			xs[i] = int8(from[i])
		}
	}
}

func get64[T int | int64 | uint | uint64](from []byte, xs []T) {
	for i := range xs {
		xs[i] = T(binary.LittleEndian.Uint64(from[8*i:]))
	}
}

func get32[T int32 | uint32](from []byte, xs []T) {
	for i := range xs {
		xs[i] = T(binary.LittleEndian.Uint32(from[4*i:]))
	}
}

func get16[T int16 | uint16](from []byte, xs []T) {
	for i := range xs {
		xs[i] = T(binary.LittleEndian.Uint16(from[2*i:]))
	}
}
