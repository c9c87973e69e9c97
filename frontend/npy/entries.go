package npy

import (
	"archive/zip"
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"weft/frontend/internal/files"
)

const (
	extension = ".npy"
	mostRatio = 1032 // bytes that deflate can make of one: a match of 258 takes two bits
	encrypted = 1    // the flag of encrypted entries
)

// add takes an entry of the directory, if it is what numpy could have written and a file of so many bytes could hold it.
func (a *Archive) add(f *zip.File, size int64) error {
	at := a.at.In(f.Name)
	if err := checkName(a.at, f.Name); err != nil {
		return err
	}
	name := strings.TrimSuffix(f.Name, extension)
	packed, unpacked := f.CompressedSize64, f.UncompressedSize64
	switch {
	case a.entries[name] != nil:
		return at.Errorf("the name is there twice")
	case f.Flags&encrypted != 0:
		return at.Errorf("the entry is encrypted")
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return at.Errorf("compression method %d is unknown", f.Method)
	case packed > uint64(size):
		return at.Errorf("%d packed bytes are said to be in a file of %d", packed, size)
	case f.Method == zip.Store && unpacked != packed:
		return at.Errorf("%d bytes are stored, but %d are claimed", packed, unpacked)
	case unpacked > mostRatio*packed:
		return at.Errorf("%d packed bytes cannot unpack to the %d that are claimed", packed, unpacked)
	}
	a.entries[name] = f
	return nil
}

// checkName refuses what is no name of a file below a folder, and what is no npy file.
func checkName(at files.Place, name string) error {
	at = at.In(name)
	switch {
	case !fs.ValidPath(name) || strings.ContainsRune(name, '\\'):
		return at.Errorf("the name is no relative path of a file")
	case !strings.HasSuffix(name, extension):
		return at.Errorf("the name does not end in %s", extension)
	}
	return nil
}

// span is where an entry's packed bytes lie.
type span struct {
	name       string
	start, end int64
}

// disjoint refuses entries that share bytes, or that end behind the file of so many bytes: many of those could unpack to far more
// than their file ever held.
func disjoint(at files.Place, entries []*zip.File, size int64) error {
	var spans []span
	for _, f := range entries {
		start, err := f.DataOffset()
		if err != nil {
			return at.In(f.Name).Error(err)
		}
		spans = append(spans, span{f.Name, start, start + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.name, b.name))
	})
	for i, s := range spans {
		if s.end > size {
			return at.In(s.name).At(s.start).Errorf("%d bytes are said to follow, but the file has %d", s.end-s.start, size-s.start)
		}
		if i > 0 && s.start < spans[i-1].end {
			return at.In(s.name).At(s.start).Errorf("shares bytes with %s", files.Quote(spans[i-1].name))
		}
	}
	return nil
}
