// Package codegen lowers a kernel to a loop program: the tiled, vectorised, unrolled form that every back end is handed,
// verified after each pass. It knows no text of any back end.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package codegen

import "weft/ops"

// Value names an SSA value of a phase; NoValue is none.
type Value int32

// NoValue stands where no value is given.
const NoValue Value = -1

// Program is one kernel for a back end. Pure data: two equal programs give equal code.
type Program struct {
	Name string
	// VL is the number of lanes of every vector value.
	VL int
	// Bufs are the memory operands in the order of the pointer table; the first NumParams come from the caller, the rest
	// are scratch that belongs to one worker and is undefined when a chunk starts.
	Bufs      []Buf
	NumParams int
	// Scalars are the dtypes of the scalar table. An entry is an int64 that holds an integer's value, a bool's 0 or 1, a
	// float64's bits or, in its low half, a float32's bits.
	Scalars []ops.DType
	Phases  []Phase
}

// Buf is a memory operand.
type Buf struct {
	DType         ops.DType
	Elems         int64
	Read, Written bool
	Align         int // bytes
	Alias         int // buffers of different classes never overlap
}

// Phase is run for all tiles, in chunks lo..hi, before the next phase begins.
type Phase struct {
	// Tiles is the extent of the parallel range. It is 1 for a phase that must not be split.
	Tiles int64
	// TileCost estimates one tile's work in nanoseconds.
	TileCost float64
	// Body is run once a chunk. It ends with the one Parallel loop; what stands before it is needed by every tile, and may
	// hold loops itself.
	Body []Instr
	// NumValues and NumVars count the SSA values and loop variables, numbered from 0.
	NumValues, NumVars int
}

// Code is what an instruction does.
type Code uint8

// The instructions. Scalar values are called uniform; Vec values have VL lanes. Operands of a Vec instruction are Vec,
// those of a uniform instruction uniform, unless said otherwise.
const (
	Const     Code = iota // Val; uniform, or the same in all lanes
	Param                 // scalar Int; uniform
	Var                   // loop variable Int as an int64; uniform
	Lanes                 // 0, 1, ... VL-1 as int64; Vec
	Splat                 // uniform Args[0] in all lanes; Vec
	ALU                   // Op on Args; see Primitives
	Fma                   // Args[0]*Args[1]+Args[2] rounded once; float32 or float64
	Scale                 // Args[0]*2^Args[1] rounded once, Args[0] from 1/4 to 4 and Args[1] whole from -1100 to 1100, or both NaN; for targets that scale
	FoldLanes             // Vec Args[0] folded to a uniform with Op: lane i with lane i+VL/2, then i+VL/4, ...
	Transpose             // Vec Args[0] and Args[1] as rows of blocks of |Int| lanes, a power of two: see TransposedLane; of 4 bytes a lane, no bools
	LoadMem               // Mem
	Prefetch              // Mem, without a gate, will be read soon; it may lie beyond the buffer. No effect on any value
	StoreMem              // Args[0] to Mem; Op Add, Mul or Max folds it into memory (then Mem's lanes are distinct elements)
	LoopOver              // Loop
	IfAny                 // If
	DeriveVar             // Derived: gives a loop variable its value from another one
)

// Instr is one instruction. Out is the value it defines, NoValue for stores, prefetches, loops, ifs and derived variables. A value may
// be used by what follows in its block and by what is inside those instructions; what a loop or if hands out are its
// accumulators' Out and its Results. Bodies of loops and ifs hold any instructions, but Parallel loops.
type Instr struct {
	Code  Code
	Op    ops.Op
	DType ops.DType // of Out; of the stored value for StoreMem
	Vec   bool
	Out   Value
	Args  []Value
	Val   ops.Value
	Int   int
	Mem   *Access
	Loop  *Loop
	If    *If
	// Derived of DeriveVar.
	Derived *Derived
}

// Derived is a loop variable that no loop runs: Var = Of / Div % Mod * Mul, all of them never negative (so unsigned
// arithmetic will do). The coordinates of a tile are derived so from its number. Var may be used like any loop variable in
// what follows in the same block and inside it.
type Derived struct {
	Var, Of       int
	Div, Mod, Mul int64
}

// Access is a place in memory: element Base + sum(Var*Stride) + Index + lane*Lane of Buf.
type Access struct {
	Buf   int
	Base  int64
	Terms []Term
	// Lane is the step between lanes: 0 the same element for all (a load is then uniform, never Vec), 1 a vector, any other a
	// gather or scatter.
	Lane int64
	// Index is an int64 added to the position, uniform or Vec (then Lane is 0 and the access a gather or scatter); it is
	// clamped or gated, so that no access that happens lies outside the buffer.
	Index Value
	// Gate is a bool, Vec if the access is: where false nothing is touched and a load gives Else.
	Gate Value
	Else ops.Value
}

// Term is one loop variable's share of a position.
type Term struct {
	Var    int
	Stride int64
}

// LoopKind says what a loop is.
type LoopKind uint8

// The kinds of loops.
const (
	Parallel LoopKind = iota // over the tiles lo..hi of the chunk
	Outer                    // positions
	Fold                     // a reduction
	Scan                     // a sequential range
)

// Loop runs Body for Var = Start, Start+Step, ... while Var < End. A Parallel loop runs from the chunk's lo to its hi by 1.
type Loop struct {
	Kind             LoopKind
	Var              int
	Start, End, Step int64
	Accs             []Acc
	Body             []Instr
}

// Acc is a value carried around a loop. In the body Phi is its current value and Next the one for the next iteration; Out is
// the value after the loop (Init where it ran no iteration). Init is defined before the loop.
type Acc struct {
	Phi, Init, Next, Out Value
	DType                ops.DType
	Vec                  bool
}

// If runs Body if any lane of Cond is true, or Cond itself where it is uniform; in Body all lanes are active. Each result is Then if the body ran and
// Else if not.
type If struct {
	Cond    Value
	Body    []Instr
	Results []Result
}

// Result is one value of an If.
type Result struct {
	Out, Then, Else Value
	DType           ops.DType
	Vec             bool
}
