package npy

import (
	"archive/zip"
	"compress/flate"
	"context"
	"errors"
	"hash"
	"hash/crc32"
	"io"

	"weft/frontend/internal/files"
)

// unpacked reads an entry of an archive, unpacked.
type unpacked struct {
	io.Reader
	at    files.Place
	entry *zip.File
	sum   hash.Hash32 // of what was read
}

func unpack(ctx context.Context, at files.Place, entry *zip.File) (*unpacked, error) {
	raw, err := entry.OpenRaw()
	if err != nil {
		return nil, at.Error(err)
	}
	if entry.Method == zip.Deflate {
		raw = flate.NewReader(raw)
	}
	sum := crc32.NewIEEE()
	return &unpacked{io.TeeReader(files.Reader(ctx, raw), sum), at, entry, sum}, nil
}

// end checks, when as much was read as the archive says, that nothing follows and that the checksum is right.
func (u *unpacked) end() error {
	n, err := io.ReadFull(u, make([]byte, 1))
	switch at := u.at.At(int64(u.entry.UncompressedSize64)); {
	case n > 0:
		return at.Errorf("unpacks to more than the %d bytes that the archive says", u.entry.UncompressedSize64)
	case !errors.Is(err, io.EOF):
		return at.Error(err)
	case u.sum.Sum32() != u.entry.CRC32:
		return at.Errorf("the checksum is %08x, the archive says %08x", u.sum.Sum32(), u.entry.CRC32)
	}
	return nil
}
