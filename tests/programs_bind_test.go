package tests

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"weft/frontend/tensor"
	"weft/tests/pytext"
)

// parameter is one argument of a signature.
type parameter struct {
	kind     byte
	name     string
	optional bool
	spread   bool     // the last arguments may stand without a list
	keyword  bool     // only by name
	choices  []string // the strings that there are; nil where any may be given
}

// signatures are the forms in which each function may be called.
var signatures = parseSignatures(signatureText)

func parseSignatures(text string) map[string][][]parameter {
	all := map[string][][]parameter{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		names, forms, _ := strings.Cut(line, ": ")
		var parsed [][]parameter
		for form := range strings.SplitSeq(forms, ";") {
			parsed = append(parsed, parseForm(form))
		}
		for name := range strings.FieldsSeq(names) {
			all[name] = parsed
		}
	}
	return all
}

func parseForm(form string) (out []parameter) {
	keyword := false
	for word := range strings.FieldsSeq(form) {
		if word == "|" {
			keyword = true
			continue
		}
		p := parameter{keyword: keyword}
		word, p.optional = strings.CutSuffix(word, "?")
		word, p.spread = strings.CutPrefix(word, "*")
		kind, name, _ := strings.Cut(word, ":")
		name, choices, limited := strings.Cut(name, "{")
		if limited {
			p.choices = strings.Split(strings.TrimSuffix(choices, "}"), ",")
		}
		p.kind, p.name = kind[0], name
		out = append(out, p)
	}
	return out
}

// refusedByTypes is what a call is refused with that no Go program can make: Go's types have no place for an argument.
type refusedByTypes string

func (r refusedByTypes) Error() string { return string(r) }

// bind gives arguments their names by the first form of the signature that they fit.
func bind(name string, args []any, named map[string]any) map[string]any {
	forms := signatures[name]
	if forms == nil {
		forms = parseSignatures("x: t:input")["x"]
	}
	var why string
	for _, form := range forms {
		bound, wrong := bindForm(form, args, named)
		if wrong == "" {
			return bound
		}
		why = wrong
	}
	panic(refusedByTypes(fmt.Sprintf("%s: %s", name, why)))
}

func bindForm(form []parameter, args []any, named map[string]any) (bound map[string]any, wrong string) {
	bound = map[string]any{}
	named = withoutAxis(form, named)
	used := 0
	for _, p := range form {
		v, given := named[p.name]
		switch {
		case given:
			used++
		case p.keyword || len(args) == 0:
			if !p.optional && !(p.spread && p.kind == 'I') {
				return nil, "no " + p.name
			}
		case p.spread && !isSequence(args[0]):
			v, args, given = any(pytext.List(args)), nil, true
		default:
			v, args, given = args[0], args[1:], true
		}
		if !given && p.spread {
			v, given = pytext.List{}, true
		}
		if given {
			if bound[p.name], wrong = p.take(v); wrong != "" {
				return nil, wrong
			}
		}
	}
	switch {
	case len(args) > 0:
		return nil, fmt.Sprintf("%d arguments too many", len(args))
	case used < len(named):
		return nil, fmt.Sprintf("names that it does not have among %v", keysOf(named))
	}
	return bound, ""
}

// withoutAxis spells axis, numpy's word, as dim.
func withoutAxis(form []parameter, named map[string]any) map[string]any {
	v, given := named["axis"]
	if !given || !slices.ContainsFunc(form, func(p parameter) bool { return p.name == "dim" }) {
		return named
	}
	out := maps.Clone(named)
	delete(out, "axis")
	out["dim"] = v
	return out
}

func isSequence(v any) bool {
	switch v.(type) {
	case pytext.List, pytext.Tuple, []any:
		return true
	}
	return false
}

// take is v as an argument of the parameter's kind.
func (p parameter) take(v any) (any, string) {
	t, isTensor := v.(*tensor.Tensor)
	if isTensor && strings.IndexByte("inb", p.kind) >= 0 && t.Numel() == 1 {
		v = numberOf(t)
	}
	if word, ok := v.(string); ok && p.choices != nil && !slices.Contains(p.choices, word) {
		return nil, fmt.Sprintf("there is no %s %s", p.name, word)
	}
	if b, ok := v.(builtin); ok && p.kind == 'd' && pythonTypes[b] != 0 {
		return pythonTypes[b], ""
	}
	list := plainList(v)
	switch {
	case v == nil && (p.optional || p.kind == 'a'):
		return nil, ""
	case p.fits(v) || list != nil && p.fitsList(list):
		if list != nil {
			return list, ""
		}
		return v, ""
	}
	return nil, fmt.Sprintf("%s cannot be a %T", p.name, v)
}

// pythonTypes are the dtypes that Python's own types stand for.
var pythonTypes = map[builtin]tensor.DType{"bool": tensor.Bool, "int": tensor.Int64, "float": tensor.Float64}

// fits says whether one value is of the kind.
func (p parameter) fits(v any) bool {
	switch v.(type) {
	case *tensor.Tensor:
		return strings.IndexByte("toap", p.kind) >= 0
	case int:
		return strings.IndexByte("oiInNa", p.kind) >= 0
	case float64:
		return strings.IndexByte("onNa", p.kind) >= 0
	case bool:
		return strings.IndexByte("onba", p.kind) >= 0
	case string:
		return p.kind == 's' || p.kind == 'a'
	case tensor.DType:
		return p.kind == 'd' || p.kind == 'a'
	case pytext.Dict:
		return p.kind == 'p' || p.kind == 'a'
	}
	return p.kind == 'a'
}

func (p parameter) fitsList(list []any) bool {
	one := parameter{kind: map[byte]byte{'I': 'i', 'N': 'n', 'T': 't', 'a': 'a', 'P': 'p'}[p.kind]}
	return one.kind != 0 && !slices.ContainsFunc(list, func(v any) bool {
		return !one.fits(v) && plainList(v) == nil
	})
}

// plainList is a list or tuple as the adapters know lists, with all lists in it.
func plainList(v any) []any {
	var in []any
	switch v := v.(type) {
	case pytext.List:
		in = v
	case pytext.Tuple:
		in = v
	case []any:
		in = v
	default:
		return nil
	}
	out := make([]any, len(in))
	for i, e := range in {
		if out[i] = e; isSequence(e) {
			out[i] = plainList(e)
		}
	}
	return out
}

// numberOf is the value of a tensor of one element in Python's kind.
func numberOf(t *tensor.Tensor) any {
	v := t.Item()
	switch {
	case t.DType() == tensor.Bool:
		return v != 0
	case t.DType().IsFloat():
		return v
	}
	return int(v)
}

func keysOf(m map[string]any) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
