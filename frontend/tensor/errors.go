package tensor

import (
	"fmt"

	"weft/lazy"
)

// Error is the one error type: what building panics with and running returns.
type Error = lazy.Error

// Try runs f and returns the *Error that building inside it panicked with, or nil. Other panics pass through.
func Try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	f()
	return nil
}

// TryError is Try for a function that returns errors itself: main programs run under it, so that a wrong environment or a
// mistake in a graph ends them with a message.
func TryError(f func() error) error {
	var err error
	if caught := Try(func() { err = f() }); caught != nil {
		return caught
	}
	return err
}

// mistake is an error under construction: what is known about the failing call.
type mistake struct {
	op   string
	ins  []*Tensor
	axis int
	hint string
}

// bad begins the error of a call of op on ins.
func bad(op string, ins ...*Tensor) *mistake { return &mistake{op: op, ins: ins, axis: -1} }

func (m *mistake) at(axis int) *mistake {
	m.axis = axis
	return m
}

func (m *mistake) hinting(format string, args ...any) *mistake {
	m.hint = fmt.Sprintf(format, args...)
	return m
}

// fail panics with the finished error.
func (m *mistake) fail(kind lazy.ErrorKind, format string, args ...any) {
	panic(m.error(kind, format, args...))
}

func (m *mistake) error(kind lazy.ErrorKind, format string, args ...any) *Error {
	e := &Error{Kind: kind, Op: m.op, Axis: m.axis, Hint: m.hint, Line: lazy.UserLine()}
	e.Reason = fmt.Sprintf(format, args...)
	for _, t := range m.ins {
		if t != nil {
			e.Shapes = append(e.Shapes, t.Shape())
			e.DTypes = append(e.DTypes, t.DType())
		}
	}
	return e
}
