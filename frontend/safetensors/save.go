package safetensors

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"unicode/utf8"

	"weft/frontend/internal/files"
	"weft/frontend/tensor"
)

// Save computes the tensors and writes them, and texts beside them, to a file, whole or not at all. The same values give the same
// bytes: tensors with larger elements come first, so that each lies at a multiple of its element's size, and else they are sorted
// by name.
func Save(ctx context.Context, path string, tensors map[string]*tensor.Tensor, metadata map[string]string) error {
	f, err := newFile(ctx, files.Place{Op: "safetensors", File: path}, tensors, metadata)
	if err != nil {
		return err
	}
	return files.Save(ctx, f.at, func(w io.Writer) error { return f.write(ctx, w) })
}

// Write writes what Save saves.
func Write(ctx context.Context, w io.Writer, tensors map[string]*tensor.Tensor, metadata map[string]string) error {
	f, err := newFile(ctx, files.Place{Op: "safetensors"}, tensors, metadata)
	if err != nil {
		return err
	}
	if err := f.write(ctx, files.Writer(ctx, w)); err != nil {
		return f.at.Error(err)
	}
	return nil
}

// outFile is a file to be written: its tensors are computed, in the order of their data.
type outFile struct {
	at      files.Place
	names   []string
	tensors map[string]*tensor.Tensor
	header  []byte
}

func newFile(ctx context.Context, at files.Place, tensors map[string]*tensor.Tensor, metadata map[string]string) (*outFile, error) {
	if err := check(at, tensors, metadata); err != nil {
		return nil, err
	}
	f := &outFile{at: at, tensors: tensors, names: slices.Collect(maps.Keys(tensors))}
	slices.SortFunc(f.names, func(a, b string) int {
		return cmp.Or(cmp.Compare(tensors[b].DType().Size(), tensors[a].DType().Size()), cmp.Compare(a, b))
	})
	f.header = f.makeHeader(metadata)
	if len(f.header) > longestHeader {
		return nil, at.Errorf("the names and shapes of %d tensors make a header of more than %d bytes", len(tensors), longestHeader)
	}
	if err := tensor.Realize(ctx, slices.Collect(maps.Values(tensors))...); err != nil {
		return nil, at.Error(err)
	}
	return f, nil
}

// check refuses what Read would refuse.
func check(at files.Place, tensors map[string]*tensor.Tensor, metadata map[string]string) error {
	if names := namesOfEntry*len(tensors) + len(metadata) + 1; names > mostNames {
		return at.Errorf("%d tensors and %d texts have more than %d names", len(tensors), len(metadata), mostNames)
	}
	for _, name := range slices.Sorted(maps.Keys(tensors)) {
		if err := checkTensor(at, name, tensors[name]); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		if !utf8.ValidString(key) || !utf8.ValidString(metadata[key]) {
			return at.Errorf("the metadata of %s is not UTF-8", files.Quote(key))
		}
	}
	return nil
}

func checkTensor(at files.Place, name string, t *tensor.Tensor) error {
	switch at = at.In(name); {
	case t == nil:
		return at.Errorf("there is no tensor")
	case name == metadataName:
		return at.Errorf("the format keeps this name for itself")
	case !utf8.ValidString(name):
		return at.Errorf("the name is not UTF-8")
	}
	return files.CheckShape(at, t.Shape(), t.DType())
}

// makeHeader is the header with spaces behind it, so that the data begin at a multiple of 8 bytes.
func (f *outFile) makeHeader(metadata map[string]string) []byte {
	var b bytes.Buffer
	separator := byte('{')
	add := func(key string, value []byte) {
		b.WriteByte(separator)
		b.Write(compact(key))
		b.WriteByte(':')
		b.Write(value)
		separator = ','
	}
	if metadata != nil {
		add(metadataName, compact(metadata))
	}
	offset := 0
	for _, name := range f.names {
		t := f.tensors[name]
		end := offset + t.Numel()*t.DType().Size()
		add(name, fmt.Appendf(nil, `{"dtype":%q,"shape":%s,"data_offsets":[%d,%d]}`,
			dtypeNames[t.DType()], compact(append([]int{}, t.Shape()...)), offset, end))
		offset = end
	}
	if separator == '{' {
		b.WriteByte('{')
	}
	b.WriteByte('}')
	for b.Len()%8 != 0 {
		b.WriteByte(' ')
	}
	return b.Bytes()
}

// compact is the JSON of a text, a list or a map, sorted, with no more escapes than it needs.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // texts, numbers and maps of them have a JSON
	}
	return bytes.TrimSpace(b.Bytes())
}

func (f *outFile) write(ctx context.Context, w io.Writer) error {
	if err := binary.Write(w, binary.LittleEndian, uint64(len(f.header))); err != nil {
		return err
	}
	if _, err := w.Write(f.header); err != nil {
		return err
	}
	for _, name := range f.names {
		err := tensor.Bytes(ctx, f.tensors[name], func(memory []byte) error {
			_, err := w.Write(memory)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
