package lazy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// textStorage stands for the memory that a text names.
type textStorage struct {
	id, bytes uint64
	device    string
}

func (s *textStorage) RefID() uint64  { return s.id }
func (s *textStorage) Bytes() int64   { return int64(s.bytes) }
func (s *textStorage) Device() string { return s.device }

func (p *parser) ref(name, rest string) error {
	if p.refs[name] != nil {
		return fmt.Errorf("%s is named twice", name)
	}
	kind, rest, _ := strings.Cut(rest, " ")
	r, err := parseRef(kind, rest)
	if err != nil {
		return fmt.Errorf("reference %s: %w", name, err)
	}
	if known := p.given[name]; known != nil {
		if refKind(known) != kind {
			return fmt.Errorf("reference %s: a %s was given", name, refKind(known))
		}
		r = known
	}
	p.refs[name] = r
	return nil
}

func parseRef(kind, rest string) (Ref, error) {
	switch kind {
	case "storage":
		size, device, _ := strings.Cut(rest, " ")
		bytes, err := strconv.ParseUint(size, 10, 62)
		if err != nil {
			return nil, fmt.Errorf("%q is no size", size)
		}
		words, err := quoted(device, 1)
		return &textStorage{NewID(), bytes, words[0]}, err
	case "scalar":
		return &ScalarRef{NewID()}, nil
	case "mark":
		for k := Leaf; k <= Hook; k++ {
			if k.String() == rest {
				return NewMark(k, nil), nil
			}
		}
		return nil, fmt.Errorf("%q is no kind of mark", rest)
	case "check":
		words, err := quoted(rest, 2)
		return NewCheckInfo(words[0], words[1]), err
	case "host":
		words, err := quoted(rest, 1)
		return NewHostFunc(words[0], notLinked), err
	case "device":
		words, err := quoted(rest, 1)
		return deviceRef(words[0]), err
	}
	return nil, fmt.Errorf("no kind %q", kind)
}

func notLinked([]byte, ...[]byte) error {
	return errors.New("a host function read from text cannot run")
}

// quoted reads n quoted words; it returns n words whatever it finds.
func quoted(s string, n int) ([]string, error) {
	words := make([]string, n)
	for i := range words {
		q, err := strconv.QuotedPrefix(s)
		if err != nil {
			return words, fmt.Errorf("want %d quoted words", n)
		}
		words[i], _ = strconv.Unquote(q)
		s = strings.TrimSpace(s[len(q):])
	}
	if s != "" {
		return words, fmt.Errorf("%q is left over", s)
	}
	return words, nil
}
