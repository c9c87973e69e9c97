package data

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"os"

	"weft/frontend/internal/files"
)

// openFile opens a file and hands its contents, decompressed where it is gzip's, to read.
func openFile[T any](ctx context.Context, at files.Place, read func(context.Context, io.Reader, string) (T, error)) (T, error) {
	var none T
	f, err := os.Open(at.File)
	if err != nil {
		return none, at.Error(err)
	}
	defer f.Close()
	r, err := decompressed(at, f)
	if err != nil {
		return none, err
	}
	return read(ctx, r, at.File)
}

// decompressed looks at the first two bytes: gzip announces itself there.
func decompressed(at files.Place, r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, at.At(0).Errorf("broken gzip header: %v", err)
		}
		return z, nil
	}
	return b, nil
}
