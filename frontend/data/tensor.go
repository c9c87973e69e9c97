package data

import (
	"weft/frontend/internal/files"
	"weft/frontend/tensor"
	"weft/ops"
)

// Tensor makes a tensor of the array on the default device, or on the one named. Memory that is refused panics with the one error
// type.
func (a *Array) Tensor(device ...string) *tensor.Tensor {
	o := tensor.Options{DType: a.DType, Device: files.Device(device)}
	t, err := o.FromBytes(a.Shape, func(memory []byte) error {
		copy(memory, a.Bytes)
		return nil
	})
	if err != nil {
		panic(err)
	}
	return t
}

// Long is the array with its elements, whole numbers, as int64: class ids.
func (a *Array) Long() *Array {
	out := &Array{DType: ops.Int64, Shape: a.Shape, Bytes: make([]byte, 0, 8*len(a.Bytes)/max(1, a.DType.Size()))}
	for at := 0; at < len(a.Bytes); at += a.DType.Size() {
		out.Bytes = appendUint64(out.Bytes, uint64(ops.Load(a.DType, a.Bytes[at:]).Int()))
	}
	return out
}
