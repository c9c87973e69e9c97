package data

import (
	"fmt"

	"weft/lazy"
)

// dataError is the one error type of Weft, for data that is not what it should be.
func dataError(op, reason, hint string) *lazy.Error {
	return &lazy.Error{Kind: lazy.ErrData, Op: op, Axis: -1, Reason: reason, Hint: hint}
}

// fileError blames a place of a file: where is "offset 16" or "line 3".
func fileError(op, file, where, format string, args ...any) *lazy.Error {
	return dataError(op, file+": "+where+": "+fmt.Sprintf(format, args...), "")
}
