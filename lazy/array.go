package lazy

import "weft/ops"

// Array is a value in row order, as the reference evaluator computes it.
type Array struct {
	DType ops.DType
	Shape []int
	// Bits holds the elements as ops.Value holds them.
	Bits []uint64
}

// NewArray makes an array of zeros.
func NewArray(d ops.DType, shape []int) *Array {
	return &Array{d, shape, make([]uint64, Numel(shape))}
}

// At is element i in row order.
func (a *Array) At(i int) ops.Value { return ops.Value{DType: a.DType, Bits: a.Bits[i]} }

// Floats reads all elements as float64.
func (a *Array) Floats() []float64 {
	out := make([]float64, len(a.Bits))
	for i := range out {
		out[i] = a.At(i).Float()
	}
	return out
}

// Ints reads all elements as int64.
func (a *Array) Ints() []int64 {
	out := make([]int64, len(a.Bits))
	for i := range out {
		out[i] = a.At(i).Int()
	}
	return out
}

// Bytes is the array as it lies in memory.
func (a *Array) Bytes() []byte {
	size := a.DType.Size()
	out := make([]byte, size*len(a.Bits))
	for i := range a.Bits {
		a.At(i).Store(out[i*size:])
	}
	return out
}

// ArrayOf reads an array of d and shape from memory, which holds enough bytes.
func ArrayOf(d ops.DType, shape []int, memory []byte) *Array {
	a := NewArray(d, shape)
	for i := range a.Bits {
		a.Bits[i] = ops.Load(d, memory[i*d.Size():]).Bits
	}
	return a
}
