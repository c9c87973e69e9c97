package schedule

import "weft/ops"

// RangeKind says how a range may be run.
type RangeKind uint8

// The kinds of ranges.
const (
	Out RangeKind = iota // positions of a store: any order, any split, in parallel
	Red                  // owned by a Reduce or a Stage expression
	Seq                  // positions of a store that must come in rising order: scans and accumulating stores
)

// Range is a loop of a kernel: its variable runs from 0 to Extent-1.
type Range struct {
	ID     int // unique in the kernel
	Extent int64
	Kind   RangeKind
}

// Code is what an Expr does.
type Code uint8

// The codes.
const (
	Const     Code = iota // Val
	Param                 // scalar parameter Int of the kernel
	RangeVar              // the variable of Range, an int64
	ALU                   // Op on Src: an Elementwise operation
	Load                  // Src[0] index in elements of buffer Int; Src[1], if there, a gate: where false the value is Val and nothing is read
	Reduce                // Src[0] folded over Red.Ranges
	Scan                  // Src[0] folded over Range (a Seq range of the nest) from 0 up to and with its current position
	StageLoad             // Src[0] index in elements of the scratch row Stage
	Fma                   // Src[0]*Src[1]+Src[2] rounded once; made by codegen
	Scale                 // Src[0]*2^Src[1] rounded once, Src[1] a whole number; made by codegen
	AnyLane               // Src[0] ? Src[1] : Src[2], with Src[1] computed only in blocks where any lane's Src[0] is true; made by codegen
)

// Expr is one scalar value of a kernel as a function of its ranges. Expressions are hash-consed by a Builder: equal
// ones are one pointer. An ALU expression never has a 16-bit float operand or result except Cast, Where and Bitcast:
// arithmetic on those is float32 between casts.
type Expr struct {
	Code  Code
	Op    ops.Op // of ALU
	DType ops.DType
	Src   []*Expr
	Int   int
	Val   ops.Value
	Range *Range
	Red   *Reduction
	Stage *Stage
	// Lo and Hi bound an int64 or bool expression; they are the type's ends where nothing is known.
	Lo, Hi int64
	// Free is the set of ranges the value depends on, as sorted range ids; ranges bound by reductions inside are not in it.
	Free []int
	// ID numbers the builder's expressions in the order they were made: operands come before users.
	ID int

	sum *sum // the affine form of an int64, once asked for
}

// Order fixes in which order a reduction adds: it is decided by the node's shape alone, so that the bits do not depend on
// fusion, threads or back end.
//
// Down: one accumulator for each result, elements in row order of Ranges.
//
// Across: the last range is spread over the lanes: its element k goes to lane k mod VL of accumulator (k/VL) mod Unroll,
// the other ranges are sequential around it; elements beyond the extent leave their accumulator alone. At the end the
// accumulators are combined in pairs (0 with 1, 2 with 3, and so on until one is left), then lane i with lane i+VL/2,
// then i+VL/4, down to one.
//
// Accumulators start at the neutral element. 16-bit floats accumulate in float32.
type Order struct {
	Across bool
	Unroll int // accumulators of Across, a power of two; 1 otherwise
	// Fma contracts acc + a*b where the body is a product.
	Fma bool
}

// Reduction is what a Reduce expression folds over.
type Reduction struct {
	Op     ops.Op // ReduceAdd, ReduceMul or ReduceMax
	Ranges []*Range
	Order  Order
}

// Stage is a scratch tile: Value over all of Ranges (row order), computed once at the loop its free ranges need and kept
// for the readers inside.
type Stage struct {
	ID     int
	DType  ops.DType
	Ranges []*Range
	Value  *Expr
	// Pitch is how many elements the positions of the first range are apart; 0 where they follow one another.
	Pitch int64
}

// Elems is the number of elements of the tile, those between its rows included.
func (s *Stage) Elems() int64 {
	if s.Pitch > 0 {
		return s.Ranges[0].Extent * s.Pitch
	}
	return extent(s.Ranges)
}

func extent(ranges []*Range) int64 {
	n := int64(1)
	for _, r := range ranges {
		n *= r.Extent
	}
	return n
}
