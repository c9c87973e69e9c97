package npy

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weft/frontend/internal/files/filestest"
	"weft/frontend/tensor"
)

func readz(b []byte) (map[string]*tensor.Tensor, error) {
	a, err := Readz(bytes.NewReader(b), int64(len(b)), "t.npz")
	if err != nil {
		return nil, err
	}
	return a.Tensors(context.Background())
}

func writeAll(t testing.TB, tensors map[string]*tensor.Tensor, compress bool) []byte {
	t.Helper()
	var b bytes.Buffer
	write := map[bool]func(context.Context, io.Writer, map[string]*tensor.Tensor) error{false: Writez, true: WritezCompressed}[compress]
	if err := write(t.Context(), &b, tensors); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestArchiveRoundTrip(t *testing.T) {
	want := filestest.Tensors(t, tensor.BFloat16)
	want["layer.0/weight"] = tensor.Ones(100, 100)
	path := filepath.Join(t.TempDir(), "x.npz")
	sizes := map[bool]int64{}
	for compressed, save := range map[bool]func(context.Context, string, map[string]*tensor.Tensor) error{false: Savez, true: SavezCompressed} {
		if err := save(t.Context(), path, want); err != nil {
			t.Fatal(err)
		}
		got, err := Loadz(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		filestest.Equal(t, got, want)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sizes[compressed] = info.Size()
	}
	if sizes[true] > sizes[false]-30_000 {
		t.Errorf("compressed %d bytes, stored %d", sizes[true], sizes[false])
	}
}

func TestNumpysArchives(t *testing.T) {
	stored, err := Openz("testdata/stored.npz")
	if err != nil {
		t.Fatal(err)
	}
	defer stored.Close()
	if names := stored.Names(); !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Errorf("names %v", names)
	}
	for _, name := range []string{"testdata/stored.npz", "testdata/compressed.npz"} {
		if _, err := Loadz(t.Context(), name); err != nil {
			t.Error(err)
		}
	}
	a, err := stored.Tensor(t.Context(), "a")
	if err != nil || !slices.Equal(a.Shape(), []int{2, 3}) || a.DType() != tensor.Int16 {
		t.Errorf("a is %v, %v", a, err)
	}
	if _, err := stored.Tensor(t.Context(), "x"); err == nil || !strings.HasSuffix(err.Error(), `stored.npz: "x": the archive has no tensor of this name`) {
		t.Errorf("an unknown name: %v", err)
	}
}

// TestArchiveBytes holds the bytes of an archive that numpy has been seen to read.
func TestArchiveBytes(t *testing.T) {
	want, err := os.ReadFile("testdata/ours.npz")
	if err != nil {
		t.Fatal(err)
	}
	got := writeAll(t, map[string]*tensor.Tensor{"b": tensor.New([]float32{1, 2, 3, 4}, 2, 2), "a/c": tensor.Scalar(true)}, false)
	if !bytes.Equal(got, want) {
		t.Errorf("wrote %q, want %q", got, want)
	}
}

// entry is an entry of an archive as its directory tells of it, and the bytes that are there.
type entry struct {
	zip.FileHeader
	raw []byte
}

// stored is an honest entry, deflated one that is compressed.
func stored(name string, content []byte) entry {
	n := uint64(len(content))
	return entry{zip.FileHeader{Name: name, CRC32: crc32.ChecksumIEEE(content), CompressedSize64: n, UncompressedSize64: n}, content}
}

func deflated(name string, content []byte) entry {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		panic(err)
	}
	w.Write(content)
	w.Close()
	e := stored(name, content)
	e.raw, e.CompressedSize64, e.Method = b.Bytes(), uint64(b.Len()), zip.Deflate
	return e
}

// with is e changed.
func (e entry) with(change func(*entry)) entry {
	change(&e)
	return e
}

func archive(entries ...entry) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.CreateRaw(&e.FileHeader)
		if err != nil {
			panic(err)
		}
		w.Write(e.raw)
	}
	z.Close()
	return b.Bytes()
}

// ones is an npy file of n bytes that are 1.
func ones(n int) []byte {
	return append(makeHeader(tensor.Uint8, []int{n}), bytes.Repeat([]byte{1}, n)...)
}

// sharing has the second entry of an archive name the place of the first.
func sharing() []byte {
	b := archive(stored("a.npy", ones(3)), stored("b.npy", ones(3)))
	second := bytes.LastIndex(b, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(b[second+42:], 0)
	return b
}

func brokenArchives() []struct {
	name, want string
	content    []byte
} {
	small := ones(3)
	whole := archive(stored("a.npy", small))
	end := len(whole)
	bomb := deflated("a.npy", ones(1_000_000))
	return []struct {
		name, want string
		content    []byte
	}{
		{"empty", "zip: not a valid zip file", nil},
		{"no zip", "zip: not a valid zip file", small},
		{"no directory", "zip: not a valid zip file", whole[:end-22]},
		{"half a directory", "zip: not a valid zip file", whole[:end-30]},
		{"directory cut out", "zip: not a valid zip file", slices.Concat(whole[:end-40], whole[end-22:])},
		{"twice", `"a.npy": the name is there twice`, archive(stored("a.npy", small), stored("a.npy", small))},
		{"absolute", `"/a.npy": the name is no relative path of a file`, archive(stored("/a.npy", small))},
		{"upwards", `"../a.npy": the name is no relative path of a file`, archive(stored("../a.npy", small))},
		{"inner upwards", `"a/../a.npy": the name is no relative path of a file`, archive(stored("a/../a.npy", small))},
		{"backslash", `"a\\b.npy": the name is no relative path of a file`, archive(stored(`a\b.npy`, small))},
		{"folder", `"a/": the name is no relative path of a file`, archive(stored("a/", nil))},
		{"no name", `the name is no relative path of a file`, archive(stored("", small))},
		{"not npy", `"a.txt": the name does not end in .npy`, archive(stored("a.txt", small))},
		{"encrypted", `"a.npy": the entry is encrypted`, archive(stored("a.npy", small).with(func(e *entry) { e.Flags |= 1 }))},
		{"method", `"a.npy": compression method 12 is unknown`, archive(stored("a.npy", small).with(func(e *entry) { e.Method = 12 }))},
		{"packed beyond the file", `"a.npy": 1000000 packed bytes are said to be in a file of`,
			archive(deflated("a.npy", small).with(func(e *entry) { e.CompressedSize64 = 1_000_000 }))},
		{"ends beyond the file", `"a.npy": offset 35: 170 bytes are said to follow, but the file has`,
			archive(deflated("a.npy", small).with(func(e *entry) { e.CompressedSize64 = 170 }))},
		{"stored claims more", `"a.npy": 131 bytes are stored, but 132 are claimed`,
			archive(stored("a.npy", small).with(func(e *entry) { e.UncompressedSize64++ }))},
		{"claims beyond deflate", `"a.npy": 3 packed bytes cannot unpack to the 3097 that are claimed`,
			archive(deflated("a.npy", small).with(func(e *entry) { e.raw, e.CompressedSize64, e.UncompressedSize64 = e.raw[:3], 3, 3097 }))},
		{"claims all", `"a.npy": 78 packed bytes cannot unpack to the 4611686018427387904 that are claimed`,
			archive(deflated("a.npy", small).with(func(e *entry) { e.UncompressedSize64 = 1 << 62 }))},
		{"header claims more than the entry", `"a.npy": offset 128: [1000000] of uint8 needs 1000000 bytes but 3 follow`,
			archive(deflated("a.npy", append(makeHeader(tensor.Uint8, []int{1_000_000}), 1, 2, 3)))},
		{"header claims less than the entry", `"a.npy": offset 128: 1 bytes after the 3 of [3] of uint8`,
			archive(deflated("a.npy", append(ones(3), 1)))},
		{"bomb behind a small claim", `"a.npy": offset 131: unpacks to more than the 131 bytes that the archive says`,
			archive(bomb.with(func(e *entry) {
				e.raw = deflated("", append(ones(3), make([]byte, 1_000_000)...)).raw
				e.CompressedSize64, e.UncompressedSize64 = uint64(len(e.raw)), 131
			}))},
		{"unpacks to less", `"a.npy": offset 131: unexpected EOF`, archive(deflated("a.npy", small).with(func(e *entry) {
			e.raw = deflated("", append(makeHeader(tensor.Uint8, []int{4}), 1, 1, 1)).raw
			e.CompressedSize64, e.UncompressedSize64 = uint64(len(e.raw)), 132
		}))},
		{"cut deflate", `"a.npy": offset 131: unexpected EOF`, archive(deflated("a.npy", small).with(func(e *entry) {
			e.raw = e.raw[:len(e.raw)-4]
			e.CompressedSize64 -= 4
		}))},
		{"no deflate", `"a.npy": offset 0: flate: corrupt input before offset 1`, archive(deflated("a.npy", small).with(func(e *entry) {
			e.raw = bytes.Repeat([]byte{0xff}, len(e.raw))
		}))},
		{"checksum", `"a.npy": offset 131: the checksum is `, archive(stored("a.npy", small).with(func(e *entry) { e.CRC32++ }))},
		{"no checksum", `"a.npy": offset 131: the checksum is `, archive(deflated("a.npy", small).with(func(e *entry) { e.CRC32 = 0 }))},
		{"shared bytes", `"b.npy": offset 35: shares bytes with "a.npy"`, sharing()},
		{"not an array", `"a.npy": offset 0: the file ends in its header`, archive(stored("a.npy", nil))},
	}
}

func TestBrokenArchives(t *testing.T) {
	for _, c := range brokenArchives() {
		_, err := readz(c.content)
		if err == nil || !strings.HasPrefix(err.Error(), "npz: t.npz: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestMostRatio(t *testing.T) {
	content := ones(10_000_000)
	e := deflated("a.npy", content)
	if ratio := float64(len(content)) / float64(len(e.raw)); ratio < 1000 || ratio > mostRatio {
		t.Errorf("deflate makes %.1f bytes of one", ratio)
	}
	if _, err := readz(archive(e)); err != nil {
		t.Error(err)
	}
}

func TestArchiveTruncatedAnywhere(t *testing.T) {
	whole := archive(stored("a.npy", ones(3)), deflated("b.npy", ones(300)))
	for n := range whole {
		if _, err := readz(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", n, len(whole))
		}
	}
}

func TestArchiveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Loadz(ctx, "testdata/stored.npz"); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	if err := Savez(ctx, filepath.Join(t.TempDir(), "x"), map[string]*tensor.Tensor{"a": tensor.Ones(2)}); !errors.Is(err, context.Canceled) {
		t.Errorf("saving: %v", err)
	}
}

func TestSavezRefuses(t *testing.T) {
	x := tensor.Ones(1)
	for want, tensors := range map[string]map[string]*tensor.Tensor{
		`"a": there is no tensor`:                              {"a": nil},
		`"b": numpy has no bfloat16`:                           {"a": x, "b": tensor.Options{DType: tensor.BFloat16}.Ones(1)},
		`"../a.npy": the name is no relative path of a file`:   {"../a": x},
		`"/a.npy": the name is no relative path of a file`:     {"/a": x},
		`"\xffa.npy": the name is no relative path of a file`:  {"\xffa": x},
		`"a/../b.npy": the name is no relative path of a file`: {"a/../b": x},
		`"a\\b.npy": the name is no relative path of a file`:   {`a\b`: x},
	} {
		path := filepath.Join(t.TempDir(), "x.npz")
		if err := Savez(t.Context(), path, tensors); err == nil || !strings.HasPrefix(err.Error(), "npz: "+path+": "+want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file was left", want)
		}
	}
}

func FuzzNpz(f *testing.F) {
	for _, c := range brokenArchives() {
		if len(c.content) < 2000 {
			f.Add(c.content)
		}
	}
	for _, name := range []string{"stored", "forms", "ours"} {
		content, err := os.ReadFile("testdata/" + name + ".npz")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		tensors, err := readz(b)
		if err != nil {
			return
		}
		if n := filestest.Size(tensors); n > mostRatio*len(b) {
			t.Fatalf("%d bytes of tensors out of %d", n, len(b))
		}
		for _, compress := range []bool{false, true} {
			again, err := readz(writeAll(t, tensors, compress))
			if err != nil {
				t.Fatal(err)
			}
			filestest.Equal(t, again, tensors)
		}
	})
}
