package tensor

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"weft/ops"
)

// layout aligns a column of floats at their points: the room for the digits before and after it. With exponents (verb e)
// right holds the exponent too.
type layout struct {
	d                      DType
	verb                   byte
	prec                   int // the most digits after the point
	left, right, frac, exp int
}

func (l *layout) measure(shown []ops.Value) {
	special := 0
	for _, v := range shown {
		f := v.Float()
		if !isFinite(f) {
			special = max(special, len(specialText(f)))
			continue
		}
		whole, frac, exp := l.parts(f)
		l.left, l.frac, l.exp = max(l.left, len(whole)), max(l.frac, len(frac)), max(l.exp, len(exp))
	}
	l.right = l.frac
	if l.exp > 0 {
		l.right += len("e") + l.exp
	}
	l.left = max(l.left, special-l.right-len("."))
}

// parts is the shortest digits that tell f from its neighbours, no more than prec after the point and all before it, and
// the exponent with its sign.
func (l *layout) parts(f float64) (whole, frac, exp string) {
	whole, frac, exp = cutNumber(shortest(l.d, f, l.verb))
	if len(frac) > l.prec || frac == "" && l.verb == 'f' {
		whole, frac, exp = cutNumber(strconv.FormatFloat(f, l.verb, min(l.prec, len(frac)), 64))
		frac = strings.TrimRight(frac, "0")
	}
	return whole, frac, exp
}

func cutNumber(text string) (whole, frac, exp string) {
	text, exp, _ = strings.Cut(text, "e")
	whole, frac, _ = strings.Cut(text, ".")
	return whole, frac, exp
}

// text is v in its column: with an exponent as many digits as the longest has.
func (l *layout) text(v ops.Value) string {
	f := v.Float()
	if !isFinite(f) {
		return fmt.Sprintf("%*s", l.left+1+l.right, specialText(f))
	}
	if l.verb == 'f' {
		whole, frac, _ := l.parts(f)
		return fmt.Sprintf("%*s.%-*s", l.left, whole, l.right, frac)
	}
	whole, frac, exp := cutNumber(strconv.FormatFloat(f, 'e', l.frac, 64))
	zeros := strings.Repeat("0", l.exp-len(exp))
	return fmt.Sprintf("%*s.%se%s%s%s", l.left, whole, frac, exp[:1], zeros, exp[1:])
}

// shortest is the fewest digits that give f back when read in dtype d, without an exponent (f) or with one (e).
func shortest(d DType, f float64, verb byte) string {
	switch d {
	case Float64:
		return strconv.FormatFloat(f, verb, -1, 64)
	case Float32:
		return strconv.FormatFloat(f, verb, -1, 32)
	}
	for digits := range printDigits {
		for _, near := range []float64{f, math.Nextafter(f, 2*f)} { // above a power of two the gap is the wider: a tie may go there
			short, err := strconv.ParseFloat(strconv.FormatFloat(near, 'e', digits, 64), 64)
			if err == nil && ops.FloatValue(d, short).Float() == f {
				return strconv.FormatFloat(short, verb, -1, 64)
			}
		}
	}
	return strconv.FormatFloat(f, verb, -1, 64)
}
