package pytext

// words are the constants that have names.
var words = map[string]any{"None": nil, "True": true, "False": false}

func (r *reader) atom() expr {
	switch t := r.next(); {
	case t.kind == number:
		return &constant{parseNumber(t.s)}
	case t.kind == text:
		return &constant{r.joined(t.s)}
	case t.kind == name:
		if v, ok := words[t.s]; ok {
			return &constant{v}
		}
		return &variable{t.s}
	case t.s == "...":
		return &constant{Ellipsis{}}
	case t.s == "(":
		return r.parenthesis()
	case t.s == "[":
		return r.list()
	case t.s == "{":
		return r.dict()
	default:
		fail("%q where a value should be", t.s)
		return nil
	}
}

// joined adds the strings that follow a string.
func (r *reader) joined(s string) string {
	for r.at(text, "") {
		s += r.next().s
	}
	return s
}

func (r *reader) parenthesis() expr {
	if r.accept(")") {
		return &tupleOf{}
	}
	x := r.tuple()
	if gen, ok := r.generator(x); ok {
		r.expect(")")
		return gen
	}
	r.expect(")")
	return x
}

// generator reads "for name in over" behind an item.
func (r *reader) generator(item expr) (expr, bool) {
	if !r.word("for") {
		return nil, false
	}
	g := &generated{item: item, name: r.next().s}
	if !r.word("in") {
		fail("for without in")
	}
	g.over = r.level(0)
	return g, true
}

func (r *reader) list() expr {
	l := &listOf{}
	for !r.accept("]") {
		item := r.expression()
		if gen, ok := r.generator(item); ok {
			r.expect("]")
			return gen
		}
		l.items = append(l.items, item)
		if !r.peek("]") {
			r.expect(",")
		}
	}
	return l
}

func (r *reader) dict() expr {
	d := &dictOf{}
	for !r.accept("}") {
		d.keys = append(d.keys, r.expression())
		r.expect(":")
		d.values = append(d.values, r.expression())
		if !r.peek("}") {
			r.expect(",")
		}
	}
	return d
}

// call reads the arguments of f; after one with a name only such may follow.
func (r *reader) call(f expr) expr {
	c := &callOf{f: f}
	for !r.accept(")") {
		x := r.expression()
		if gen, ok := r.generator(x); ok {
			x = gen
		}
		if r.accept("=") {
			v, ok := x.(*variable)
			if !ok {
				fail("a keyword argument without a name")
			}
			c.names = append(c.names, v.name)
			x = r.expression()
		} else if len(c.names) > 0 {
			fail("a positional argument follows one given by keyword")
		}
		c.args = append(c.args, x)
		if !r.peek(")") {
			r.expect(",")
		}
	}
	return c
}

// keys is what stands in a subscript: an index or slice, or a tuple of them.
func (r *reader) keys() expr {
	first := r.key()
	if !r.peek(",") {
		return first
	}
	t := &tupleOf{items: []expr{first}}
	for r.accept(",") && !r.peek("]") {
		t.items = append(t.items, r.key())
	}
	return t
}

func (r *reader) key() expr {
	var parts [3]expr
	n := 0
	for i := range parts {
		if !r.peek(":") && !r.peek(",") && !r.peek("]") {
			parts[i] = r.expression()
		}
		n = i
		if i == 2 || !r.accept(":") {
			break
		}
	}
	if n == 0 {
		return parts[0]
	}
	return &sliceOf{parts[0], parts[1], parts[2]}
}
