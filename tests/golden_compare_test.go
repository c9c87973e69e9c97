package tests

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"weft/ops"
	"weft/tests/goldendata"
)

// values widens raw elements to float64; integers beyond 2^53 are compared by sameBytes before.
func values(d ops.DType, raw []byte) []float64 {
	out := make([]float64, len(raw)/d.Size())
	for i := range out {
		out[i] = element(d, raw[i*d.Size():])
	}
	return out
}

func element(d ops.DType, b []byte) float64 {
	switch d {
	case ops.Bool, ops.Uint8:
		return float64(b[0])
	case ops.Int8:
		return float64(int8(b[0]))
	case ops.Int16:
		return float64(int16(binary.LittleEndian.Uint16(b)))
	case ops.Uint16:
		return float64(binary.LittleEndian.Uint16(b))
	case ops.Int32:
		return float64(int32(binary.LittleEndian.Uint32(b)))
	case ops.Uint32:
		return float64(binary.LittleEndian.Uint32(b))
	case ops.Int64:
		return float64(int64(binary.LittleEndian.Uint64(b)))
	case ops.Uint64:
		return float64(binary.LittleEndian.Uint64(b))
	case ops.Float16:
		return float64(ops.HalfToFloat32(binary.LittleEndian.Uint16(b)))
	case ops.BFloat16:
		return float64(ops.BFloatToFloat32(binary.LittleEndian.Uint16(b)))
	case ops.Float32:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

// compare says how an answer differs from the recorded one, or "".
func compare(got answer, want goldendata.Tensor, shape []int, tol [2]float64) string {
	if got.dtype != want.DType {
		return fmt.Sprintf("dtype %v, want %v", got.dtype, want.DType)
	}
	if !slices.Equal(got.shape, shape) {
		return fmt.Sprintf("shape %v, want %v", got.shape, shape)
	}
	if slices.Equal(got.raw, want.Data) {
		return ""
	}
	if len(got.raw) != len(want.Data) {
		return fmt.Sprintf("%d bytes, want %d", len(got.raw), len(want.Data))
	}
	if !got.dtype.IsFloat() {
		tol = [2]float64{}
	}
	return compareValues(values(got.dtype, got.raw), values(want.DType, want.Data), tol)
}

// compareValues finds the first element out of tolerance.
func compareValues(got, want []float64, tol [2]float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d values, want %d", len(got), len(want))
	}
	for i, w := range want {
		if g := got[i]; !near(g, w, tol) {
			return fmt.Sprintf("element %d: %.9g, want %.9g", i, g, w)
		}
	}
	return ""
}

func near(got, want float64, tol [2]float64) bool {
	if got == want || got != got && want != want {
		return true
	}
	return !math.IsInf(want, 0) && math.Abs(got-want) <= tol[1]+tol[0]*math.Abs(want)
}

// answer is a realized value.
type answer struct {
	dtype ops.DType
	shape []int
	raw   []byte
}
