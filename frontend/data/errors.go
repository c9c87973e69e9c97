package data

import "weft/lazy"

// dataError is the one error type of Weft, for data that is not what it should be.
func dataError(op, reason, hint string) *lazy.Error {
	return &lazy.Error{Kind: lazy.ErrData, Op: op, Axis: -1, Reason: reason, Hint: hint}
}
