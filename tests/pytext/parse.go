package pytext

import (
	"slices"
	"strconv"
	"strings"
)

// Parse reads a program.
func Parse(src string) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	r := &reader{tokens: lex(src)}
	p = &Program{}
	for !r.at(end, "") {
		if r.accept(";") || r.accept("\n") {
			continue
		}
		if s, ok := r.statement(); ok {
			p.statements = append(p.statements, s)
		}
		if !r.at(end, "") && !r.peek(";") && !r.peek("\n") {
			fail("%q stands where a statement should end", r.tokens[0].s)
		}
	}
	return p, nil
}

type reader struct{ tokens []token }

func (r *reader) at(k kind, s string) bool {
	return r.tokens[0].kind == k && (s == "" || r.tokens[0].s == s)
}
func (r *reader) peek(s string) bool { return r.at(symbol, s) }

func (r *reader) next() token {
	t := r.tokens[0]
	if t.kind != end {
		r.tokens = r.tokens[1:]
	}
	return t
}

func (r *reader) accept(s string) bool {
	if !r.peek(s) {
		return false
	}
	r.next()
	return true
}

func (r *reader) word(s string) bool {
	if !r.at(name, s) {
		return false
	}
	r.next()
	return true
}

func (r *reader) expect(s string) {
	if !r.accept(s) {
		fail("%q where %q should be", r.tokens[0].s, s)
	}
}

// statement reads one; an import says nothing here.
func (r *reader) statement() (s statement, ok bool) {
	switch {
	case r.at(name, "import") || r.at(name, "from"):
		for !r.at(end, "") && !r.peek(";") && !r.peek("\n") {
			r.next()
		}
		return s, false
	case r.word("with"):
		s.value = r.expression()
		r.expect(":")
		s.body = r.block()
		return s, true
	}
	s.value = r.tuple()
	if op := r.tokens[0].s; r.tokens[0].kind == symbol && strings.HasSuffix(op, "=") && len(op) > 1 && !slices.Contains(comparisons, op) {
		r.next()
		return statement{targets: []expr{s.value}, op: op, value: r.tuple()}, true
	}
	for r.accept("=") {
		s.targets = append(s.targets, s.value)
		s.value = r.tuple()
	}
	return s, true
}

// block is the rest of the line, or of the program where it begins on a new line.
func (r *reader) block() (body []statement) {
	whole := r.accept("\n")
	for !r.at(end, "") && (whole || !r.peek("\n")) {
		if r.accept(";") || r.accept("\n") {
			continue
		}
		if s, ok := r.statement(); ok {
			body = append(body, s)
		}
	}
	return body
}

// tuple reads an expression, or several with commas between them.
func (r *reader) tuple() expr {
	x := r.expression()
	if !r.peek(",") {
		return x
	}
	items := []expr{x}
	for r.accept(",") {
		if r.at(end, "") || r.tokens[0].kind == symbol && strings.Contains(")]}=;\n", r.tokens[0].s) {
			break
		}
		items = append(items, r.expression())
	}
	return &tupleOf{items}
}

var comparisons = []string{"==", "!=", "<=", ">=", "<", ">"}

// levels are the binary operators from the loosest to the tightest.
var levels = [][]string{{"or"}, {"and"}, comparisons, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%", "@"}}

func (r *reader) expression() expr {
	if r.word("lambda") {
		var params []string
		for !r.accept(":") {
			params = append(params, r.next().s)
			r.accept(",")
		}
		return &lambda{params, r.expression()}
	}
	x := r.level(0)
	if r.word("if") {
		cond := r.level(0)
		if !r.word("else") {
			fail("if without else")
		}
		return &choice{cond, x, r.expression()}
	}
	return x
}

func (r *reader) level(n int) expr {
	if n == len(levels) {
		return r.prefixed()
	}
	if n == 2 && r.word("not") {
		return &unary{"not", r.level(n)}
	}
	x := r.level(n + 1)
	for (r.tokens[0].kind == symbol || n < 2 && r.tokens[0].kind == name) && slices.Contains(levels[n], r.tokens[0].s) {
		op := r.next().s
		x = &binary{op, x, r.level(n + 1)}
	}
	return x
}

// prefixed reads signs, which bind less tightly than a power on their right and more tightly than one on their left.
func (r *reader) prefixed() expr {
	for _, op := range []string{"-", "+", "~"} {
		if r.accept(op) {
			return &unary{op, r.prefixed()}
		}
	}
	x := r.postfixed()
	if r.accept("**") {
		return &binary{"**", x, r.prefixed()}
	}
	return x
}

func (r *reader) postfixed() expr {
	x := r.atom()
	for {
		switch {
		case r.accept("."):
			x = &attribute{x, r.next().s}
		case r.accept("("):
			x = r.call(x)
		case r.accept("["):
			x = &subscript{x, r.keys()}
			r.expect("]")
		default:
			return x
		}
	}
}

func parseNumber(s string) any {
	s = strings.ReplaceAll(s, "_", "")
	if i, err := strconv.ParseInt(s, 0, 64); err == nil {
		return int(i)
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		fail("%s is no number that is known here", s)
	}
	return f
}
