package ops

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

// Info is one row of the table.
type Info struct {
	Name   string
	Family Family
	Arity  int
	Rule   Rule
	On     Class
	// Ref computes one element; nil for operations that compute none.
	Ref func(args []Value, out DType) Value
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

	Neg:     {Name: "neg", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1},
	Abs:     {Name: "abs", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1},
	Sqrt:    {Name: "sqrt", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 4},
	Exp:     {Name: "exp", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 14},
	Exp2:    {Name: "exp2", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 13},
	Expm1:   {Name: "expm1", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20},
	Log:     {Name: "log", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 18},
	Log2:    {Name: "log2", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 18},
	Log1p:   {Name: "log1p", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Sin:     {Name: "sin", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20},
	Cos:     {Name: "cos", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 20},
	Tan:     {Name: "tan", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30},
	Asin:    {Name: "asin", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Acos:    {Name: "acos", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Atan:    {Name: "atan", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Sinh:    {Name: "sinh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Cosh:    {Name: "cosh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 24},
	Tanh:    {Name: "tanh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 22},
	Asinh:   {Name: "asinh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30},
	Acosh:   {Name: "acosh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30},
	Atanh:   {Name: "atanh", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 30},
	Erf:     {Name: "erf", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 26},
	Erfc:    {Name: "erfc", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 40},
	Erfinv:  {Name: "erfinv", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 40},
	Lgamma:  {Name: "lgamma", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 60},
	Digamma: {Name: "digamma", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 60},
	Floor:   {Name: "floor", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1},
	Ceil:    {Name: "ceil", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1},
	Trunc:   {Name: "trunc", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1},
	Round:   {Name: "round", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnFloat, Cost: 1},
	Not:     {Name: "not", Family: Elementwise, Arity: 1, Rule: RuleSame, On: OnBits, Cost: 1},
	Cast:    {Name: "cast", Family: Elementwise, Arity: 1, Rule: RuleFree, On: OnAll, Cost: 1},
	Bitcast: {Name: "bitcast", Family: Elementwise, Arity: 1, Rule: RuleFree, On: OnAll},

	Add:      {Name: "add", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1},
	Sub:      {Name: "sub", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1},
	Mul:      {Name: "mul", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 1},
	Div:      {Name: "div", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 4},
	Mod:      {Name: "mod", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 8},
	Pow:      {Name: "pow", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnNumber, Cost: 50},
	Atan2:    {Name: "atan2", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnFloat, Cost: 34},
	Max:      {Name: "max", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnAll, Cost: 1},
	Min:      {Name: "min", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnAll, Cost: 1},
	And:      {Name: "and", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1},
	Or:       {Name: "or", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1},
	Xor:      {Name: "xor", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnBits, Cost: 1},
	Shl:      {Name: "shl", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 1},
	Shr:      {Name: "shr", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 1},
	Threefry: {Name: "threefry", Family: Elementwise, Arity: 2, Rule: RuleSame, On: OnInt, Cost: 100},
	CmpLT:    {Name: "cmplt", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1},
	CmpLE:    {Name: "cmple", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1},
	CmpEQ:    {Name: "cmpeq", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1},
	CmpNE:    {Name: "cmpne", Family: Elementwise, Arity: 2, Rule: RuleBool, On: OnAll, Cost: 1},
	Where:    {Name: "where", Family: Elementwise, Arity: 3, Rule: RuleWhere, On: OnAll, Cost: 1},

	ReduceAdd: {Name: "reduce_add", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1},
	ReduceMul: {Name: "reduce_mul", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnNumber, Cost: 1},
	ReduceMax: {Name: "reduce_max", Family: Reduce, Arity: 1, Rule: RuleSame, On: OnAll, Cost: 1},

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
