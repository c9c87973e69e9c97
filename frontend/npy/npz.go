package npy

import (
	"archive/zip"
	"context"
	"io"
	"slices"

	"weft/frontend/internal/files"
	"weft/frontend/tensor"
)

// Archive is an open npz file: its directory is read and checked, its tensors are read when they are asked for. It may be used
// from many goroutines.
type Archive struct {
	at      files.Place
	entries map[string]*zip.File // by the name without .npy
	close   func() error
}

// Loadz reads all tensors of an npz file by name, to the default device or the one named.
func Loadz(ctx context.Context, path string, device ...string) (map[string]*tensor.Tensor, error) {
	a, err := Openz(path)
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return a.Tensors(ctx, device...)
}

// Openz opens an npz file and reads its directory. Close lets go of the file.
func Openz(path string) (*Archive, error) {
	f, size, err := files.Open(archivePlace(path))
	if err != nil {
		return nil, err
	}
	a, err := Readz(f, size, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	a.close = f.Close
	return a, nil
}

// Readz reads the directory of an npz file of so many bytes; name stands for the file in errors. r must stay open while tensors
// are read.
func Readz(r io.ReaderAt, size int64, name string) (*Archive, error) {
	a := &Archive{at: archivePlace(name), entries: map[string]*zip.File{}}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, a.at.Error(err)
	}
	for _, f := range z.File {
		if err := a.add(f, size); err != nil {
			return nil, err
		}
	}
	if err := disjoint(a.at, z.File, size); err != nil {
		return nil, err
	}
	return a, nil
}

func archivePlace(name string) files.Place { return files.Place{Op: "npz", File: name} }

// Close closes what Openz opened.
func (a *Archive) Close() error {
	if a.close == nil {
		return nil
	}
	return a.close()
}

// Names lists the tensors, sorted.
func (a *Archive) Names() []string { return sortedKeys(a.entries) }

// Tensors reads all tensors, to the default device or the one named.
func (a *Archive) Tensors(ctx context.Context, device ...string) (map[string]*tensor.Tensor, error) {
	all := make(map[string]*tensor.Tensor, len(a.entries))
	for _, name := range a.Names() {
		t, err := a.Tensor(ctx, name, device...)
		if err != nil {
			return nil, err
		}
		all[name] = t
	}
	return all, nil
}

// Tensor reads one tensor, unpacked straight into its memory, to the default device or the one named.
func (a *Archive) Tensor(ctx context.Context, name string, device ...string) (*tensor.Tensor, error) {
	f := a.entries[name]
	if f == nil {
		return nil, a.at.In(name).Errorf("the archive has no tensor of this name")
	}
	u, err := unpack(ctx, a.at.In(f.Name), f)
	if err != nil {
		return nil, err
	}
	t, err := readArray(u.at, u, int64(f.UncompressedSize64), device)
	if err != nil {
		return nil, err
	}
	if err := u.end(); err != nil {
		return nil, err
	}
	return t, nil
}

// Savez computes the tensors and writes them to an npz file, whole or not at all, as numpy.savez does. A bfloat16 tensor, and a
// name that no file in a folder could have, is refused.
func Savez(ctx context.Context, path string, tensors map[string]*tensor.Tensor) error {
	return savez(ctx, path, tensors, zip.Store)
}

// SavezCompressed is Savez with every tensor compressed, as numpy.savez_compressed does.
func SavezCompressed(ctx context.Context, path string, tensors map[string]*tensor.Tensor) error {
	return savez(ctx, path, tensors, zip.Deflate)
}

func savez(ctx context.Context, path string, tensors map[string]*tensor.Tensor, method uint16) error {
	at := archivePlace(path)
	if err := allComputed(ctx, at, tensors); err != nil {
		return err
	}
	return files.Save(ctx, at, func(w io.Writer) error { return writeArchive(ctx, w, tensors, method) })
}

// Writez writes what Savez saves.
func Writez(ctx context.Context, w io.Writer, tensors map[string]*tensor.Tensor) error {
	return writez(ctx, w, tensors, zip.Store)
}

// WritezCompressed writes what SavezCompressed saves.
func WritezCompressed(ctx context.Context, w io.Writer, tensors map[string]*tensor.Tensor) error {
	return writez(ctx, w, tensors, zip.Deflate)
}

func writez(ctx context.Context, w io.Writer, tensors map[string]*tensor.Tensor, method uint16) error {
	at := archivePlace("")
	if err := allComputed(ctx, at, tensors); err != nil {
		return err
	}
	if err := writeArchive(ctx, files.Writer(ctx, w), tensors, method); err != nil {
		return at.Error(err)
	}
	return nil
}

// allComputed checks that an archive can hold the tensors, and computes them.
func allComputed(ctx context.Context, at files.Place, tensors map[string]*tensor.Tensor) error {
	var all []*tensor.Tensor
	for _, name := range sortedKeys(tensors) {
		if err := checkName(at, name+extension); err != nil {
			return err
		}
		if err := holdable(at.In(name), tensors[name]); err != nil {
			return err
		}
		all = append(all, tensors[name])
	}
	if err := tensor.Realize(ctx, all...); err != nil {
		return at.Error(err)
	}
	return nil
}

func writeArchive(ctx context.Context, w io.Writer, tensors map[string]*tensor.Tensor, method uint16) error {
	z := zip.NewWriter(w)
	for _, name := range sortedKeys(tensors) {
		entry, err := z.CreateHeader(&zip.FileHeader{Name: name + extension, Method: method})
		if err != nil {
			return err
		}
		if err := writeArray(ctx, entry, tensors[name]); err != nil {
			return err
		}
	}
	return z.Close()
}

func sortedKeys[T any](m map[string]T) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
