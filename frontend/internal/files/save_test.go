package files

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func save(t *testing.T, path, content string) error {
	t.Helper()
	return Save(t.Context(), Place{Op: "test", File: path}, func(w io.Writer) error {
		_, err := io.WriteString(w, content)
		return err
	})
}

// holds says what is in a folder: names, contents, permissions of the files.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != len(want) {
		t.Errorf("%v in the folder, want %v; %v", entries, want, err)
	}
	for name, content := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != content {
			t.Errorf("%s holds %q, want %q; %v", name, got, content, err)
		}
	}
}

func TestSaveReplacesWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"first", "second"} {
		if err := save(t, path, content); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"a": content})
	}
	broken := errors.New("broken")
	err := Save(t.Context(), Place{Op: "test", File: path}, func(w io.Writer) error {
		io.WriteString(w, strings.Repeat("half", 100_000))
		return broken
	})
	if !errors.Is(err, broken) || err.Error() != "test: "+path+": broken" {
		t.Errorf("error %v", err)
	}
	holds(t, dir, map[string]string{"a": "second"})
}

func TestSaveKeepsPermissionsAndLinks(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", link); err != nil {
		t.Fatal(err)
	}
	if err := save(t, link, "new"); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a": "new", "link": "new"})
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link has become %v, %v", info.Mode(), err)
	}
	if info, err = os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
}

func TestSaveRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := save(t, dir, ""); err == nil || err.Error() != "test: "+dir+": is no regular file" {
		t.Errorf("a folder: %v", err)
	}
	missing := filepath.Join(dir, "none", "a")
	if err := save(t, missing, ""); err == nil || err.Error() != "test: "+missing+": open: no such file or directory" {
		t.Errorf("no folder: %v", err)
	}
	if _, _, err := Open(Place{Op: "test", File: dir}); err == nil || err.Error() != "test: "+dir+": is no regular file" {
		t.Errorf("opening a folder: %v", err)
	}
}

// TestContextEndsLongWork: what is long is read and written in pieces, and the context is looked at between them.
func TestContextEndsLongWork(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	long := make([]byte, 3*piece)
	pieces := 0
	n, err := Writer(ctx, writerFunc(func(p []byte) (int, error) {
		if pieces++; pieces == 2 {
			cancel()
		}
		return len(p), nil
	})).Write(long)
	if n != 2*piece || !errors.Is(err, context.Canceled) {
		t.Errorf("wrote %d bytes, %v", n, err)
	}
	if n, err := io.ReadFull(Reader(ctx, strings.NewReader("abc")), long[:3]); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("read %d bytes, %v", n, err)
	}
	if n, err := Reader(t.Context(), strings.NewReader(string(long))).Read(long); n != piece || err != nil {
		t.Errorf("read %d bytes at once, %v", n, err)
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
