package files

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Open opens a file for reading and finds its size.
func Open(at Place) (*os.File, int64, error) {
	f, err := os.Open(at.File)
	if err != nil {
		return nil, 0, at.Error(err)
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("is no regular file")
	}
	if err != nil {
		f.Close()
		return nil, 0, at.Error(err)
	}
	return f, info.Size(), nil
}

// Save writes a file whole or not at all: what write writes goes to a new file beside it, which takes its name at the end. A
// file that is there keeps its permissions, a link its place.
func Save(ctx context.Context, at Place, write func(w io.Writer) error) error {
	path, mode := at.File, os.FileMode(0)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return at.Errorf("is no regular file")
		}
	}
	temporary := fmt.Sprintf("%s.%x.tmp", path, rand.Uint64())
	if err := writeNew(ctx, temporary, mode, write); err != nil {
		os.Remove(temporary)
		return at.Error(err)
	}
	if err := os.Rename(temporary, path); err != nil {
		os.Remove(temporary)
		return at.Error(err)
	}
	return nil
}

// writeNew writes a file that is not there yet, down to the disk.
func writeNew(ctx context.Context, path string, mode os.FileMode, write func(io.Writer) error) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return err
		}
	}
	w := bufio.NewWriterSize(Writer(ctx, f), 1<<16)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Sync()
}
