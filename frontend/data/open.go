package data

import (
	"bufio"
	"compress/gzip"
	"context"
	"io"
	"os"
)

// openFile opens a file and hands its contents, decompressed where it is gzip's, to read.
func openFile[T any](ctx context.Context, op, path string, read func(context.Context, io.Reader, string) (T, error)) (T, error) {
	var none T
	f, err := os.Open(path)
	if err != nil {
		return none, dataError(op, err.Error(), "")
	}
	defer f.Close()
	r, err := decompressed(f)
	if err != nil {
		return none, fileError(op, path, "offset 0", "broken gzip header: %v", err)
	}
	return read(ctx, r, path)
}

// decompressed looks at the first two bytes: gzip announces itself there.
func decompressed(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		return gzip.NewReader(b)
	}
	return b, nil
}

// contextReader stops a long read when ctx is done.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}
