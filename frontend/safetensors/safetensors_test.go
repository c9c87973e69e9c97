package safetensors

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/frontend/internal/files"
	"weft/frontend/internal/files/filestest"
	"weft/frontend/tensor"

	_ "weft/codegen/interp"
)

// file is the bytes of a file with this header.
func file(header string, data ...byte) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(header)))
	return append(append(b, header...), data...)
}

func read(b []byte) (*File, error) {
	return Read(context.Background(), bytes.NewReader(b), int64(len(b)), "t.safetensors")
}

func write(t *testing.T, tensors map[string]*tensor.Tensor, metadata map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, tensors, metadata); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	want := filestest.Tensors(t)
	metadata := map[string]string{"format": "pt", "\"<é>": "\n"}
	path := filepath.Join(t.TempDir(), "all.safetensors")
	if err := Save(t.Context(), path, want, metadata); err != nil {
		t.Fatal(err)
	}
	got, err := Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	filestest.Equal(t, got, want)
	f, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if len(f.Entries()) != len(want) || fmt.Sprint(f.Metadata()) != fmt.Sprint(metadata) {
		t.Errorf("%d entries, metadata %v", len(f.Entries()), f.Metadata())
	}
	for _, e := range f.Entries() {
		if e.Size > 0 && e.Offset%int64(e.DType.Size()) != 0 {
			t.Errorf("%s of %s lies at %d", e.Name, e.DType, e.Offset)
		}
	}
}

func TestBytesAreAsWritten(t *testing.T) {
	got := write(t, map[string]*tensor.Tensor{
		"b": tensor.New([]uint8{1, 2, 3}), "a": tensor.New([]uint8{4}),
		"<c>": tensor.New([]int16{5, -1}, 2, 1), "empty": tensor.Zeros(0, 3), "scalar": tensor.Scalar(true),
	}, map[string]string{"z": "1", "a": "2"})
	want := file(`{"__metadata__":{"a":"2","z":"1"},"empty":{"dtype":"F32","shape":[0,3],"data_offsets":[0,0]},`+
		`"<c>":{"dtype":"I16","shape":[2,1],"data_offsets":[0,4]},"a":{"dtype":"U8","shape":[1],"data_offsets":[4,5]},`+
		`"b":{"dtype":"U8","shape":[3],"data_offsets":[5,8]},"scalar":{"dtype":"BOOL","shape":[],"data_offsets":[8,9]}}`, 5, 0, 255, 255, 4, 1, 2, 3, 1)
	if !bytes.Equal(got, want) {
		t.Errorf("wrote %q\nwant  %q", got, want)
	}
	if empty := write(t, nil, nil); !bytes.Equal(empty, file("{}      ")) {
		t.Errorf("no tensors: %q", empty)
	}
}

// one is a header with one tensor.
func one(dtype, shape, offsets string) string {
	return fmt.Sprintf(`{"a":{"dtype":%s,"shape":%s,"data_offsets":%s}}`, dtype, shape, offsets)
}

// two is a header with two tensors of bytes.
func two(a, b string) string {
	const entry = `{"dtype":"U8","shape":[2],"data_offsets":%s}`
	return fmt.Sprintf(`{"a":`+entry+`,"b":`+entry+`}`, a, b)
}

var broken = []struct {
	name, want string
	content    []byte
}{
	{"empty", "offset 0: the file ends within the length of its header", nil},
	{"short", "offset 7: the file ends within the length of its header", make([]byte, 7)},
	{"header beyond the file", "offset 0: the header is said to have 3 bytes, but 2 follow", []byte("\x03\x00\x00\x00\x00\x00\x00\x00{}")},
	{"header beyond all", "offset 0: the header is said to have 18446744073709551615 bytes, but 2 follow", []byte("\xff\xff\xff\xff\xff\xff\xff\xff{}")},
	{"no header", "offset 8: the header does not begin with {", file("")},
	{"a list", "offset 8: the header does not begin with {", file("[]")},
	{"not UTF-8", "offset 8: the header is not UTF-8", file("{\"\xff\":1}")},
	{"not JSON", "offset 9: the header is not JSON: invalid character '{'", file("{{")},
	{"cut JSON", "offset 12: the header ends within its JSON", file(`{"a"`)},
	{"more than JSON", "offset 11: more than one object in the header", file("{}{}")},
	{"deep", `"a": offset 14: an object is expected`, file(`{"a":` + strings.Repeat("[", 100_000))},
	{"deep shape", `"a": offset 24: a number from 0 to 9223372036854775807 is expected`, file(`{"a":{"shape":[[` + strings.Repeat("[", 100_000))},
	{"twice", `offset 68: "a" is there twice`, file(`{"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},    "a":{"dtype":"U8"}}`)},
	{"field twice", `"a": offset 34: "dtype" is there twice`, file(`{"a":{"dtype":"U8","dtype":"U8"}}`)},
	{"unknown field", `"a": offset 17: "x" is expected to be dtype, shape or data_offsets`, file(`{"a":{"x":1}}`)},
	{"no shape", `"a": offset 48: shape is missing`, file(`{"a":{"dtype":"U8","data_offsets":[0,0]}}`)},
	{"metadata of numbers", "offset 30: a text is expected", file(`{"__metadata__":{"a":1}}   `)},
	{"metadata twice", `offset 35: "a" is there twice`, file(`{"__metadata__":{"a":"","a":""}}`)},
	{"dtype", `"a": offset 31: dtype "F8_E4M3" is unknown`, file(one(`"F8_E4M3"`, "[1]", "[0,1]"), 0)},
	{"dtype of another kind", `"a": offset 23: the name of a dtype is expected`, file(one("7", "[1]", "[0,1]"), 0)},
	{"negative shape", `"a": offset 38: a number from 0 to`, file(one(`"U8"`, "[-1]", "[0,1]"), 0)},
	{"fractional shape", `"a": offset 39: a number from 0 to`, file(one(`"U8"`, "[1.0]", "[0,1]"), 0)},
	{"huge shape", `"a": offset 55: a number from 0 to`, file(one(`"U8"`, "[9223372036854775808]", "[0,1]"), 0)},
	{"overflowing shape", `"a": data offset 0: shape [4294967296 4294967296 1] is more than any memory holds`, file(one(`"U8"`, "[4294967296,4294967296,1]", "[0,0]"))},
	{"huge beside zero", `is more than any memory holds`, file(one(`"U8"`, "[0,4294967296,4294967296]", "[0,0]"))},
	{"many axes", `"a": offset 165: more than 64 numbers`, file(one(`"U8"`, "["+strings.Repeat("1,", 64)+"1]", "[0,1]"), 0)},
	{"one offset", `data_offsets has 1 numbers, not 2`, file(one(`"U8"`, "[0]", "[0]"))},
	{"three offsets", `more than 2 numbers`, file(one(`"U8"`, "[0]", "[0,0,0]"))},
	{"reversed", `"a": data offset 2: the data end before they begin, at 1`, file(one(`"U8"`, "[1]", "[2,1]"), 0, 0)},
	{"outside", `"a": data offset 0: the data end at 2, but there are only 1 bytes`, file(one(`"U8"`, "[2]", "[0,2]"), 0)},
	{"far outside", `the data end at 9223372036854775807, but there are only 1 bytes`, file(one(`"U8"`, "[2]", "[0,9223372036854775807]"), 0)},
	{"length", `"a": data offset 0: [3] of float32 needs 12 bytes but has 4`, file(one(`"F32"`, "[3]", "[0,4]"), 0, 0, 0, 0)},
	{"overlap", `"b": data offset 1: overlaps "a", which ends at 2`, file(two("[0,2]", "[1,3]"), 0, 0, 0)},
	{"same place", `"b": data offset 0: overlaps "a", which ends at 2`, file(two("[0,2]", "[0,2]"), 0, 0)},
	{"hole", `"b": data offset 3: leaves 1 bytes before it that belong to no tensor`, file(two("[0,2]", "[3,5]"), 0, 0, 0, 0, 0)},
	{"rest", `offset 62: 1 bytes after the last tensor`, file(one(`"U8"`, "[1]", "[0,1]"), 0, 0)},
	{"only rest", `offset 10: 1 bytes after the last tensor`, file("{}", 0)},
}

func TestBroken(t *testing.T) {
	for _, c := range broken {
		_, err := read(c.content)
		if want := "safetensors: t.safetensors: "; err == nil || !strings.HasPrefix(err.Error(), want) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestHeaderLimit(t *testing.T) {
	size := int64(longestHeader + 9)
	_, err := Read(t.Context(), filestest.Sparse(binary.LittleEndian.AppendUint64(nil, longestHeader+1)), size, "t.safetensors")
	if want := "offset 0: a header of 100000001 bytes is longer than 100000000"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

func TestNamesLimit(t *testing.T) {
	p := newParser(files.Place{Op: "safetensors", File: "t.safetensors"}, []byte(`{"a":{"b":1}}`))
	*p.names = mostNames - 1
	err := p.object(func(string) error { return p.in("a").object(func(string) error { return nil }) })
	if want := `safetensors: t.safetensors: "a": offset 17: more than 1048576 names`; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// TestNamesAreCounted: as many tensors as can be read can be written, and no more.
func TestNamesAreCounted(t *testing.T) {
	b := write(t, map[string]*tensor.Tensor{"a": tensor.Zeros(0), "b": tensor.Zeros(0)}, map[string]string{"c": "", "d": ""})
	h, p := &header{}, newParser(files.Place{}, b[lengthBytes:])
	if err := p.object(func(name string) error { return h.add(p, name) }); err != nil {
		t.Fatal(err)
	}
	if want := 2*namesOfEntry + 1 + 2; *p.names != want {
		t.Errorf("%d names, want %d", *p.names, want)
	}
	many, x := map[string]*tensor.Tensor{}, tensor.Zeros()
	for i := range mostNames/namesOfEntry + 1 {
		many[fmt.Sprint(i)] = x
	}
	if err := Write(t.Context(), io.Discard, many, nil); err == nil || !strings.Contains(err.Error(), "262145 tensors and 0 texts have more than 1048576 names") {
		t.Errorf("error %v", err)
	}
}

func TestTruncatedAnywhere(t *testing.T) {
	whole := write(t, map[string]*tensor.Tensor{"a": tensor.New([]int32{1, 2}), "b": tensor.Ones(2, 2)}, nil)
	for n := range whole {
		if _, err := read(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", n, len(whole))
		}
	}
}

// TestShrunk reads a file that has become shorter since its header was read.
func TestShrunk(t *testing.T) {
	whole := write(t, map[string]*tensor.Tensor{"a": tensor.New([]uint8{1, 2, 3, 4})}, nil)
	f, err := Read(t.Context(), bytes.NewReader(whole[:len(whole)-3]), int64(len(whole)), "t.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Tensor(t.Context(), "a")
	if want := fmt.Sprintf(`safetensors: t.safetensors: "a": offset %d: unexpected EOF`, len(whole)-3); err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
	if _, err := f.Tensor(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), `"x": the file has no tensor of this name`) {
		t.Errorf("an unknown name: %v", err)
	}
}

func TestMemoryIsRefused(t *testing.T) {
	header := one(`"F64"`, "[1099511627776]", "[0,8796093022208]")
	f, err := Read(t.Context(), filestest.Sparse(file(header)), int64(8+len(header))+8<<40, "t.safetensors")
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Tensor(t.Context(), "a")
	var typed *tensor.Error
	if !errors.As(err, &typed) || typed.Kind != "memory" || !strings.Contains(err.Error(), `t.safetensors: "a": offset`) {
		t.Errorf("8 TiB: error %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tensors := map[string]*tensor.Tensor{"a": tensor.Ones(3)}
	whole := write(t, tensors, nil)
	f, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := f.Tensor(ctx, "a"); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	path := filepath.Join(t.TempDir(), "x")
	if err := Save(ctx, path, tensors, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("saving: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) > 0 {
		t.Errorf("saving left %v", left)
	}
}

func TestSaveRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		tensors  map[string]*tensor.Tensor
		metadata map[string]string
	}{
		`"a": there is no tensor`:                         {map[string]*tensor.Tensor{"a": nil}, nil},
		`"__metadata__": the format keeps this name`:      {map[string]*tensor.Tensor{"__metadata__": tensor.Ones(1)}, nil},
		`"\xff": the name is not UTF-8`:                   {map[string]*tensor.Tensor{"\xff": tensor.Ones(1)}, nil},
		`the metadata of "k" is not UTF-8`:                {nil, map[string]string{"k": "\xff"}},
		`"a": shape [0 281474976710656] is more than any`: {map[string]*tensor.Tensor{"a": tensor.Zeros(0, 1<<48)}, nil},
		`"a": a tensor has 65 axes, at most 64 are poss`:  {map[string]*tensor.Tensor{"a": tensor.New([]int8{1}, slices.Repeat([]int{1}, 65)...)}, nil},
	} {
		path := filepath.Join(t.TempDir(), "x.safetensors")
		err := Save(t.Context(), path, c.tensors, c.metadata)
		if err == nil || !strings.Contains(err.Error(), "safetensors: "+path+": "+name) {
			t.Errorf("error %v, want %q", err, name)
		}
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file was left", name)
		}
	}
	if _, err := Load(t.Context(), "/nonexistent/x"); !errors.Is(err, fs.ErrNotExist) || err.Error() != "safetensors: /nonexistent/x: open: no such file or directory" {
		t.Errorf("no file: %v", err)
	}
}

func FuzzSafetensors(f *testing.F) {
	for _, c := range broken {
		if len(c.content) < 1000 {
			f.Add(c.content)
		}
	}
	f.Add(file(two("[0,2]", "[2,4]"), 1, 2, 3, 4))
	f.Add(file(`{"__metadata__":{"k":"v"},"a":{"shape":[2,0],"data_offsets":[0,0],"dtype":"BF16"},"b":{"dtype":"BOOL","shape":[],"data_offsets":[0,1]}} `, 7))
	f.Fuzz(func(t *testing.T, b []byte) {
		in, err := read(b)
		if err != nil {
			return
		}
		tensors, err := in.Tensors(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n := filestest.Size(tensors); n > len(b) {
			t.Fatalf("%d bytes of tensors out of %d", n, len(b))
		}
		again, err := read(write(t, tensors, in.Metadata()))
		if err != nil {
			t.Fatal(err)
		}
		read, err := again.Tensors(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		filestest.Equal(t, read, tensors)
	})
}
