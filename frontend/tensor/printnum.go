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

// formatOf chooses how to print the elements so that they align.
func formatOf(d DType, shown []ops.Value) func(v ops.Value) string {
	if d.IsFloat() {
		return floatFormat(d, shown)
	}
	text := func(v ops.Value) string { return v.String() }
	if d == Bool {
		text = func(v ops.Value) string { return strconv.FormatBool(v.IsTrue()) }
	}
	width := 0
	for _, v := range shown {
		width = max(width, len(text(v)))
	}
	return func(v ops.Value) string { return fmt.Sprintf("%*s", width, text(v)) }
}

// floatFormat is positional unless magnitudes are too far apart; then all have exponents.
func floatFormat(d DType, shown []ops.Value) func(v ops.Value) string {
	low, high := math.Inf(1), 0.0
	special := 0
	for _, v := range shown {
		f := v.Float()
		if math.IsInf(f, 0) || f != f {
			special = max(special, len(specialText(f)))
			continue
		}
		if f != 0 {
			low, high = min(low, math.Abs(f)), max(high, math.Abs(f))
		}
	}
	w := widths{d: d, exponent: high >= 1e8 || high > 0 && (low < 1e-4 || high/low > 1000)}
	w.measure(shown)
	w.left = max(w.left, special-w.right-1)
	return w.text
}

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

// widths is the room for the digits before and after the point; with exponents, frac is the digits after the point.
type widths struct {
	d                 DType
	exponent          bool
	left, right, frac int
}

func (w *widths) measure(shown []ops.Value) {
	for _, v := range shown {
		f := v.Float()
		if math.IsInf(f, 0) || f != f {
			continue
		}
		whole, frac, exp := w.parts(f)
		w.left, w.frac = max(w.left, len(whole)), max(w.frac, len(frac))
		w.right = max(w.right, len(frac)+len(exp))
	}
	if w.exponent {
		w.right = max(w.right, w.frac+4)
	}
}

// parts is the shortest digits that tell f from its neighbours, no more than printDigits after the point.
func (w *widths) parts(f float64) (whole, frac, exp string) {
	verb := byte('f')
	if w.exponent {
		verb = 'e'
	}
	text := w.shortest(f, verb)
	if at := strings.IndexByte(text, 'e'); at >= 0 {
		text, exp = text[:at], text[at:]
	}
	whole, frac, _ = strings.Cut(text, ".")
	if len(frac) > printDigits {
		text = strconv.FormatFloat(f, verb, printDigits, 64)
		if at := strings.IndexByte(text, 'e'); at >= 0 {
			text, exp = text[:at], text[at:]
		}
		whole, frac, _ = strings.Cut(text, ".")
		frac = strings.TrimRight(frac, "0")
	}
	return whole, frac, exp
}

func (w *widths) shortest(f float64, verb byte) string {
	switch w.d {
	case Float64:
		return strconv.FormatFloat(f, verb, -1, 64)
	case Float32:
		return strconv.FormatFloat(f, verb, -1, 32)
	}
	for digits := range printDigits { // the fewest digits that round back to f in 16 bits
		text := strconv.FormatFloat(f, verb, digits, 64)
		back, err := strconv.ParseFloat(text, 64)
		if err == nil && ops.FloatValue(w.d, back).Float() == f {
			return text
		}
	}
	return strconv.FormatFloat(f, verb, -1, 64)
}

func (w *widths) text(v ops.Value) string {
	f := v.Float()
	if math.IsInf(f, 0) || f != f {
		return fmt.Sprintf("%*s", w.left+1+w.right, specialText(f))
	}
	whole, frac, exp := w.parts(f)
	if w.exponent {
		frac += strings.Repeat("0", w.frac-len(frac))
	}
	return fmt.Sprintf("%*s.%-*s", w.left, whole, w.right, frac+exp)
}
