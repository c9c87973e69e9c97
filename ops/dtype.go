// Package ops is the one table of what Weft can compute: data types, operations, their families, arities, dtype
// rules, neutral elements and reference functions. Every other package reads it; it knows none of them.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package ops

import "fmt"

// DType is the element type of a tensor.
type DType uint8

// The data types. Float16 and BFloat16 are storage formats whose arithmetic is done in float32 and rounded.
const (
	Invalid DType = iota
	Bool
	Int8
	Int16
	Int32
	Int64
	Uint8
	Uint16
	Uint32
	Uint64
	Float16
	BFloat16
	Float32
	Float64
	numDTypes
)

// Kind is the category that promotion works by.
type Kind uint8

// The categories, in rising order of promotion.
const (
	KindNone Kind = iota
	KindBool
	KindUint
	KindInt
	KindFloat
)

type dtypeInfo struct {
	name string
	size int
	kind Kind
}

var dtypes = [numDTypes]dtypeInfo{
	Invalid:  {"invalid", 0, KindNone},
	Bool:     {"bool", 1, KindBool},
	Int8:     {"int8", 1, KindInt},
	Int16:    {"int16", 2, KindInt},
	Int32:    {"int32", 4, KindInt},
	Int64:    {"int64", 8, KindInt},
	Uint8:    {"uint8", 1, KindUint},
	Uint16:   {"uint16", 2, KindUint},
	Uint32:   {"uint32", 4, KindUint},
	Uint64:   {"uint64", 8, KindUint},
	Float16:  {"float16", 2, KindFloat},
	BFloat16: {"bfloat16", 2, KindFloat},
	Float32:  {"float32", 4, KindFloat},
	Float64:  {"float64", 8, KindFloat},
}

// String gives the name that PyTorch uses, such as "float32".
func (d DType) String() string {
	if d < numDTypes {
		return dtypes[d].name
	}
	return fmt.Sprintf("dtype(%d)", uint8(d))
}

// Valid says that d is one of the data types.
func (d DType) Valid() bool { return d > Invalid && d < numDTypes }

// Size is the number of bytes of one element.
func (d DType) Size() int { return dtypes[d].size }

// Kind is the category of d.
func (d DType) Kind() Kind { return dtypes[d].kind }

// IsFloat says whether d is a floating point type.
func (d DType) IsFloat() bool { return d.Kind() == KindFloat }

// IsInt says whether d is an integer type, signed or not; bool is none.
func (d DType) IsInt() bool { return d.Kind() == KindInt || d.Kind() == KindUint }

// IsUnsigned says whether d is an unsigned integer type.
func (d DType) IsUnsigned() bool { return d.Kind() == KindUint }

// IsHalf says whether d is a 16-bit float, which is computed in float32 and rounded after each operation.
func (d DType) IsHalf() bool { return d == Float16 || d == BFloat16 }

// Compute is the type that arithmetic on d is done in: float32 for the 16-bit floats, d itself otherwise.
func (d DType) Compute() DType {
	if d.IsHalf() {
		return Float32
	}
	return d
}

// DTypes lists every data type, in table order.
func DTypes() []DType {
	all := make([]DType, 0, numDTypes-1)
	for d := Bool; d < numDTypes; d++ {
		all = append(all, d)
	}
	return all
}

// ParseDType finds a data type by its name.
func ParseDType(name string) (DType, bool) {
	for d := Bool; d < numDTypes; d++ {
		if dtypes[d].name == name {
			return d, true
		}
	}
	return Invalid, false
}
