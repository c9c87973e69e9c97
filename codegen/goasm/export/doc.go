// Package export writes programs as an ordinary Go package: kernels that the Go compiler compiles, the functions that
// launch them, and weights. What it writes needs nothing of Weft.
//
// It is an inner package: what it exports serves weft/frontend/export and changes with it.
package export
