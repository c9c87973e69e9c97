package lazy

import (
	"fmt"
	"strconv"
	"strings"

	"weft/ops"
)

// Parse reads what Print wrote and returns the roots. References get new identities: a storage of that size without
// memory, a host function that only fails. Text that says anything but a well-formed graph is an error with its line.
func Parse(text string) ([]*Node, error) { return ParseRefs(text, nil) }

// ParseRefs is Parse with the references of PrintRefs: those in the table are used as they are.
func ParseRefs(text string, refs map[string]Ref) ([]*Node, error) {
	p := &parser{given: refs, refs: map[string]Ref{}, nodes: map[string]*Node{}}
	for i, line := range strings.Split(text, "\n") {
		if err := p.line(strings.TrimSpace(line)); err != nil {
			return nil, &Error{Kind: ErrData, Op: "parse", Axis: -1, Reason: fmt.Sprintf("line %d: %v", i+1, err)}
		}
	}
	if !p.ended {
		return nil, &Error{Kind: ErrData, Op: "parse", Axis: -1, Reason: "no return line"}
	}
	return p.roots, nil
}

type parser struct {
	given, refs map[string]Ref
	nodes       map[string]*Node
	roots       []*Node
	ended       bool
}

func (p *parser) line(s string) error {
	if s == "" || strings.HasPrefix(s, "#") {
		return nil
	}
	if p.ended {
		return fmt.Errorf("text after return")
	}
	first, rest, _ := strings.Cut(s, " ")
	switch {
	case first == "return":
		p.ended = true
		return p.operands(strings.Fields(rest), &p.roots)
	case strings.HasPrefix(first, "@"):
		return p.ref(first, rest)
	case strings.HasPrefix(first, "%"):
		return p.node(first, strings.Fields(rest))
	}
	return fmt.Errorf("%q starts no line", first)
}

func (p *parser) operands(names []string, to *[]*Node) error {
	for _, name := range names {
		n := p.nodes[name]
		if n == nil {
			return fmt.Errorf("no node %s before this line", name)
		}
		*to = append(*to, n)
	}
	return nil
}

func (p *parser) node(name string, fields []string) error {
	if p.nodes[name] != nil {
		return fmt.Errorf("%s is named twice", name)
	}
	if len(fields) < 2 {
		return fmt.Errorf("%s has no op and type", name)
	}
	var spec Spec
	var ok bool
	if spec.Op, ok = ops.ParseOp(fields[0]); !ok {
		return fmt.Errorf("no op %q", fields[0])
	}
	if err := parseType(fields[1], &spec); err != nil {
		return err
	}
	for _, f := range fields[2:] {
		if err := p.field(f, &spec); err != nil {
			return err
		}
	}
	n := Make(spec)
	if err := verifyNode(n); err != nil {
		return err
	}
	p.nodes[name] = n
	return nil
}

// parseType reads float32[2,3].
func parseType(s string, spec *Spec) error {
	name, rest, ok := strings.Cut(s, "[")
	shape, closed := strings.CutSuffix(rest, "]")
	if !ok || !closed {
		return fmt.Errorf("%q is no type", s)
	}
	if spec.DType, ok = ops.ParseDType(name); !ok {
		return fmt.Errorf("no dtype %q", name)
	}
	var err error
	spec.Shape, err = parseInts(shape)
	return err
}

func (p *parser) field(f string, spec *Spec) (err error) {
	key, value, _ := strings.Cut(f, "=")
	switch key {
	case "ints":
		spec.Ints, err = parseInts(value)
	case "val":
		spec.Val, err = ops.ParseValue(spec.DType, value)
	case "ref":
		if spec.Ref = p.refs[value]; spec.Ref == nil {
			err = fmt.Errorf("no reference %q before this line", value)
		}
	default:
		err = p.operands([]string{f}, &spec.Src)
	}
	return err
}

func parseInts(s string) ([]int, error) {
	if s == "" {
		return nil, nil
	}
	var ints []int
	for part := range strings.SplitSeq(s, ",") {
		i, err := strconv.Atoi(part)
		if err != nil {
			return nil, fmt.Errorf("%q is no integer", part)
		}
		ints = append(ints, i)
	}
	return ints, nil
}
