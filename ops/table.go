package ops

import "math"

// Rule says how an operation's result dtype follows from its operands'.
type Rule uint8

// The dtype rules.
const (
	RuleNone  Rule = iota
	RuleSame       // all operands and the result have one dtype
	RuleBool       // operands have one dtype, the result is bool
	RuleWhere      // bool, then two of one dtype, which is the result's
	RuleFree       // the node's own dtype says it (sources, casts)
	RuleFirst      // the first operand's dtype
)

// Class says which dtypes an elementwise or reduce operation is defined on.
type Class uint8

// The classes, as bits.
const (
	OnBool Class = 1 << iota
	OnInt
	OnFloat
	OnNumber = OnInt | OnFloat
	OnAll    = OnBool | OnNumber
	OnBits   = OnBool | OnInt
)

// Has says whether d belongs to the class.
func (c Class) Has(d DType) bool {
	switch d.Kind() {
	case KindBool:
		return c&OnBool != 0
	case KindFloat:
		return c&OnFloat != 0
	}
	return c&OnInt != 0
}

// Info is one row of the table.
type Info struct {
	Name   string
	Family Family
	Arity  int
	Rule   Rule
	On     Class
	// Ref computes one element; nil for operations that compute none.
	Ref Ref
	// Neutral is e with combine(x, e) == x for every x, NaN, infinities and -0 included; only for reductions and
	// the elementwise operations that they fold with.
	Neutral func(DType) Value
	// Cost is a rough number of primitive instructions an element needs, for the scheduler.
	Cost int
}

var table = [numOps]Info{
	Buffer: {Name: "buffer", Family: Source, Rule: RuleFree},
	Const:  {Name: "const", Family: Source, Rule: RuleFree},
	Scalar: {Name: "scalar", Family: Source, Rule: RuleFree},
	Iota:   {Name: "iota", Family: Source, Rule: RuleFree},

	Neg:     {Name: "neg", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1, Ref: number1(floatNeg, intNeg)},
	Abs:     {Name: "abs", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1, Ref: number1(math.Abs, intAbs)},
	Sqrt:    {Name: "sqrt", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 4, Ref: float1(math.Sqrt)},
	Exp:     {Name: "exp", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 14, Ref: float1(math.Exp)},
	Exp2:    {Name: "exp2", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 13, Ref: float1(math.Exp2)},
	Expm1:   {Name: "expm1", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20, Ref: float1(math.Expm1)},
	Log:     {Name: "log", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 18, Ref: float1(math.Log)},
	Log2:    {Name: "log2", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 18, Ref: float1(floatLog2)},
	Log1p:   {Name: "log1p", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(math.Log1p)},
	Sin:     {Name: "sin", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20, Ref: float1(math.Sin)},
	Cos:     {Name: "cos", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20, Ref: float1(math.Cos)},
	Tan:     {Name: "tan", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30, Ref: float1(math.Tan)},
	Asin:    {Name: "asin", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(floatAsin)},
	Acos:    {Name: "acos", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(floatAcos)},
	Atan:    {Name: "atan", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(math.Atan)},
	Sinh:    {Name: "sinh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(math.Sinh)},
	Cosh:    {Name: "cosh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24, Ref: float1(math.Cosh)},
	Tanh:    {Name: "tanh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 22, Ref: float1(math.Tanh)},
	Asinh:   {Name: "asinh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30, Ref: float1(math.Asinh)},
	Acosh:   {Name: "acosh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30, Ref: float1(math.Acosh)},
	Atanh:   {Name: "atanh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30, Ref: float1(math.Atanh)},
	Erf:     {Name: "erf", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 26, Ref: float1(math.Erf)},
	Erfc:    {Name: "erfc", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 40, Ref: float1(math.Erfc)},
	Erfinv:  {Name: "erfinv", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 40, Ref: float1(math.Erfinv)},
	Lgamma:  {Name: "lgamma", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 60, Ref: float1(floatLgamma)},
	Digamma: {Name: "digamma", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 60, Ref: float1(floatDigamma)},
	Floor:   {Name: "floor", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1, Ref: float1(math.Floor)},
	Ceil:    {Name: "ceil", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1, Ref: float1(math.Ceil)},
	Trunc:   {Name: "trunc", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1, Ref: float1(math.Trunc)},
	Round:   {Name: "round", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1, Ref: float1(math.RoundToEven)},
	Not:     {Name: "not", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnBits, Cost: 1, Ref: refNot},
	Cast:    {Name: "cast", Family: Elementwise, Arity: 1, Rule: RuleFree, On: OnAll, Cost: 1, Ref: refCast},
	Bitcast: {Name: "bitcast", Family: Elementwise, Arity: 1, Rule: RuleFree, On: OnAll, Ref: refBitcast},

	Add:      {Name: "add", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1, Ref: number2(floatAdd, intAdd), Neutral: neutralAdd},
	Sub:      {Name: "sub", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1, Ref: number2(floatSub, intSub)},
	Mul:      {Name: "mul", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1, Ref: number2(floatMul, intMul), Neutral: neutralMul},
	Div:      {Name: "div", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 4, Ref: number2(floatDiv, intDiv)},
	Mod:      {Name: "mod", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 8, Ref: refMod},
	Pow:      {Name: "pow", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 50, Ref: number2(math.Pow, intPow)},
	Atan2:    {Name: "atan2", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnFloat, Cost: 34, Ref: float2(floatAtan2)},
	Max:      {Name: "max", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnAll, Cost: 1, Ref: refMax, Neutral: neutralMax},
	Min:      {Name: "min", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnAll, Cost: 1, Ref: refMin, Neutral: neutralMin},
	And:      {Name: "and", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1, Ref: bits2(intAnd), Neutral: neutralAnd},
	Or:       {Name: "or", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1, Ref: bits2(intOr), Neutral: neutralOr},
	Xor:      {Name: "xor", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1, Ref: bits2(intXor), Neutral: neutralOr},
	Shl:      {Name: "shl", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 1, Ref: bits2(intShl)},
	Shr:      {Name: "shr", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 1, Ref: bits2(intShr)},
	Threefry: {Name: "threefry", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 100, Ref: bits2(intThreefry)},
	CmpLT:    {Name: "cmplt", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1, Ref: compare(true, false, false, false)},
	CmpLE:    {Name: "cmple", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1, Ref: compare(true, true, false, false)},
	CmpEQ:    {Name: "cmpeq", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1, Ref: compare(false, true, false, false)},
	CmpNE:    {Name: "cmpne", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1, Ref: compare(true, false, true, true)},
	Where:    {Name: "where", Family: Elementwise, Arity: 3, Rule: RuleWhere, On: OnAll, Cost: 1, Ref: refWhere},

	ReduceAdd: {Name: "reduce_add", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1, Neutral: neutralAdd},
	ReduceMul: {Name: "reduce_mul", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1, Neutral: neutralMul},
	ReduceMax: {Name: "reduce_max", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnAll, Cost: 1, Neutral: neutralMax},

	Reshape: {Name: "reshape", Family: Movement, Arity: 1, Rule: RuleFirst},
	Permute: {Name: "permute", Family: Movement, Arity: 1, Rule: RuleFirst},
	Expand:  {Name: "expand", Family: Movement, Arity: 1, Rule: RuleFirst},
	Pad:     {Name: "pad", Family: Movement, Arity: 1, Rule: RuleFirst},
	Shrink:  {Name: "shrink", Family: Movement, Arity: 1, Rule: RuleFirst},
	Flip:    {Name: "flip", Family: Movement, Arity: 1, Rule: RuleFirst},

	Contiguous: {Name: "contiguous", Family: Effect, Arity: 1, Rule: RuleFirst},
	Copy:       {Name: "copy", Family: Effect, Arity: 1, Rule: RuleFirst},
	Check:      {Name: "check", Family: Effect, Arity: 2, Rule: RuleFirst},
	Host:       {Name: "host", Family: Effect, Arity: -1, Rule: RuleFree},
	Identity:   {Name: "identity", Family: Effect, Arity: 1, Rule: RuleFirst},
}
