package lazy

import (
	"fmt"
	"strings"

	"weft/ops"
)

// ErrorKind is the sort of mistake.
type ErrorKind string

// The kinds of errors.
const (
	ErrShape  ErrorKind = "shape"
	ErrDType  ErrorKind = "dtype"
	ErrAxis   ErrorKind = "axis"
	ErrIndex  ErrorKind = "index"
	ErrDevice ErrorKind = "device"
	ErrData   ErrorKind = "data"
	ErrGrad   ErrorKind = "gradient"
	ErrValue  ErrorKind = "value"
	ErrMemory ErrorKind = "memory"
	ErrState  ErrorKind = "state"
)

// Error is the one error type of Weft: what building panics with and running returns.
type Error struct {
	Kind   ErrorKind
	Op     string      // the user's word, such as "matmul"
	Shapes [][]int     // operands' shapes
	DTypes []ops.DType // operands' dtypes
	Axis   int         // the clashing axis, -1 if none
	Reason string      // what is wrong
	Hint   string      // what to do, "" if nothing comes to mind
	Line   string      // the user's file:line, "" if unknown
	Cause  error       // what it came from, for errors.Is and errors.As; nil if nothing
}

// Unwrap is the error's cause.
func (e *Error) Unwrap() error { return e.Cause }

// Error says op, operands, reason, hint and line, in this order.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Op)
	for i, s := range e.Shapes {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		b.WriteString(sep + ShapeString(s))
		if i < len(e.DTypes) {
			b.WriteString(" " + e.DTypes[i].String())
		}
	}
	b.WriteString(": " + e.Reason)
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	if e.Line != "" {
		b.WriteString(" (" + e.Line + ")")
	}
	return b.String()
}

// ShapeString prints a shape as (2, 3).
func ShapeString(shape []int) string {
	parts := make([]string, len(shape))
	for i, d := range shape {
		parts[i] = fmt.Sprint(d)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// UserLine is file:line of the user's call that is running now, found on the stack.
func UserLine() string { return Line(callerPC()) }
