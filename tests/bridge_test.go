package tests

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"testing"

	"weft/frontend/tensor"
	rt "weft/runtime"
	"weft/tests/goldendata"
)

// fromGolden makes a tensor of recorded elements.
func fromGolden(device string, t goldendata.Tensor, shape []int) *tensor.Tensor {
	if shape == nil {
		shape = t.Shape
	}
	x, err := tensor.Options{DType: t.DType, Device: device}.FromBytes(shape, func(memory []byte) error {
		if n := copy(memory, t.Data); n < max(len(memory), len(t.Data)) {
			return fmt.Errorf("%d recorded bytes do not fill %v of %s", len(t.Data), shape, t.DType)
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return x
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

func rawBytes(t *tensor.Tensor) (raw []byte) {
	err := tensor.Bytes(context.Background(), t, func(memory []byte) error {
		raw = bytes.Clone(memory)
		return nil
	})
	if err != nil {
		panic(err)
	}
	return raw
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
func fallbacks() int { return int(rt.Snapshot().Fallbacks) }
