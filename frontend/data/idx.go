package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"

	"weft/ops"
)

// idxTypes maps the third byte of an idx file.
var idxTypes = map[byte]ops.DType{
	0x08: ops.Uint8, 0x09: ops.Int8, 0x0b: ops.Int16, 0x0c: ops.Int32, 0x0d: ops.Float32, 0x0e: ops.Float64,
}

// ReadIDX reads a file in idx format, the format of MNIST and Fashion-MNIST; gzip's compression is undone.
func ReadIDX(ctx context.Context, path string) (*Array, error) {
	return openFile(ctx, "idx", path, DecodeIDX)
}

// DecodeIDX reads one array in idx format; name stands for the file in errors.
func DecodeIDX(ctx context.Context, r io.Reader, name string) (*Array, error) {
	r = contextReader{ctx, r}
	a, at, err := idxHeader(r, name)
	if err != nil {
		return nil, err
	}
	want, ok := byteCount(a.Shape, a.DType.Size())
	if !ok {
		return nil, fileError("idx", name, "offset 4", "dimensions %v are more than any memory", a.Shape)
	}
	if a.Bytes, err = readUpTo(r, want+1); err != nil {
		return nil, fileError("idx", name, offset(at+len(a.Bytes)), "%v", err)
	}
	switch got := int64(len(a.Bytes)); {
	case got < want:
		return nil, fileError("idx", name, offset(at+len(a.Bytes)), "the file ends, %v of %s need %d bytes but %d are there",
			a.Shape, a.DType, want, got)
	case got > want:
		return nil, fileError("idx", name, offset(at+int(want)), "more data than %v of %s hold", a.Shape, a.DType)
	}
	swapBytes(a.Bytes, a.DType.Size())
	return a, nil
}

// idxHeader reads magic and dimensions and says where the data begins.
func idxHeader(r io.Reader, name string) (*Array, int, error) {
	var magic [4]byte
	if n, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, 0, fileError("idx", name, offset(n), "the file ends in its header")
	}
	dtype, known := idxTypes[magic[2]]
	if magic[0] != 0 || magic[1] != 0 || !known {
		return nil, 0, fileError("idx", name, "offset 0", "not an idx file: it begins with % x", magic)
	}
	dims := make([]byte, 4*int(magic[3]))
	if n, err := io.ReadFull(r, dims); err != nil {
		return nil, 0, fileError("idx", name, offset(4+n), "the file ends within its %d dimensions", magic[3])
	}
	shape := make([]int, magic[3])
	for i := range shape {
		shape[i] = int(binary.BigEndian.Uint32(dims[4*i:]))
	}
	return &Array{DType: dtype, Shape: shape}, 4 + len(dims), nil
}

// byteCount multiplies without overflow.
func byteCount(shape []int, size int) (int64, bool) {
	n := uint64(size)
	for _, d := range shape {
		hi, lo := bits.Mul64(n, uint64(d))
		if hi != 0 || lo >= 1<<48 {
			return 0, false
		}
		n = lo
	}
	return int64(n), true
}

// readUpTo reads at most n bytes, in memory that grows with what arrives.
func readUpTo(r io.Reader, n int64) ([]byte, error) {
	var b bytes.Buffer
	_, err := io.Copy(&b, io.LimitReader(r, n))
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the compressed data ends too early")
	}
	return b.Bytes(), err
}

// swapBytes turns big-endian elements into little-endian ones.
func swapBytes(b []byte, size int) {
	for ; size > 1 && len(b) > 0; b = b[size:] {
		for i, j := 0, size-1; i < j; i, j = i+1, j-1 {
			b[i], b[j] = b[j], b[i]
		}
	}
}
