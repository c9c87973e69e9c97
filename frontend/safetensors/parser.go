package safetensors

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"weft/frontend/internal/files"
)

// parser reads a header token by token and refuses at once what stands where nothing of its kind may: no nesting is followed,
// and nothing is stored that the header's form does not have.
type parser struct {
	at    files.Place
	dec   *json.Decoder
	names *int // how many there were
}

func newParser(at files.Place, text []byte) *parser {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return &parser{at, dec, new(int)}
}

// in is the parser while it reads what belongs to a tensor.
func (p *parser) in(entry string) *parser { return &parser{p.at.In(entry), p.dec, p.names} }

func (p *parser) failf(format string, args ...any) error {
	return p.at.At(lengthBytes+p.dec.InputOffset()).Errorf(format, args...)
}

func (p *parser) token() (json.Token, error) {
	t, err := p.dec.Token()
	if errors.Is(err, io.EOF) {
		return nil, p.failf("the header ends within its JSON")
	}
	if err != nil {
		return nil, p.failf("the header is not JSON: %v", err)
	}
	return t, nil
}

// open reads the { or [ that begins a value.
func (p *parser) open(begin json.Delim, what string) error {
	t, err := p.token()
	if err == nil && t != begin {
		err = p.failf("%s is expected", what)
	}
	return err
}

// object reads an object; value reads the value of each key.
func (p *parser) object(value func(key string) error) error {
	if err := p.open('{', "an object"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for p.dec.More() {
		key, err := p.text("a name")
		if err != nil {
			return err
		}
		if seen[key] {
			return p.failf("%s is there twice", files.Quote(key))
		}
		if *p.names++; *p.names > mostNames {
			return p.failf("more than %d names", mostNames)
		}
		seen[key] = true
		if err := value(key); err != nil {
			return err
		}
	}
	_, err := p.token()
	return err
}

func (p *parser) text(what string) (string, error) {
	t, err := p.token()
	if err != nil {
		return "", err
	}
	s, ok := t.(string)
	if !ok {
		return "", p.failf("%s is expected", what)
	}
	return s, nil
}

// numbers reads a list of whole numbers that are not negative, at most so many.
func (p *parser) numbers(most int) ([]int, error) {
	if err := p.open('[', "a list of numbers"); err != nil {
		return nil, err
	}
	list := []int{}
	for p.dec.More() {
		t, err := p.token()
		if err != nil {
			return nil, err
		}
		number, _ := t.(json.Number)
		n, err := strconv.ParseUint(number.String(), 10, strconv.IntSize-1)
		if err != nil {
			return nil, p.failf("a number from 0 to %d is expected", uint64(1)<<(strconv.IntSize-1)-1)
		}
		if len(list) == most {
			return nil, p.failf("more than %d numbers", most)
		}
		list = append(list, int(n))
	}
	_, err := p.token()
	return list, err
}

// entry reads what the header says of one tensor.
func (p *parser) entry() (Entry, error) {
	e := Entry{Name: p.at.Entry}
	fields := map[string]func() error{
		"dtype":        func() error { return p.dtype(&e) },
		"shape":        func() (err error) { e.Shape, err = p.numbers(files.MostAxes); return err },
		"data_offsets": func() error { return p.offsets(&e) },
	}
	err := p.object(func(key string) error {
		read, ok := fields[key]
		if !ok {
			return p.failf("%s is expected to be dtype, shape or data_offsets", files.Quote(key))
		}
		delete(fields, key)
		return read()
	})
	for _, name := range []string{"dtype", "shape", "data_offsets"} {
		if fields[name] != nil && err == nil {
			err = p.failf("%s is missing", name)
		}
	}
	return e, err
}

func (p *parser) dtype(e *Entry) error {
	name, err := p.text("the name of a dtype")
	if err != nil {
		return err
	}
	d, ok := dtypesByName[name]
	if !ok {
		return p.failf("dtype %s is unknown", files.Quote(name))
	}
	e.DType = d
	return nil
}

func (p *parser) offsets(e *Entry) error {
	pair, err := p.numbers(2)
	if err == nil && len(pair) != 2 {
		err = p.failf("data_offsets has %d numbers, not 2", len(pair))
	}
	if err == nil {
		e.Offset, e.end = int64(pair[0]), int64(pair[1])
	}
	return err
}

// end refuses anything but space behind the header's object.
func (p *parser) end() error {
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return p.failf("more than one object in the header")
	}
	return nil
}
