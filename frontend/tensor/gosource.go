package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"weft/ops"
)

// goNames is the Go type that elements of each dtype are written in.
var goNames = map[DType]string{Bool: "bool", Int8: "int8", Int16: "int16", Int32: "int32", Int64: "int64", Uint8: "uint8",
	Uint16: "uint16", Uint32: "uint32", Uint64: "uint64", Float16: "float32", BFloat16: "float32", Float32: "float32",
	Float64: "float64"}

// castNames is what makes the dtypes that have no Go type.
var castNames = map[DType]string{Float16: ".Cast(tensor.Float16)", BFloat16: ".Cast(tensor.BFloat16)"}

// GoString is Go source that makes the tensor again, every element written out: it wants this package and, for NaN,
// infinities and -0, package math. It never computes: a tensor whose value is not in memory yet is shown as String shows it.
func (t *Tensor) GoString() string {
	at, done := t.elements()
	if at == nil {
		return t.String()
	}
	defer done()
	n := t.n()
	items := make([]string, n.Numel())
	for i := range items {
		items[i] = goElement(at(i))
	}
	out := fmt.Sprintf("tensor.New([]%s{%s}%s)", goNames[n.DType], strings.Join(items, ", "), goShape(n.Shape))
	if len(n.Shape) == 0 {
		out += ".Reshape()"
	}
	return out + castNames[n.DType]
}

func goShape(shape []int) string {
	var b strings.Builder
	for _, d := range shape {
		fmt.Fprintf(&b, ", %d", d)
	}
	return b.String()
}

// goElement is an element as a Go expression of its type.
func goElement(v ops.Value) string {
	if v.DType == Bool {
		return strconv.FormatBool(v.IsTrue())
	}
	if !v.DType.IsFloat() {
		return v.String()
	}
	f := v.Float()
	name := goNames[v.DType]
	switch {
	case f != f:
		return name + "(math.NaN())"
	case math.IsInf(f, 0):
		return fmt.Sprintf("%s(math.Inf(%d))", name, int(math.Copysign(1, f)))
	case f == 0 && math.Signbit(f):
		return name + "(math.Copysign(0, -1))"
	}
	return shortest(v.DType, f, 'g')
}
