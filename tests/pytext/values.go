package pytext

import "reflect"

// items are the parts of a list or tuple.
func items(x any) []any {
	switch x := x.(type) {
	case List:
		return x
	case Tuple:
		return x
	}
	fail("%T cannot be taken apart", x)
	return nil
}

func isNumber(x any) bool {
	switch x.(type) {
	case int, float64, bool:
		return true
	}
	return false
}

func (s *scope) truth(x any) bool {
	switch x := x.(type) {
	case nil:
		return false
	case bool:
		return x
	case int:
		return x != 0
	case float64:
		return x != 0
	case string:
		return x != ""
	case List:
		return len(x) > 0
	case Tuple:
		return len(x) > 0
	}
	return s.Truth(x)
}

func (s *scope) item(x, key any) any {
	switch v := x.(type) {
	case List:
		if sl, ok := key.(Slice); ok {
			return List(cut(v, sl))
		}
		return v[place(key, len(v))]
	case Tuple:
		if sl, ok := key.(Slice); ok {
			return Tuple(cut(v, sl))
		}
		return v[place(key, len(v))]
	case Dict:
		out, ok := v[key]
		if !ok {
			fail("no key %v", key)
		}
		return out
	}
	return s.Item(x, key)
}

func (s *scope) setItem(x, key, v any) {
	switch x := x.(type) {
	case List:
		x[place(key, len(x))] = v
	case Dict:
		x[key] = v
	default:
		s.SetItem(x, key, v)
	}
}

func place(key any, n int) int {
	i, ok := key.(int)
	if i < 0 {
		i += n
	}
	if !ok || i < 0 || i >= n {
		fail("index %v is out of range for %d parts", key, n)
	}
	return i
}

// cut takes a slice with step 1 of a list.
func cut(v []any, sl Slice) []any {
	bound := func(x any, def int) int {
		i, ok := x.(int)
		if !ok {
			return def
		}
		if i < 0 {
			i += len(v)
		}
		return min(max(i, 0), len(v))
	}
	if sl.Step != nil && sl.Step != 1 {
		fail("a list is cut with step %v", sl.Step)
	}
	start, stop := bound(sl.Start, 0), bound(sl.Stop, len(v))
	return v[start:max(start, stop)]
}

func (s *scope) unary(op string, x any) any {
	switch v := x.(type) {
	case bool:
		return s.unary(op, toInt(v))
	case int:
		switch op {
		case "-":
			return -v
		case "~":
			return ^v
		}
		return v
	case float64:
		if op == "-" {
			return -v
		}
		return v
	}
	return s.Unary(op, x)
}

// combine computes with and, or, or an operator.
func (s *scope) combine(e *binary) any {
	x := s.value(e.x)
	switch e.op {
	case "and", "or":
		if s.truth(x) == (e.op == "or") {
			return x
		}
		return s.value(e.y)
	}
	return s.binary(e.op, x, s.value(e.y))
}

func (s *scope) binary(op string, x, y any) any {
	plain := op
	if op[len(op)-1] == '=' && (len(op) == 3 || arithmetic[op[:1]] != nil) {
		plain = op[:len(op)-1]
	}
	switch {
	case isNumber(x) && isNumber(y):
		return numbers(plain, x, y)
	case plain == "==" && own(x) && own(y):
		return reflect.DeepEqual(x, y)
	case plain == "!=" && own(x) && own(y):
		return !reflect.DeepEqual(x, y)
	}
	if a, ok := sequence(x); ok {
		if out, ok := sequences(plain, x, a, y); ok {
			return out
		}
	}
	if _, ok := sequence(y); ok && isNumber(x) && plain == "*" {
		return s.binary(op, y, x)
	}
	return s.Binary(op, x, y)
}

// own says whether a value is Python's own, not the world's.
func own(x any) bool {
	switch x.(type) {
	case nil, int, float64, bool, string, List, Tuple, Dict:
		return true
	}
	return false
}

func sequence(x any) ([]any, bool) {
	switch x := x.(type) {
	case List:
		return x, true
	case Tuple:
		return x, true
	}
	return nil, false
}

// sequences joins two of a kind, or repeats one.
func sequences(op string, x any, a []any, y any) (any, bool) {
	var out []any
	switch b, _ := sequence(y); {
	case op == "+" && reflect.TypeOf(x) == reflect.TypeOf(y):
		out = append(append(out, a...), b...)
	case op == "*" && reflect.TypeOf(y) == reflect.TypeFor[int]():
		for range y.(int) {
			out = append(out, a...)
		}
	default:
		return nil, false
	}
	if _, ok := x.(Tuple); ok {
		return Tuple(out), true
	}
	return List(out), true
}
