package runtime

import (
	"fmt"

	"weft/lazy"
)

// fail makes the module's one error with a reason and a hint on what to do.
func fail(kind lazy.ErrorKind, op, hint, format string, args ...any) *lazy.Error {
	return &lazy.Error{Kind: kind, Op: op, Axis: -1, Reason: fmt.Sprintf(format, args...), Hint: hint}
}
