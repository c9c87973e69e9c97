package export

import (
	"weft/codegen"
	"weft/ops"
)

// Model is what a package is written from.
type Model struct {
	Package string
	Funcs   []Func
	Kernels []Kernel
	Weights []Weight
}

// Func is one function of the package: what it takes and gives, and the launches between.
type Func struct {
	Name string
	// Doc is the comment without the name, such as "classifies pictures."
	Doc           string
	Args, Results []Tensor
	Mems          []Mem
	ArenaBytes    int64
	Launches      []Launch
	Checks        []Check
}

// Tensor is an argument or a result: row by row in a slice. Mem is where it lies.
type Tensor struct {
	Name  string
	DType ops.DType
	Shape []int
	Mem   int
}

// Elems is the number of elements.
func (t *Tensor) Elems() int {
	n := 1
	for _, d := range t.Shape {
		n *= d
	}
	return n
}

// MemKind says what memory of a function is.
type MemKind uint8

// The kinds of memory.
const (
	Arena  MemKind = iota // bytes of the function's arena, from Offset
	Own                   // Bytes of its own
	Weigh                 // weight number Index, from byte Offset
	Passed                // argument number Index
)

// Mem is one buffer of a function.
type Mem struct {
	Kind   MemKind
	Index  int
	Offset int64
	Bytes  int64
}

// Launch runs a kernel on buffers, each from an offset in bytes, with numbers.
type Launch struct {
	Kernel  int
	Mems    []int
	Offsets []int64 // nil: all 0
	Scalars []int64 // as the kernel's scalar table has them
}

// Check is an int64 in memory: negative, or else it says which position failed.
type Check struct {
	Mem         int
	Op, Message string
	Last        int64
}

// Kernel is a program for each kind of machine, and what it computes in words.
type Kernel struct {
	Name, Text string
	Scalar     *codegen.Program // of one lane
	// Vector are the programs for Machines.
	Vector [len(Machines)]*codegen.Program
}

// Weight is memory that comes with the package.
type Weight struct {
	DType ops.DType
	Data  []byte // the lowest byte of a value first
}
