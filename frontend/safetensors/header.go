package safetensors

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"weft/frontend/internal/files"
	"weft/ops"
)

const (
	lengthBytes   = 8           // before the header: its length
	longestHeader = 100_000_000 // bytes; what the format's own library accepts
	mostNames     = 1 << 20     // of tensors, their fields, and texts
	namesOfEntry  = 4           // a tensor's own and those of its three fields
	metadataName  = "__metadata__"
)

// Entry is what a file's header says of a tensor.
type Entry struct {
	Name   string
	DType  ops.DType
	Shape  []int
	Offset int64 // of its first byte in the file
	Size   int64 // in bytes

	end int64
}

// header is a file's header, read.
type header struct {
	entries  []Entry // sorted by name
	metadata map[string]string
}

// readHeader reads the JSON of a header, whose tensors' data begin at the offset data of a file of so many bytes.
func readHeader(at files.Place, text []byte, size int64) (*header, error) {
	if len(text) == 0 || text[0] != '{' {
		return nil, at.At(lengthBytes).Errorf("the header does not begin with {")
	}
	if !utf8.Valid(text) {
		return nil, at.At(lengthBytes).Errorf("the header is not UTF-8")
	}
	h := &header{}
	p := newParser(at, text)
	if err := p.object(func(name string) error { return h.add(p, name) }); err != nil {
		return nil, err
	}
	if err := p.end(); err != nil {
		return nil, err
	}
	if err := h.place(at, lengthBytes+int64(len(text)), size); err != nil {
		return nil, err
	}
	slices.SortFunc(h.entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return h, nil
}

// add reads one value of the header's object.
func (h *header) add(p *parser, name string) error {
	if name == metadataName {
		h.metadata = map[string]string{}
		return p.object(func(key string) (err error) {
			h.metadata[key], err = p.text("a text")
			return err
		})
	}
	e, err := p.in(name).entry()
	h.entries = append(h.entries, e)
	return err
}

// place checks that the tensors fill the data between start and size without holes or overlaps, and turns the places among the
// data into places in the file.
func (h *header) place(at files.Place, start, size int64) error {
	slices.SortFunc(h.entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.end, b.end), cmp.Compare(a.Name, b.Name))
	})
	next, before := int64(0), ""
	for i := range h.entries {
		e := &h.entries[i]
		if err := e.check(at.In(e.Name), size-start, next, before); err != nil {
			return err
		}
		next, before = e.end, e.Name
		e.Offset += start
	}
	if rest := size - start - next; rest != 0 {
		return at.At(start+next).Errorf("%d bytes after the last tensor", rest)
	}
	return nil
}

// check holds what the header says of a tensor against the length of the data and the end of the tensor before.
func (e *Entry) check(at files.Place, data, next int64, before string) error {
	at = at.At(e.Offset)
	at.Spot = "data " + at.Spot
	need, ok := files.ByteCount(e.Shape, e.DType.Size())
	switch {
	case !ok:
		return at.Errorf("shape %v is more than any memory holds", e.Shape)
	case e.end < e.Offset:
		return at.Errorf("the data end before they begin, at %d", e.end)
	case e.end > data:
		return at.Errorf("the data end at %d, but there are only %d bytes", e.end, data)
	case e.end-e.Offset != need:
		return at.Errorf("%v of %s needs %d bytes but has %d", e.Shape, e.DType, need, e.end-e.Offset)
	case e.Offset < next:
		return at.Errorf("overlaps %s, which ends at %d", files.Quote(before), next)
	case e.Offset > next:
		return at.Errorf("leaves %d bytes before it that belong to no tensor", e.Offset-next)
	}
	e.Size = need
	return nil
}
