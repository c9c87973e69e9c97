package tensor

import "weft/ops"

// DType is the element type of a tensor.
type DType = ops.DType

// The data types. Float16 and BFloat16 are storage formats whose arithmetic is done in float32 and rounded.
const (
	Bool     = ops.Bool
	Int8     = ops.Int8
	Int16    = ops.Int16
	Int32    = ops.Int32
	Int64    = ops.Int64
	Uint8    = ops.Uint8
	Uint16   = ops.Uint16
	Uint32   = ops.Uint32
	Uint64   = ops.Uint64
	Float16  = ops.Float16
	BFloat16 = ops.BFloat16
	Float32  = ops.Float32
	Float64  = ops.Float64
)

// Element is a Go type that tensors are made from and read as. int is int64, uint is uint64.
type Element interface {
	bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// DTypeOf is the data type that elements of type T have in a tensor.
func DTypeOf[T Element]() DType {
	var zero T
	switch any(zero).(type) {
	case bool:
		return Bool
	case int8:
		return Int8
	case int16:
		return Int16
	case int32:
		return Int32
	case int, int64:
		return Int64
	case uint8:
		return Uint8
	case uint16:
		return Uint16
	case uint32:
		return Uint32
	case uint, uint64:
		return Uint64
	case float32:
		return Float32
	}
	return Float64
}

// ResultType is the data type that an operation on tensors, numbers and bools computes in: PyTorch's result_type. Tensors
// without axes and numbers only count where they are of a higher kind. Without a tensor it panics with *Error.
func ResultType(xs ...any) DType {
	d, _ := argsOf("result_type", xs...).types(ops.PolicyAny)
	return d
}
