package npy

import (
	"strconv"
	"strings"

	"weft/frontend/internal/files"
)

// literal reads the little of Python's literals that a header is made of: a dict of texts, truths and tuples of whole numbers.
// It knows no nesting but this one.
type literal struct {
	at   files.Place // of the file
	base int64       // offset of the text in the file
	text string
	pos  int
}

func (l *literal) place() files.Place { return l.at.At(l.base + int64(l.pos)) }

func (l *literal) failf(format string, args ...any) error { return l.place().Errorf(format, args...) }

// next skips space and gives the byte there, 0 at the end.
func (l *literal) next() byte {
	for l.pos < len(l.text) && strings.IndexByte(" \t\r\n", l.text[l.pos]) >= 0 {
		l.pos++
	}
	if l.pos == len(l.text) {
		return 0
	}
	return l.text[l.pos]
}

// accept goes past a byte if it is the next.
func (l *literal) accept(b byte) bool {
	if l.next() != b {
		return false
	}
	l.pos++
	return true
}

func (l *literal) expect(b byte) error {
	if !l.accept(b) {
		return l.failf("the header should have %q here", b)
	}
	return nil
}

// list reads items between commas until the closing byte; a comma may stand behind the last. It gives their number, and whether
// a comma stood behind the last.
func (l *literal) list(closing byte, item func() error) (n int, trailing bool, err error) {
	for !l.accept(closing) {
		if n > 0 && !trailing {
			return n, trailing, l.failf("the header should have ',' or %q here", closing)
		}
		if err := item(); err != nil {
			return n, trailing, err
		}
		n++
		trailing = l.accept(',')
	}
	return n, trailing, nil
}

// quoted reads a text between quotes. No header needs escapes, so there are none.
func (l *literal) quoted() (string, error) {
	quote := l.next()
	if quote != '\'' && quote != '"' {
		return "", l.failf("the header should have a text in quotes here")
	}
	end := strings.IndexByte(l.text[l.pos+1:], quote)
	if end < 0 {
		return "", l.failf("the header ends within a text")
	}
	s := l.text[l.pos+1:][:end]
	if i := strings.IndexByte(s, '\\'); i >= 0 {
		l.pos += 1 + i
		return "", l.failf("the header has an escape in a text")
	}
	l.pos += 2 + end
	return s, nil
}

func (l *literal) truth() (bool, error) {
	l.next()
	for word, value := range map[string]bool{"True": true, "False": false} {
		if strings.HasPrefix(l.text[l.pos:], word) {
			l.pos += len(word)
			return value, nil
		}
	}
	return false, l.failf("the header should have True or False here")
}

// tuple reads whole numbers in parentheses: (), (3,), (3, 4).
func (l *literal) tuple() ([]int, error) {
	if err := l.expect('('); err != nil {
		return nil, err
	}
	list := []int{}
	n, trailing, err := l.list(')', func() error {
		v, err := l.whole()
		if err == nil && len(list) == files.MostAxes {
			err = l.failf("a shape has more than %d axes", files.MostAxes)
		}
		list = append(list, v)
		return err
	})
	if err == nil && n == 1 && !trailing {
		err = l.failf("a shape is a number, not a tuple")
	}
	return list, err
}

// whole reads a number that is not negative; the L behind it is of Python 2.
func (l *literal) whole() (int, error) {
	l.next()
	start := l.pos
	for l.pos < len(l.text) && '0' <= l.text[l.pos] && l.text[l.pos] <= '9' {
		l.pos++
	}
	v, err := strconv.Atoi(l.text[start:l.pos])
	if err != nil {
		l.pos = start
		return 0, l.failf("a shape should have a number from 0 to %d here", int(^uint(0)>>1))
	}
	l.accept('L')
	return v, nil
}
