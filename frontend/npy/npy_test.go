package npy

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/frontend/internal/files/filestest"
	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

// file is the bytes of a file of version 1.0 with this header.
func file(header string, data ...byte) []byte {
	b := append([]byte(magic), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	return append(append(b, header...), data...)
}

// dict is a header with these values.
func dict(descr, fortran, shape string) string {
	return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n"
}

func read(b []byte) (*tensor.Tensor, error) {
	return Read(context.Background(), bytes.NewReader(b), int64(len(b)), "t.npy")
}

func write(t testing.TB, x *tensor.Tensor) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, x); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// recorded are the entries of an archive that numpy wrote, unpacked.
func recorded(t testing.TB, name string) map[string][]byte {
	t.Helper()
	z, err := Openz("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	all := map[string][]byte{}
	for name, f := range z.entries {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestBytesAreNumpys reads what numpy wrote and writes the same bytes again, for all dtypes and several shapes.
func TestBytesAreNumpys(t *testing.T) {
	all := recorded(t, "compressed.npz")
	if want := 8 * len(codes); len(all) != want {
		t.Fatalf("%d recorded arrays, want %d", len(all), want)
	}
	for name, content := range all {
		x, err := read(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := write(t, x); !bytes.Equal(got, content) {
			t.Errorf("%s: wrote %q, numpy %q", name, got, content)
		}
	}
}

func TestForms(t *testing.T) {
	want := tensor.Options{DType: tensor.Int32}.Arange(24).Reshape(2, 3, 4)
	for name, content := range recorded(t, "forms.npz") {
		x, err := read(content)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		filestest.Equal(t, map[string]*tensor.Tensor{name: x}, map[string]*tensor.Tensor{name: want})
	}
}

func TestRefusedDTypes(t *testing.T) {
	want := map[string]string{
		"structured":   "offset 20: a structured dtype, which no tensor has",
		"objects":      `offset 20: dtype "|O" holds objects (pickled), which no tensor can`,
		"strings":      `offset 20: dtype "<U2" holds strings, which no tensor can`,
		"byte strings": `offset 20: dtype "|S2" holds byte strings, which no tensor can`,
		"complex":      `offset 20: dtype "<c8" holds complex numbers, which no tensor can`,
		"dates":        `offset 20: dtype "<M8[s]" holds dates, which no tensor can`,
		"records":      `offset 20: dtype "|V3" holds raw records, which no tensor can`,
		"long floats":  `offset 20: dtype "<f16" is unknown`,
	}
	for name, content := range recorded(t, "refused.npz") {
		if _, err := read(content); err == nil || err.Error() != "npy: t.npy: "+want[name] {
			t.Errorf("%s: error %v, want %q", name, err, want[name])
		}
	}
}

func TestRoundTrip(t *testing.T) {
	want, got := filestest.Tensors(t, tensor.BFloat16), map[string]*tensor.Tensor{}
	path := filepath.Join(t.TempDir(), "x.npy")
	for name, x := range want {
		if err := Save(t.Context(), path, x); err != nil {
			t.Fatal(err)
		}
		var err error
		if got[name], err = Load(t.Context(), path); err != nil {
			t.Fatal(err)
		}
	}
	filestest.Equal(t, got, want)
}

var (
	deep   = strings.Repeat("(", 60_000)
	broken = []struct {
		name, want string
		content    []byte
	}{
		{"empty", "offset 0: the file ends in its header", nil},
		{"short", "offset 9: the file ends in its header", []byte(magic + "\x01\x00\x10")},
		{"another format", `offset 0: not an npy file: it begins with "PK\x03\x04ab"`, []byte("PK\x03\x04abcdef")},
		{"version 4", "offset 6: version 4.0 is unknown", []byte(magic + "\x04\x00\x00\x00")},
		{"version 0", "offset 6: version 0.0 is unknown", []byte(magic + "\x00\x00\x00\x00")},
		{"version 1.1", "offset 6: version 1.1 is unknown", []byte(magic + "\x01\x01\x00\x00")},
		{"cut header", "offset 20: the file ends in its header", []byte(magic + "\x01\x00\xff\x00{'descr': ")},
		{"long header", "offset 8: a header of 4294967295 bytes is longer than 65536", []byte(magic + "\x02\x00\xff\xff\xff\xff{}")},
		{"not UTF-8", "offset 12: the header is not UTF-8", []byte(magic + "\x03\x00\x01\x00\x00\x00\xff")},
		{"no dict", "offset 10: the header should have '{' here", file("[]")},
		{"open dict", "offset 11: the header should have a text in quotes here", file("{")},
		{"code", "offset 11: the header should have a text in quotes here", file("{__import__('os'): 1}")},
		{"no value", "offset 18: the header should have ':' here", file("{'descr'}")},
		{"open text", "offset 11: the header ends within a text", file("{'descr: 1}")},
		{"escape", `offset 14: the header has an escape in a text`, file(`{'de\x73cr': '<f4'}`)},
		{"no comma", "offset 26: the header should have ',' or '}' here", file("{'descr': '<f4' 'shape': ()}")},
		{"twice", `offset 34: the header has "descr" twice, or it is none of descr, fortran_order and shape`, file("{'descr': '<f4', 'descr': '<f4'}")},
		{"other key", `the header has "x" twice, or it is none of`, file("{'x': 1}")},
		{"no shape", "offset 50: the header has no shape", file("{'descr': '<f4', 'fortran_order': False}")},
		{"no keys", "offset 12: the header has no descr", file("{}")},
		{"behind the dict", "the header goes on behind its dict", file(dict("'<f4'", "False", "()")+"x", 0, 0, 0, 0)},
		{"no truth", "offset 44: the header should have True or False here", file(dict("'<f4'", "0", "()"))},
		{"dtype", `offset 20: dtype "<f5" is unknown`, file(dict("'<f5'", "False", "()"))},
		{"no dtype", `offset 20: dtype "" is unknown`, file(dict("''", "False", "()"))},
		{"no order", `offset 20: dtype "f4" has no byte order`, file(dict("'f4'", "False", "()"))},
		{"native order", `offset 20: dtype "=f4" is unknown`, file(dict("'=f4'", "False", "()"))},
		{"order of single bytes for more", `offset 20: dtype "|f4" has no byte order`, file(dict("'|f4'", "False", "()"))},
		{"dtype of another kind", "offset 20: the header should have a text in quotes here", file(dict("4", "False", "()"))},
		{"number for shape", "offset 60: the header should have '(' here", file(dict("'<f4'", "False", "3"))},
		{"number in parentheses", "offset 63: a shape is a number, not a tuple", file(dict("'<f4'", "False", "(3)"))},
		{"negative shape", "offset 61: a shape should have a number from 0 to 9223372036854775807 here", file(dict("'<f4'", "False", "(-1,)"))},
		{"fractional shape", "offset 62: the header should have ',' or ')' here", file(dict("'<f4'", "False", "(1.0,)"))},
		{"huge length", "offset 61: a shape should have a number from 0 to", file(dict("'<f4'", "False", "(9223372036854775808,)"))},
		{"only a comma", "offset 61: a shape should have a number from 0 to", file(dict("'<f4'", "False", "(,)"))},
		{"open shape", "the header should have ',' or ')' here", file("{'shape': (1")},
		{"deep", "offset 61: a shape should have a number from 0 to", file(dict("'<f4'", "False", deep))},
		{"many axes", "a shape has more than 64 axes", file(dict("'<f4'", "False", "("+strings.Repeat("1,", 65)+")"))},
		{"overflow", "offset 88: shape [4294967296 4294967296] is more than any memory holds", file(dict("'<f4'", "False", "(4294967296, 4294967296)"))},
		{"huge beside zero", "offset 91: shape [0 4294967296 4294967296] is more than any memory holds", file(dict("'<f4'", "False", "(0, 4294967296, 4294967296)"))},
		{"lying", "offset 77: [1000000000] of float32 needs 4000000000 bytes but 3 follow", file(dict("'<f4'", "False", "(1000000000,)"), 1, 2, 3)},
		{"more", "offset 66: 1 bytes after the 4 of [] of float32", file(dict("'<f4'", "False", "()"), 1, 2, 3, 4, 5)},
	}
)

func TestBroken(t *testing.T) {
	for _, c := range broken {
		_, err := read(c.content)
		if err == nil || !strings.HasPrefix(err.Error(), "npy: t.npy: offset") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestTruncatedAnywhere(t *testing.T) {
	whole := write(t, tensor.New([]int16{1, 2, 3}))
	for n := range whole {
		if _, err := read(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", n, len(whole))
		}
		_, err := Read(t.Context(), bytes.NewReader(whole[:n]), int64(len(whole)), "t.npy")
		if err == nil {
			t.Errorf("%d bytes were accepted for %d", n, len(whole))
		}
	}
}

func TestMemoryIsRefused(t *testing.T) {
	head := file(dict("'<f8'", "False", "(1099511627776,)"))
	_, err := Read(t.Context(), bytes.NewReader(head), int64(len(head))+8<<40, "t.npy")
	var typed *tensor.Error
	if !errors.As(err, &typed) || typed.Kind != "memory" || !strings.HasPrefix(err.Error(), "npy: t.npy: offset 80: ") {
		t.Errorf("8 TiB: error %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	whole := write(t, tensor.New([]int16{1, 2, 3}))
	if _, err := Read(ctx, bytes.NewReader(whole), int64(len(whole)), "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	path := filepath.Join(t.TempDir(), "x.npy")
	if err := Save(ctx, path, tensor.New([]int16{1, 2, 3})); !errors.Is(err, context.Canceled) {
		t.Errorf("saving: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("saving left %v", left)
	}
}

func TestSaveRefuses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	for want, x := range map[string]*tensor.Tensor{
		"there is no tensor":                            nil,
		"numpy has no bfloat16; cast the tensor":        tensor.Options{DType: tensor.BFloat16}.Ones(2),
		"the tensor requires gradients, which no array": tensor.Ones(2).RequireGrad().Mul(2),
		"shape [0 281474976710656] is more than any":    tensor.Zeros(0, 1<<48),
		"a tensor has 65 axes, at most 64 are possible": tensor.New([]int8{1}, slices.Repeat([]int{1}, 65)...),
	} {
		if err := Save(t.Context(), path, x); err == nil || !strings.HasPrefix(err.Error(), "npy: "+path+": "+want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	if _, err := Load(t.Context(), path); !errors.Is(err, fs.ErrNotExist) || err.Error() != "npy: "+path+": open: no such file or directory" {
		t.Errorf("no file: %v", err)
	}
}

func FuzzNpy(f *testing.F) {
	for _, c := range broken {
		if len(c.content) < 1000 {
			f.Add(c.content)
		}
	}
	for _, name := range []string{"compressed.npz", "forms.npz", "refused.npz"} {
		for _, content := range recorded(f, name) {
			f.Add(content)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := read(b)
		if err != nil {
			return
		}
		all := map[string]*tensor.Tensor{"x": x}
		if n := filestest.Size(all); n > len(b) {
			t.Fatalf("%d bytes of a tensor out of %d", n, len(b))
		}
		again, err := read(write(t, x))
		if err != nil {
			t.Fatal(err)
		}
		filestest.Equal(t, map[string]*tensor.Tensor{"x": again}, all)
	})
}
