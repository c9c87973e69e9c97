package tests

import (
	"encoding/binary"
	"math"
	"os"
	"testing"

	"weft/frontend/tensor"
	"weft/ops"
	rt "weft/runtime"
	"weft/tests/goldendata"
)

// fromGolden makes a tensor of recorded elements.
func fromGolden(device string, t goldendata.Tensor, shape []int) *tensor.Tensor {
	d := dtypeNamed(goldendata.DTypeName(t.DType))
	vs := values(d, t.Data)
	if shape == nil {
		shape = t.Shape
	}
	switch d {
	case ops.Int64:
		return typed(device, t.Data, shape, func(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) })
	case ops.Float64:
		return scalarSafe(device, vs, shape)
	case ops.Float32:
		return typed(device, t.Data, shape, func(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) })
	case ops.Int32:
		return typed(device, t.Data, shape, func(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) })
	case ops.Bool:
		return typed(device, t.Data, shape, func(b []byte) bool { return b[0] != 0 })
	case ops.Uint8:
		return typed(device, t.Data, shape, func(b []byte) uint8 { return b[0] })
	case ops.Int8:
		return typed(device, t.Data, shape, func(b []byte) int8 { return int8(b[0]) })
	}
	return scalarSafe(device, vs, shape).Cast(d)
}

func typed[T tensor.Element](device string, raw []byte, shape []int, decode func([]byte) T) *tensor.Tensor {
	size := tensor.DTypeOf[T]().Size()
	out := make([]T, len(raw)/size)
	for i := range out {
		out[i] = decode(raw[i*size:])
	}
	return scalarSafe(device, out, shape)
}

// scalarSafe makes tensors without axes too: an empty shape means the data's length to New.
func scalarSafe[T tensor.Element](device string, data []T, shape []int) *tensor.Tensor {
	if len(shape) == 0 {
		return tensor.NewOn(device, data, 1).Reshape()
	}
	return tensor.NewOn(device, data, shape...)
}

// read takes a tensor's value.
func read(t *tensor.Tensor) answer {
	return answer{t.DType(), t.Shape(), rawBytes(t)}
}

func rawBytes(t *tensor.Tensor) []byte {
	var raw []byte
	switch t.DType() {
	case ops.Int64:
		for _, v := range tensor.MustData[int64](t) {
			raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
		}
		return raw
	case ops.Bool:
		for _, v := range tensor.MustData[bool](t) {
			raw = append(raw, map[bool]byte{true: 1}[v])
		}
		return raw
	}
	vs, err := tensor.Floats(t)
	if err != nil {
		panic(err)
	}
	for _, v := range vs {
		raw = appendElement(raw, t.DType(), v)
	}
	return raw
}

func appendElement(raw []byte, d ops.DType, v float64) []byte {
	le := binary.LittleEndian
	switch d {
	case ops.Int8, ops.Uint8:
		return append(raw, byte(int64(v)))
	case ops.Int16, ops.Uint16:
		return le.AppendUint16(raw, uint16(int64(v)))
	case ops.Int32, ops.Uint32:
		return le.AppendUint32(raw, uint32(int64(v)))
	case ops.Float16:
		return le.AppendUint16(raw, ops.Float32ToHalf(float32(v)))
	case ops.BFloat16:
		return le.AppendUint16(raw, ops.Float32ToBFloat(float32(v)))
	case ops.Float32:
		return le.AppendUint32(raw, math.Float32bits(float32(v)))
	}
	return le.AppendUint64(raw, math.Float64bits(v))
}

// testDevices lists the back ends to test: the one that WEFT_DEVICE names, or all that are linked and can run. Those that
// WEFT_REQUIRE names must be among them.
func testDevices(t *testing.T) []string {
	if d := os.Getenv("WEFT_DEVICE"); d != "" {
		if err := rt.DeviceError(d); err != nil {
			t.Fatal(err)
		}
		return []string{d}
	}
	if err := rt.DeviceError(""); err != nil {
		t.Fatal(err)
	}
	return rt.DeviceNames()
}

// fallbacks counts the kernels that ran on another back end than was asked for.
func fallbacks() int { return 0 }
