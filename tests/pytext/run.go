package pytext

import "maps"

// Python's own values are int, float64, bool, string, nil for None, and these.
type (
	List     []any
	Tuple    []any
	Dict     map[any]any
	Ellipsis struct{}
	// Slice is start:stop:step with nil for what is missing.
	Slice struct{ Start, Stop, Step any }
	// Func is a lambda.
	Func func(args ...any) any
)

// World gives names their meanings and does what the language leaves to values. It panics with whatever its user recovers.
type World interface {
	Global(name string) any
	Attribute(x any, name string) any
	SetAttribute(x any, name string, value any)
	Item(x, key any) any
	SetItem(x, key, value any)
	Unary(op string, x any) any     // - + ~
	Binary(op string, x, y any) any // + and its like; += and its like where x is to be changed in place
	Call(f any, args []any, named map[string]any) any
	Truth(x any) bool
	With(context any, body func())
}

type scope struct {
	World
	names map[string]any
}

// Run runs a program and gives the value of its last statement, nil where that is an assignment.
func (p *Program) Run(w World) (last any) {
	s := &scope{w, map[string]any{}}
	return s.run(p.statements)
}

func (s *scope) run(all []statement) (last any) {
	for _, st := range all {
		last = s.statement(&st)
	}
	return last
}

func (s *scope) statement(st *statement) any {
	switch {
	case st.body != nil:
		s.With(s.value(st.value), func() { s.run(st.body) })
	case st.op != "":
		s.assign(st.targets[0], s.binary(st.op, s.value(st.targets[0]), s.value(st.value)))
	case len(st.targets) > 0:
		v := s.value(st.value)
		for _, t := range st.targets {
			s.assign(t, v)
		}
	default:
		return s.value(st.value)
	}
	return nil
}

func (s *scope) assign(target expr, v any) {
	switch t := target.(type) {
	case *variable:
		s.names[t.name] = v
	case *attribute:
		s.SetAttribute(s.value(t.x), t.name, v)
	case *subscript:
		s.setItem(s.value(t.x), s.value(t.key), v)
	case *tupleOf:
		parts := items(v)
		if len(parts) != len(t.items) {
			fail("%d values for %d names", len(parts), len(t.items))
		}
		for i, part := range parts {
			s.assign(t.items[i], part)
		}
	default:
		fail("cannot assign to an expression")
	}
}

func (s *scope) value(e expr) any {
	switch e := e.(type) {
	case nil:
		return nil
	case *constant:
		return e.value
	case *variable:
		if v, ok := s.names[e.name]; ok {
			return v
		}
		return s.Global(e.name)
	case *listOf:
		return List(s.values(e.items))
	case *tupleOf:
		return Tuple(s.values(e.items))
	case *dictOf:
		d := Dict{}
		for i, k := range e.keys {
			d[s.value(k)] = s.value(e.values[i])
		}
		return d
	case *attribute:
		return s.Attribute(s.value(e.x), e.name)
	case *callOf:
		return s.call(e)
	case *subscript:
		return s.item(s.value(e.x), s.value(e.key))
	case *sliceOf:
		return Slice{s.value(e.start), s.value(e.stop), s.value(e.step)}
	}
	return s.operation(e)
}

func (s *scope) operation(e expr) any {
	switch e := e.(type) {
	case *unary:
		if e.op == "not" {
			return !s.truth(s.value(e.x))
		}
		return s.unary(e.op, s.value(e.x))
	case *binary:
		return s.combine(e)
	case *choice:
		if s.truth(s.value(e.cond)) {
			return s.value(e.then)
		}
		return s.value(e.otherwise)
	case *lambda:
		return s.function(e)
	case *generated:
		return s.generate(e)
	}
	fail("unknown expression %T", e)
	return nil
}

func (s *scope) values(es []expr) []any {
	out := make([]any, len(es))
	for i, e := range es {
		out[i] = s.value(e)
	}
	return out
}

func (s *scope) call(e *callOf) any {
	f, args := s.value(e.f), s.values(e.args)
	n := len(args) - len(e.names)
	named := map[string]any{}
	for i, k := range e.names {
		named[k] = args[n+i]
	}
	if g, ok := f.(Func); ok && len(named) == 0 {
		return g(args...)
	}
	return s.Call(f, args[:n], named)
}

func (s *scope) function(l *lambda) Func {
	return func(args ...any) any {
		if len(args) != len(l.params) {
			fail("%d arguments for %d parameters", len(args), len(l.params))
		}
		inner := &scope{s.World, maps.Clone(s.names)}
		for i, p := range l.params {
			inner.names[p] = args[i]
		}
		return inner.value(l.body)
	}
}

func (s *scope) generate(g *generated) any {
	inner := &scope{s.World, maps.Clone(s.names)}
	out := List{}
	for _, v := range items(s.value(g.over)) {
		inner.names[g.name] = v
		out = append(out, inner.value(g.item))
	}
	return out
}
