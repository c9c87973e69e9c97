package ops

// Op names one operation of the graph.
type Op uint8

// Family is what an operation does to positions: it says everything the scheduler needs to know about it.
type Family uint8

// The families. A user's program reaches the scheduler as these and nothing else.
const (
	NoFamily    Family = iota
	Source             // a value from nowhere: memory, constants, counters
	Elementwise        // element i of the result needs element i of each operand
	Reduce             // axes are folded with add, mul or max
	Movement           // elements change place, none is computed
	Effect             // says something to the scheduler or to the outside
)

// The operations. Reduce removes its axes from the shape. Const and Iota carry a shape of their own.
const (
	NoOp Op = iota
	// Sources.
	Buffer // memory; its identity is a storage
	Const  // one value everywhere
	Scalar // a value with an identity, read at launch
	Iota   // the position along one axis
	// Elementwise, one operand.
	Neg
	Abs
	Sqrt
	Exp
	Exp2
	Expm1
	Log
	Log2
	Log1p
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Asinh
	Acosh
	Atanh
	Erf
	Erfc
	Erfinv
	Lgamma
	Digamma
	Floor
	Ceil
	Trunc
	Round // half to even
	Not   // logical on bool, bitwise on integers
	Cast
	Bitcast // same size reinterpretation
	// Elementwise, two operands of one dtype.
	Add
	Sub
	Mul
	Div // floats divide, integers truncate toward zero
	Mod // remainder with the sign of the dividend, floats and integers
	Pow
	Atan2
	Max // NaN wins
	Min // NaN wins
	And
	Or
	Xor
	Shl
	Shr      // arithmetic on signed, logical on unsigned
	Threefry // uint64 counter, uint64 key -> uint64 random bits
	CmpLT
	CmpLE
	CmpEQ
	CmpNE
	// Elementwise, three operands.
	Where // bool, a, b
	// Reduce.
	ReduceAdd
	ReduceMul
	ReduceMax
	// Movement.
	Reshape
	Permute
	Expand
	Pad
	Shrink
	Flip
	// Effects.
	Contiguous // the value gets a buffer of its own
	Copy       // the value on another device
	Check      // passes its value through; the second operand must be true everywhere
	Host       // a Go function on buffers
	Identity   // the value under a unique name, for tracking; gone after autograd
	numOps
)

// String is the op's name in the text form.
func (o Op) String() string { return table[o].Name }

// Family is the op's family.
func (o Op) Family() Family { return table[o].Family }

// Arity is the number of operands; -1 means any.
func (o Op) Arity() int { return table[o].Arity }

// Info is the op's row.
func (o Op) Info() *Info { return &table[o] }

// All lists every operation, in table order.
func All() []Op {
	all := make([]Op, 0, numOps-1)
	for o := Buffer; o < numOps; o++ {
		all = append(all, o)
	}
	return all
}

// ParseOp finds an operation by its name.
func ParseOp(name string) (Op, bool) {
	for o := Buffer; o < numOps; o++ {
		if table[o].Name == name {
			return o, true
		}
	}
	return NoOp, false
}

// Combine is the elementwise operation that folds two partial results of a reduction.
func (o Op) Combine() Op {
	switch o {
	case ReduceAdd:
		return Add
	case ReduceMul:
		return Mul
	case ReduceMax:
		return Max
	}
	return NoOp
}
