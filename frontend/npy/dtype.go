package npy

import (
	"strings"

	"weft/frontend/internal/files"
	"weft/ops"
)

// codes are numpy's codes of our dtypes, less the byte order.
var codes = map[ops.DType]string{
	ops.Bool: "b1", ops.Float16: "f2", ops.Float32: "f4", ops.Float64: "f8",
	ops.Int8: "i1", ops.Int16: "i2", ops.Int32: "i4", ops.Int64: "i8",
	ops.Uint8: "u1", ops.Uint16: "u2", ops.Uint32: "u4", ops.Uint64: "u8",
}

var dtypes = func() map[string]ops.DType {
	byCode := map[string]ops.DType{}
	for d, code := range codes {
		byCode[code] = d
	}
	return byCode
}()

// otherKinds are the kinds of numpy dtypes that are no tensor's.
var otherKinds = map[byte]string{
	'O': "objects (pickled)", 'S': "byte strings", 'a': "byte strings", 'U': "strings", 'V': "raw records",
	'c': "complex numbers", 'm': "time spans", 'M': "dates",
}

// descr is how a header spells a dtype: little-endian, or without an order for single bytes.
func descr(d ops.DType) string {
	if d.Size() == 1 {
		return "|" + codes[d]
	}
	return "<" + codes[d]
}

// parseDescr reads a dtype's spelling and says whether its elements are big-endian.
func parseDescr(at files.Place, text string) (d ops.DType, swapped bool, err error) {
	order, code := byte(0), text
	if text != "" && strings.IndexByte("<>|", text[0]) >= 0 {
		order, code = text[0], text[1:]
	}
	d, known := dtypes[code]
	switch {
	case known && (d.Size() == 1 || order == '<' || order == '>'):
		return d, order == '>', nil
	case known:
		return d, false, at.Errorf("dtype %s has no byte order", files.Quote(text))
	case code != "" && otherKinds[code[0]] != "":
		return d, false, at.Errorf("dtype %s holds %s, which no tensor can", files.Quote(text), otherKinds[code[0]])
	}
	return d, false, at.Errorf("dtype %s is unknown", files.Quote(text))
}
