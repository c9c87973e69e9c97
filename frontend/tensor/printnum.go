package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"weft/ops"
)

// printDigits is the most digits shown after a point.
const printDigits = 8

// style is what a directive of package fmt asks of each element.
type style struct {
	verb  rune // 0 for numpy's own choice
	prec  int  // digits after the point, or -1
	width int  // the least width of an element
	plus  bool
}

// plain is the style of String.
var plain = style{prec: -1}

func styleOf(f fmt.State, verb rune) style {
	s := style{verb: verb, prec: -1, plus: f.Flag('+')}
	if verb == 'v' || verb == 's' {
		s.verb = 0
	}
	if prec, ok := f.Precision(); ok {
		s.prec = prec
	}
	s.width, _ = f.Width()
	return s
}

// columns chooses how to print elements of an array so that they align, by those that will be seen.
func (s style) columns(d DType, shown []ops.Value) func(v ops.Value) string {
	if d.IsFloat() && s.verb == 0 {
		return s.floatColumns(d, shown)
	}
	width := s.width
	if d == Bool { // as if there were a false
		width = max(width, len("false"))
	}
	for _, v := range shown {
		width = max(width, len(s.element(v)))
	}
	return func(v ops.Value) string { return fmt.Sprintf("%*s", width, s.element(v)) }
}

// floatColumns is positional unless magnitudes are too large, too small or too far apart; then all have exponents.
func (s style) floatColumns(d DType, shown []ops.Value) func(v ops.Value) string {
	low, high := math.Inf(1), 0.0
	for _, v := range shown {
		if f := v.Float(); isFinite(f) && f != 0 {
			low, high = min(low, math.Abs(f)), max(high, math.Abs(f))
		}
	}
	l := layout{d: d, verb: 'f', prec: printDigits}
	if ratio := ops.FloatValue(d, high/low).Float(); high >= 1e8 || high > 0 && (low < 1e-4 || ratio > 1000) {
		l.verb = 'e'
	}
	if s.prec >= 0 {
		l.prec = s.prec
	}
	l.measure(shown)
	l.left = max(l.left, s.width-1-l.right)
	return l.text
}

// scalar is the text of a tensor without axes: all digits that tell it from its neighbours.
func (s style) scalar(v ops.Value) string {
	switch {
	case s.verb != 0 || !v.DType.IsFloat():
		return fmt.Sprintf("%*s", s.width, s.element(v))
	case s.prec >= 0:
		text := s.floatColumns(v.DType, []ops.Value{v})(v)
		return fmt.Sprintf("%*s", s.width, strings.TrimRight(text, " "))
	}
	return fmt.Sprintf("%*s", s.width, scalarText(v))
}

// scalarText has an exponent where the number is very large or small.
func scalarText(v ops.Value) string {
	f := v.Float()
	if !isFinite(f) {
		return specialText(f)
	}
	if size := math.Abs(f); size != 0 && (size < 1e-4 || size >= 1e16) {
		return shortest(v.DType, f, 'e')
	}
	text := shortest(v.DType, f, 'f')
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// element is one element by itself, by fmt's verb where one is given.
func (s style) element(v ops.Value) string {
	switch {
	case v.DType == Bool:
		return strconv.FormatBool(v.IsTrue())
	case s.verb == 0:
		return v.String()
	case v.DType.IsFloat() && !isFinite(v.Float()):
		return specialText(v.Float())
	}
	directive := "%"
	if s.plus {
		directive += "+"
	}
	if s.prec >= 0 {
		directive += "." + strconv.Itoa(s.prec)
	}
	return fmt.Sprintf(directive+string(s.verb), goNumber(v, s.verb))
}

// goNumber is v as the Go number that a verb takes: floats for the verbs of floats and for float dtypes.
func goNumber(v ops.Value, verb rune) any {
	switch {
	case v.DType == Float32:
		return float32(v.Float())
	case v.DType.IsFloat() || strings.ContainsRune("fFeEgG", verb):
		return v.Float()
	case v.DType.IsUnsigned():
		return v.Bits
	}
	return v.Int()
}

func isFinite(f float64) bool { return f-f == 0 }

// specialText is what stands for infinities and NaN.
func specialText(f float64) string {
	switch {
	case f != f:
		return "nan"
	case f > 0:
		return "inf"
	}
	return "-inf"
}
