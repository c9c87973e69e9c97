package data

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/ops"
)

// idx is a 2x3 array of int16: 1 to 6.
var idx = []byte("\x00\x00\x0b\x02\x00\x00\x00\x02\x00\x00\x00\x03\x00\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06")

func zip(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func TestReadIDX(t *testing.T) {
	for name, content := range map[string][]byte{"plain": idx, "gz": zip(idx)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		a, err := ReadIDX(context.Background(), path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a.DType != ops.Int16 || a.Len() != 2 || a.Shape[1] != 3 || a.Bytes[0] != 1 || a.Bytes[10] != 6 {
			t.Errorf("%s: read %v", name, a)
		}
	}
}

func TestIDXErrors(t *testing.T) {
	huge := []byte("\x00\x00\x08\x03\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
	lying := []byte("\x00\x00\x08\x01\x7f\xff\xff\xffabc")
	for _, c := range []struct {
		name, want string
		content    []byte
	}{
		{"empty", "offset 0: the file ends in its header", nil},
		{"short", "offset 8: the file ends within its 2 dimensions", idx[:8]},
		{"truncated", "offset 20: the file ends", idx[:20]},
		{"long", "offset 24: more data", append(bytes.Clone(idx), 0)},
		{"magic", "not an idx file", []byte("PNG\r")},
		{"type", "not an idx file", []byte("\x00\x00\x07\x01\x00\x00\x00\x00")},
		{"huge", "more than any memory", huge},
		{"lying", "need 2147483647 bytes but 3 are there", lying},
		{"gz header", "broken gzip header", []byte("\x1f\x8b\x08")},
		{"gz truncated", "compressed data ends too early", zip(idx)[:30]},
	} {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, c.content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadIDX(context.Background(), path)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error %v, want %q and the file", c.name, err, c.want)
		}
	}
}

func TestReadCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := DecodeIDX(ctx, bytes.NewReader(idx), "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after cancelling", err)
	}
}

func FuzzIDX(f *testing.F) {
	f.Add(idx)
	f.Add(idx[:9])
	f.Add([]byte("\x00\x00\x08\x02\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := DecodeIDX(context.Background(), bytes.NewReader(b), "fuzz")
		if err == nil && len(a.Bytes) > len(b) {
			t.Fatalf("%d bytes read from %d", len(a.Bytes), len(b))
		}
	})
}
