package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"weft/frontend/internal/files"
	"weft/ops"
)

const (
	magic         = "\x93NUMPY"
	longestHeader = 1 << 16 // bytes; numpy's own are about a hundred
	alignment     = 64      // of the data
	growthDigits  = 21      // numpy leaves room for the first axis to grow to so many digits
)

// header is what an npy file says of its array.
type header struct {
	dtype   ops.DType
	swapped bool // elements are big-endian
	fortran bool // the first axis runs fastest
	shape   []int
	start   int64 // offset of the data
	bytes   int64 // length of the data
}

// readHeader reads the header of a file that has so many bytes.
func readHeader(at files.Place, r io.Reader, size int64) (*header, error) {
	in := &source{at: at, r: r, size: size}
	lead, err := in.take(8)
	if err != nil {
		return nil, err
	}
	if string(lead[:6]) != magic {
		return nil, at.At(0).Errorf("not an npy file: it begins with %s", files.Quote(string(lead[:6])))
	}
	length, err := in.length(lead[6], lead[7])
	if err != nil {
		return nil, err
	}
	if length > longestHeader {
		return nil, at.At(8).Errorf("a header of %d bytes is longer than %d", length, longestHeader)
	}
	base := in.offset
	text, err := in.take(length)
	if err != nil {
		return nil, err
	}
	if lead[6] >= 3 && !utf8.Valid(text) {
		return nil, at.At(base).Errorf("the header is not UTF-8")
	}
	h := &header{start: in.offset}
	if err := h.parse(&literal{at: at, base: base, text: string(text)}); err != nil {
		return nil, err
	}
	return h, h.check(at, size)
}

// check holds the array's length against the file's.
func (h *header) check(at files.Place, size int64) (err error) {
	n, ok := files.ByteCount(h.shape, h.dtype.Size())
	have := size - h.start
	switch at = at.At(h.start); {
	case !ok:
		return at.Errorf("shape %v is more than any memory holds", h.shape)
	case n > have:
		return at.Errorf("%v of %s needs %d bytes but %d follow", h.shape, h.dtype, n, have)
	case n < have:
		return at.Errorf("%d bytes after the %d of %v of %s", have-n, n, h.shape, h.dtype)
	}
	h.bytes = n
	return nil
}

// parse reads the header's dict: exactly the three keys that numpy writes.
func (h *header) parse(l *literal) error {
	if err := l.expect('{'); err != nil {
		return err
	}
	fields := map[string]func() error{
		"descr":         func() error { return h.descr(l) },
		"fortran_order": func() (err error) { h.fortran, err = l.truth(); return err },
		"shape":         func() (err error) { h.shape, err = l.tuple(); return err },
	}
	_, _, err := l.list('}', func() error {
		key, err := l.quoted()
		if err != nil {
			return err
		}
		read := fields[key]
		if read == nil {
			return l.failf("the header has %s twice, or it is none of descr, fortran_order and shape", files.Quote(key))
		}
		delete(fields, key)
		if err := l.expect(':'); err != nil {
			return err
		}
		return read()
	})
	if err != nil {
		return err
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if fields[key] != nil {
			return l.failf("the header has no %s", key)
		}
	}
	if l.next() != 0 {
		return l.failf("the header goes on behind its dict")
	}
	return nil
}

func (h *header) descr(l *literal) error {
	if b := l.next(); b == '[' || b == '(' {
		return l.failf("a structured dtype, which no tensor has")
	}
	at := l.place()
	text, err := l.quoted()
	if err == nil {
		h.dtype, h.swapped, err = parseDescr(at, text)
	}
	return err
}

// source hands out the bytes before the data, and knows how many there can be.
type source struct {
	at           files.Place
	r            io.Reader
	offset, size int64
}

// take reads the next n bytes; a file that does not have them is refused before memory is asked for.
func (s *source) take(n int64) ([]byte, error) {
	if s.size-s.offset < n {
		return nil, s.at.At(s.size).Errorf("the file ends in its header")
	}
	b := make([]byte, n)
	got, err := io.ReadFull(s.r, b)
	s.offset += int64(got)
	if err != nil {
		return nil, s.at.At(s.offset).Error(err)
	}
	return b, nil
}

// length reads the header's length, which later versions give more bytes.
func (s *source) length(major, minor byte) (int64, error) {
	if minor != 0 || major < 1 || major > 3 {
		return 0, s.at.At(6).Errorf("version %d.%d is unknown", major, minor)
	}
	bytes := int64(4)
	if major == 1 {
		bytes = 2
	}
	b, err := s.take(bytes)
	if err != nil {
		return 0, err
	}
	return int64(binary.LittleEndian.Uint32(append(b, 0, 0))), nil
}

// makeHeader is everything before the data, as numpy.save writes it.
func makeHeader(d ops.DType, shape []int) []byte {
	numbers := make([]string, len(shape))
	for i, n := range shape {
		numbers[i] = fmt.Sprint(n)
	}
	tuple, room := strings.Join(numbers, ", "), 0
	if len(shape) == 1 {
		tuple += ","
	}
	if len(shape) > 0 {
		room = growthDigits - len(numbers[0])
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }%s", descr(d), tuple, strings.Repeat(" ", room))
	fill := alignment - (len(magic)+4+len(dict)+1)%alignment
	dict += strings.Repeat(" ", fill) + "\n"
	b := append([]byte(magic), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)))
	return append(b, dict...)
}
