package pytext

import (
	"fmt"
	"strings"
)

// Error is a mistake in a program's text or in what it does with Python's own values.
type Error struct{ Reason string }

func (e *Error) Error() string { return e.Reason }

func fail(format string, args ...any) { panic(&Error{fmt.Sprintf(format, args...)}) }

type kind int

const (
	end kind = iota
	name
	number
	text
	symbol // operators, brackets, and the separators ; and newline
)

type token struct {
	kind kind
	s    string // a text's value without quotes
}

// symbols in the order in which they are tried: longer ones first.
var symbols = strings.Fields("**= //= ... ** // == != <= >= -> += -= *= /= %= @= &= |= ^= << >> + - * / % @ & | ^ ~ < > = ( ) [ ] { } , : . ;")

// lex cuts a program into tokens. Line breaks separate statements, except inside brackets.
func lex(src string) (out []token) {
	depth := 0
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n' && depth == 0:
			out, i = append(out, token{symbol, "\n"}), i+1
		case strings.IndexByte(" \t\r\n", c) >= 0:
			i++
		case c == '#':
			i += lineLength(src[i:])
		case letter(c):
			n := spanOf(src[i:], func(c byte) bool { return letter(c) || digit(c) })
			out, i = append(out, token{name, src[i : i+n]}), i+n
		case digit(c) || c == '.' && i+1 < len(src) && digit(src[i+1]):
			n := numberLength(src[i:])
			out, i = append(out, token{number, src[i : i+n]}), i+n
		case c == '\'' || c == '"':
			value, n := quoted(src[i:])
			out, i = append(out, token{text, value}), i+n
		default:
			s := symbolAt(src[i:])
			depth += strings.Count("([{", s) - strings.Count(")]}", s)
			out, i = append(out, token{symbol, s}), i+len(s)
		}
	}
	return append(out, token{end, ""})
}

func letter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func spanOf(s string, in func(byte) bool) int {
	for i := range len(s) {
		if !in(s[i]) {
			return i
		}
	}
	return len(s)
}

func lineLength(s string) int { return spanOf(s, func(c byte) bool { return c != '\n' }) }

// numberLength takes digits, a fraction and an exponent with its sign.
func numberLength(s string) int {
	n := spanOf(s, func(c byte) bool { return digit(c) || letter(c) || c == '.' })
	if n < len(s) && (s[n] == '-' || s[n] == '+') && s[n-1]|0x20 == 'e' && !strings.HasPrefix(s, "0x") {
		n += 1 + spanOf(s[n+1:], digit)
	}
	return n
}

var escapes = map[byte]byte{'n': '\n', 't': '\t', '\\': '\\', '\'': '\'', '"': '"'}

// quoted reads a string in either quotes.
func quoted(s string) (value string, length int) {
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == s[0]:
			return b.String(), i + 1
		case s[i] == '\\' && i+1 < len(s) && escapes[s[i+1]] != 0:
			i++
			b.WriteByte(escapes[s[i]])
		default:
			b.WriteByte(s[i])
		}
	}
	fail("a string does not end: %s", s)
	return "", 0
}

func symbolAt(s string) string {
	for _, sym := range symbols {
		if strings.HasPrefix(s, sym) {
			return sym
		}
	}
	fail("unknown character %q", s[0])
	return ""
}
