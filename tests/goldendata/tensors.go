package goldendata

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Tensor is a recorded tensor: raw little-endian elements in row order.
type Tensor struct {
	DType string // safetensors' spelling, such as F32
	Shape []int
	Data  []byte
}

var dtypeNames = map[string]string{"BOOL": "bool", "U8": "uint8", "I8": "int8", "I16": "int16", "I32": "int32", "I64": "int64",
	"F16": "float16", "BF16": "bfloat16", "F32": "float32", "F64": "float64"}

// DTypeName spells a safetensors dtype as PyTorch does: float32 for F32.
func DTypeName(short string) string {
	if long, ok := dtypeNames[short]; ok {
		return long
	}
	return strings.ToLower(short)
}

// ReadTensors reads a safetensors file of the answers; a missing file holds no tensors.
func ReadTensors(answers fs.FS, name string) (map[string]Tensor, error) {
	b, err := fs.ReadFile(answers, name)
	if err != nil {
		return map[string]Tensor{}, nil
	}
	if len(b) < 8 || binary.LittleEndian.Uint64(b) > uint64(len(b)-8) {
		return nil, fmt.Errorf("%s: truncated header", name)
	}
	end := 8 + int(binary.LittleEndian.Uint64(b))
	var header map[string]struct {
		DType   string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	if err := json.Unmarshal(b[8:end], &header); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	data, out := b[end:], make(map[string]Tensor, len(header))
	for key, h := range header {
		if key == "__metadata__" {
			continue
		}
		if h.Offsets[0] < 0 || h.Offsets[1] < h.Offsets[0] || h.Offsets[1] > len(data) {
			return nil, fmt.Errorf("%s: %s lies outside the file", name, key)
		}
		out[key] = Tensor{h.DType, h.Shape, data[h.Offsets[0]:h.Offsets[1]]}
	}
	return out, nil
}
