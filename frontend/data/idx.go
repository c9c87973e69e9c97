package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"weft/frontend/internal/files"
	"weft/ops"
)

// idxTypes maps the third byte of an idx file.
var idxTypes = map[byte]ops.DType{
	0x08: ops.Uint8, 0x09: ops.Int8, 0x0b: ops.Int16, 0x0c: ops.Int32, 0x0d: ops.Float32, 0x0e: ops.Float64,
}

// ReadIDX reads a file in idx format, the format of MNIST and Fashion-MNIST; gzip's compression is undone.
func ReadIDX(ctx context.Context, path string) (*Array, error) {
	return openFile(ctx, idxPlace(path), DecodeIDX)
}

func idxPlace(name string) files.Place { return files.Place{Op: "idx", File: name} }

// DecodeIDX reads one array in idx format; name stands for the file in errors.
func DecodeIDX(ctx context.Context, r io.Reader, name string) (*Array, error) {
	r, place := files.Reader(ctx, r), idxPlace(name)
	a, at, err := idxHeader(r, place)
	if err != nil {
		return nil, err
	}
	want, ok := files.ByteCount(a.Shape, a.DType.Size())
	if !ok {
		return nil, place.At(4).Errorf("dimensions %v are more than any memory", a.Shape)
	}
	if a.Bytes, err = readUpTo(r, want+1); err != nil {
		return nil, place.At(at + int64(len(a.Bytes))).Error(err)
	}
	switch got := int64(len(a.Bytes)); {
	case got < want:
		return nil, place.At(at+got).Errorf("the file ends, %v of %s need %d bytes but %d are there",
			a.Shape, a.DType, want, got)
	case got > want:
		return nil, place.At(at+want).Errorf("more data than %v of %s hold", a.Shape, a.DType)
	}
	files.Swap(a.Bytes, a.DType.Size())
	return a, nil
}

// idxHeader reads magic and dimensions and says where the data begins.
func idxHeader(r io.Reader, place files.Place) (*Array, int64, error) {
	var magic [4]byte
	if n, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, 0, endsIn(place.At(int64(n)), err, "in its header")
	}
	dtype, known := idxTypes[magic[2]]
	if magic[0] != 0 || magic[1] != 0 || !known {
		return nil, 0, place.At(0).Errorf("not an idx file: it begins with % x", magic)
	}
	dims := make([]byte, 4*int(magic[3]))
	if n, err := io.ReadFull(r, dims); err != nil {
		return nil, 0, endsIn(place.At(int64(4+n)), err, fmt.Sprintf("within its %d dimensions", magic[3]))
	}
	shape := make([]int, magic[3])
	for i := range shape {
		shape[i] = int(binary.BigEndian.Uint32(dims[4*i:]))
	}
	return &Array{DType: dtype, Shape: shape}, int64(4 + len(dims)), nil
}

// endsIn says that the file ends where it should go on, unless something else went wrong there.
func endsIn(at files.Place, err error, where string) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return at.Errorf("the file ends %s", where)
	}
	return at.Error(err)
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
