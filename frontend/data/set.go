package data

import (
	"fmt"

	"weft/frontend/tensor"
)

// Set is samples and what is to be learned from each: two arrays of any dtypes whose first axes are equally long.
type Set struct{ X, Y *Array }

// NewSet pairs two arrays. Different numbers of samples panic with *tensor.Error.
func NewSet(x, y *Array) *Set {
	if x.Len() != y.Len() {
		panic(dataError("data set", fmt.Sprintf("%d samples but %d targets", x.Len(), y.Len()), ""))
	}
	return &Set{x, y}
}

// Len is the number of samples.
func (s *Set) Len() int { return s.X.Len() }

// Split cuts the set after n samples; the parts share its memory. An n beyond the set panics with *tensor.Error.
func (s *Set) Split(n int) (first, rest *Set) {
	return &Set{s.X.Slice(0, n), s.Y.Slice(0, n)}, &Set{s.X.Slice(n, s.Len()), s.Y.Slice(n, s.Len())}
}

// Tensors is the whole set as tensors of the arrays' shapes and dtypes on the default device.
func (s *Set) Tensors() (x, y *tensor.Tensor) { return s.X.Tensor(), s.Y.Tensor() }
