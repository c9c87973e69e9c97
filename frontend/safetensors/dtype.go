package safetensors

import "weft/ops"

// dtypeNames are the format's names of our dtypes.
var dtypeNames = map[ops.DType]string{
	ops.Bool: "BOOL", ops.Float16: "F16", ops.BFloat16: "BF16", ops.Float32: "F32", ops.Float64: "F64",
	ops.Int8: "I8", ops.Int16: "I16", ops.Int32: "I32", ops.Int64: "I64",
	ops.Uint8: "U8", ops.Uint16: "U16", ops.Uint32: "U32", ops.Uint64: "U64",
}

var dtypesByName = func() map[string]ops.DType {
	byName := map[string]ops.DType{}
	for d, name := range dtypeNames {
		byName[name] = d
	}
	return byName
}()
