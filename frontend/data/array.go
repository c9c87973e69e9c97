package data

import (
	"fmt"

	"weft/ops"
)

// Array is data in the memory of the host: elements of one dtype in row order, little-endian.
type Array struct {
	DType ops.DType
	Shape []int
	Bytes []byte
}

// Len is the length of the first axis: the number of samples. A scalar is one sample.
func (a *Array) Len() int {
	if len(a.Shape) == 0 {
		return 1
	}
	return a.Shape[0]
}

// rowBytes is the size of one sample.
func (a *Array) rowBytes() int {
	n := a.DType.Size()
	for i, d := range a.Shape {
		if i > 0 {
			n *= d
		}
	}
	return n
}

// Slice is the samples from start to end; it shares memory with a.
func (a *Array) Slice(start, end int) *Array {
	if len(a.Shape) == 0 || start < 0 || end < start || end > a.Shape[0] {
		panic(dataError("slice", fmt.Sprintf("samples %d to %d of %d", start, end, a.Len()), ""))
	}
	row := a.rowBytes()
	return &Array{a.DType, append([]int{end - start}, a.Shape[1:]...), a.Bytes[start*row : end*row]}
}

// take copies the samples at the given places into a fresh array.
func (a *Array) take(places []int) *Array {
	row := a.rowBytes()
	out := &Array{a.DType, append([]int{len(places)}, a.Shape[1:]...), make([]byte, 0, len(places)*row)}
	for _, p := range places {
		out.Bytes = append(out.Bytes, a.Bytes[p*row:(p+1)*row]...)
	}
	return out
}
