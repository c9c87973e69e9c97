package pytext

import (
	"fmt"
	"strings"
	"testing"
)

// echo is a world whose values are the text of what was done.
type echo struct{ log []string }

type word string

func (e *echo) note(format string, args ...any) any {
	s := fmt.Sprintf(format, args...)
	e.log = append(e.log, s)
	return word(s)
}

func (e *echo) Global(name string) any           { return word(name) }
func (e *echo) Attribute(x any, name string) any { return word(fmt.Sprintf("%v.%s", x, name)) }
func (e *echo) SetAttribute(x any, name string, v any) {
	e.note("%v.%s=%v", x, name, v)
}
func (e *echo) Item(x, key any) any          { return word(fmt.Sprintf("%v[%v]", x, key)) }
func (e *echo) SetItem(x, key, v any)        { e.note("%v[%v]=%v", x, key, v) }
func (e *echo) Unary(op string, x any) any   { return word(fmt.Sprintf("%s(%v)", op, x)) }
func (e *echo) Truth(x any) bool             { return x == word("yes") }
func (e *echo) With(context any, run func()) { e.note("in %v", context); run(); e.note("out") }
func (e *echo) Binary(op string, x, y any) any {
	return word(fmt.Sprintf("(%v %s %v)", x, op, y))
}
func (e *echo) Call(f any, args []any, named map[string]any) any {
	return e.note("%v%v%v", f, args, named)
}

func run(t *testing.T, src string) (any, string) {
	t.Helper()
	p, err := Parse(src)
	if err != nil {
		return nil, err.Error()
	}
	w := &echo{}
	out := p.Run(w)
	return out, strings.Join(w.log, "; ")
}

func TestValues(t *testing.T) {
	for src, want := range map[string]any{
		"1 + 2*3": 7, "-2**2": -4, "2**-1": 0.5, "2**3**2": 512, "7//2": 3, "-7//2": -4, "-7 % 3": 2, "7/2": 3.5, "1e-3": 0.001,
		"1_000 + 0x10": 1016, "~1": -2, "True + 1": 2, "1 < 2": true, "not 1 == 2": true, "0 or 5": 5, "1 and 0": 0,
		"3 if 1 > 2 else 4": 4, "'a' \"b\"": "ab", "(1, 2)[1]": 2, "[1,2,3][-1]": 3, "[1,2,3][1:][0]": 2, "{'a': 1}['a']": 1,
		"x = 3; x += 2; x": 5, "a, b = 1, 2; b": 2, "(lambda x, y: x - y)(5, 2)": 3, "[i*2 for i in (1, 2)][1]": 4,
		"((2,) + (3,))[1]": 3, "([0] * 3)[2]": 0, "None == None": true, "(1, 2) == (1, 2)": true, "x = y = 4; x + y": 8,
		"1 if yes else 2": 1, "5 & 3 | 8": 9, "1 << 3": 8, ".5 + 1.": 1.5, "import torch; 3": 3, "# nothing\n4": 4,
	} {
		if got, log := run(t, src); got != want {
			t.Errorf("%s: %v (%s), want %v", src, got, log, want)
		}
	}
}

func TestWorld(t *testing.T) {
	for src, want := range map[string]string{
		"f(1, k=2)":                   "f[1]map[k:2]",
		"t.ones(2, 3) + 1":            "t.ones[2 3]map[]",
		"f(x[0, ..., None, 1:3])":     "f[x[[0 {} <nil> {1 3 <nil>}]]]map[]",
		"f(x[::-1])":                  "f[x[{<nil> <nil> -1}]]map[]",
		"f(x[:, 1])":                  "f[x[[{<nil> <nil> <nil>} 1]]]map[]",
		"x.grad = 3; x[1] = 2":        "x.grad=3; x[1]=2",
		"y = x; y @= 2; f(y)":         "f[(x @= 2)]map[]",
		"w = x * 2; w -= 0.1; f(w)":   "f[((x * 2) -= 0.1)]map[]",
		"f(-x ** 2, ~x)":              "f[-((x ** 2)) ~(x)]map[]",
		"with n.no_grad(): f(1)\ng()": "n.no_grad[]map[]; in n.no_grad[]map[]; f[1]map[]; out; g[]map[]",
		"f([a, (b,)], {'k': c})":      "f[[a [b]] map[k:c]]map[]",
		"f(a == b, a <= 2 * c)":       "f[(a == b) (a <= (2 * c))]map[]",
	} {
		if _, log := run(t, src); log != want {
			t.Errorf("%s:\n got %s\nwant %s", src, log, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for src, want := range map[string]string{
		"f(": `"" where a value should be`, "1 +": `"" where a value should be`, "f(a=1, 2)": "a positional argument follows one given by keyword",
		"x ? y": `unknown character '?'`, "'a": "a string does not end: 'a", "f(1 2)": `"2" where "," should be`, "1 2": `"2" stands where a statement should end`,
	} {
		if _, err := Parse(src); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", src, err, want)
		}
	}
}

func TestMistakesOfValues(t *testing.T) {
	for _, src := range []string{"1 / 0", "[1][2]", "a, b = 1", "(lambda x: x)()", "{'a': 1}['b']", "1 = 2"} {
		func() {
			defer func() {
				if _, ok := recover().(*Error); !ok {
					t.Errorf("%s: no mistake", src)
				}
			}()
			run(t, src)
		}()
	}
}
