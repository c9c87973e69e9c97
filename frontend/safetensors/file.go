package safetensors

import (
	"cmp"
	"context"
	"encoding/binary"
	"io"
	"maps"
	"slices"

	"weft/frontend/internal/files"
	"weft/frontend/tensor"
)

// File is an open safetensors file: its header is read and checked, its tensors are read when they are asked for. It may be used
// from many goroutines.
type File struct {
	at     files.Place
	data   io.ReaderAt
	close  func() error
	header *header
}

// Load reads all tensors of a file, to the default device or the one named.
func Load(ctx context.Context, path string, device ...string) (map[string]*tensor.Tensor, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Tensors(ctx, device...)
}

// Open opens a file and reads its header. Close lets go of the file.
func Open(ctx context.Context, path string) (*File, error) {
	file, size, err := files.Open(files.Place{Op: "safetensors", File: path})
	if err != nil {
		return nil, err
	}
	f, err := Read(ctx, file, size, path)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.close = file.Close
	return f, nil
}

// Read reads the header of a file of so many bytes; name stands for the file in errors. r must stay open while tensors are read.
func Read(ctx context.Context, r io.ReaderAt, size int64, name string) (*File, error) {
	f := &File{at: files.Place{Op: "safetensors", File: name}, data: r}
	length, err := f.headerLength(ctx, size)
	if err != nil {
		return nil, err
	}
	text := make([]byte, length)
	if err := f.read(ctx, f.at, lengthBytes, text); err != nil {
		return nil, err
	}
	if f.header, err = readHeader(f.at, text, size); err != nil {
		return nil, err
	}
	return f, nil
}

func (f *File) headerLength(ctx context.Context, size int64) (uint64, error) {
	var first [lengthBytes]byte
	if size < lengthBytes {
		return 0, f.at.At(size).Errorf("the file ends within the length of its header")
	}
	if err := f.read(ctx, f.at, 0, first[:]); err != nil {
		return 0, err
	}
	length := binary.LittleEndian.Uint64(first[:])
	switch {
	case length > uint64(size-lengthBytes):
		return 0, f.at.At(0).Errorf("the header is said to have %d bytes, but %d follow", length, size-lengthBytes)
	case length > longestHeader:
		return 0, f.at.At(0).Errorf("a header of %d bytes is longer than %d", length, longestHeader)
	}
	return length, nil
}

// read fills memory with the bytes at an offset.
func (f *File) read(ctx context.Context, at files.Place, offset int64, memory []byte) error {
	r := files.Reader(ctx, io.NewSectionReader(f.data, offset, int64(len(memory))))
	n, err := io.ReadFull(r, memory)
	if err != nil {
		return at.At(offset + int64(n)).Error(err)
	}
	return nil
}

// Close closes what Open opened.
func (f *File) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// Metadata is the texts beside the tensors, nil if the file has none.
func (f *File) Metadata() map[string]string { return maps.Clone(f.header.metadata) }

// Entries lists what the header says of the tensors, sorted by name. The file keeps the list: it is only to be read.
func (f *File) Entries() []Entry { return f.header.entries }

// Entry is what the header says of one tensor.
func (f *File) Entry(name string) (e Entry, ok bool) {
	i, ok := slices.BinarySearchFunc(f.header.entries, name, func(e Entry, name string) int { return cmp.Compare(e.Name, name) })
	if ok {
		e = f.header.entries[i]
	}
	return e, ok
}

// Tensor reads one tensor straight into its memory, on the default device or the one named.
func (f *File) Tensor(ctx context.Context, name string, device ...string) (*tensor.Tensor, error) {
	e, ok := f.Entry(name)
	at := f.at.In(name)
	if !ok {
		return nil, at.Errorf("the file has no tensor of this name")
	}
	o := tensor.Options{DType: e.DType, Device: files.Device(device)}
	t, err := o.FromBytes(e.Shape, func(memory []byte) error { return f.read(ctx, at, e.Offset, memory) })
	if err != nil {
		return nil, at.At(e.Offset).Error(err)
	}
	return t, nil
}

// Tensors reads all tensors, to the default device or the one named.
func (f *File) Tensors(ctx context.Context, device ...string) (map[string]*tensor.Tensor, error) {
	all := make(map[string]*tensor.Tensor, len(f.header.entries))
	for _, e := range f.header.entries {
		t, err := f.Tensor(ctx, e.Name, device...)
		if err != nil {
			return nil, err
		}
		all[e.Name] = t
	}
	return all, nil
}
