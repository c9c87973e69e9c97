// Package schedule turns a graph of lazy nodes into few kernels: it recognises the loops that have a better form, decides
// where each intermediate lives, orders the kernels and plans their memory. It knows no instruction set.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package schedule

import "weft/ops"

// Buf is one buffer of a kernel.
type Buf struct {
	DType ops.DType
	Elems int64
	// Read and Written say how the kernel uses it.
	Read, Written bool
	// Align is the known alignment of its first element in bytes.
	Align int
	// Alias is the class of buffers that may share memory; buffers of different classes never do.
	Alias int
}

// Store writes Value to element Index of a buffer at every position of the nest's ranges.
type Store struct {
	Buf   int
	Index *Expr
	Value *Expr
	Gate  *Expr // nil: always
	// Acc is Add, Mul or Max where the value is folded into what the buffer holds, or NoOp where it replaces it.
	// Folding stores come in the order of the nest's Seq ranges.
	Acc ops.Op
}

// Nest is a loop nest: its stores happen once for each position of Ranges (outermost first). Stores of one nest touch
// different elements at different positions of the Out ranges.
type Nest struct {
	Ranges []*Range
	Stores []Store
}

// Kernel is one launch: phases that run one after another, each to its end before the next begins.
type Kernel struct {
	Name   string
	Bufs   []Buf
	Params []ops.DType
	Phases []Nest
}
