package files

import (
	"context"
	"io"
)

// Device is the device that an optional argument names, "" for the default one.
func Device(optional []string) string {
	if len(optional) == 0 {
		return ""
	}
	return optional[0]
}

// piece is how much is read or written between two looks at the context.
const piece = 1 << 20

// Reader reads from r until ctx is done.
func Reader(ctx context.Context, r io.Reader) io.Reader { return contextReader{ctx, r} }

type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p[:min(len(p), piece)])
}

// Writer writes to w until ctx is done.
func Writer(ctx context.Context, w io.Writer) io.Writer { return contextWriter{ctx, w} }

type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (c contextWriter) Write(p []byte) (n int, err error) {
	for {
		if err := c.ctx.Err(); err != nil {
			return n, err
		}
		k, err := c.w.Write(p[n : n+min(len(p)-n, piece)])
		n += k
		if err != nil || n == len(p) {
			return n, err
		}
	}
}
