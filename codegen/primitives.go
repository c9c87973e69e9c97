package codegen

import "weft/ops"

// Primitives is the closed list of ALU operations that a back end must know, with their exact meaning. Everything else is
// decomposed before.
//
//   - Add, Sub, Mul of integers wrap; of floats they round to nearest even, denormals included, and are never contracted.
//   - Div of integers truncates; by zero it gives 0, the smallest value by -1 wraps. Mod of integers has the dividend's sign;
//     by zero it gives 0, by -1 it gives 0.
//   - Max and Min give NaN if either operand is NaN; Max(+0, -0) is +0 and Min(+0, -0) is -0. On bool they are or and and.
//   - Cast from float to integer truncates and saturates, NaN gives 0; between integers it wraps; to bool it tests for not
//     zero (NaN is true); to a narrower float it rounds to nearest even.
//   - Shl and Shr by a count outside 0..width-1 give 0; Shr of a negative signed value then gives -1.
//   - Comparisons with NaN are false, but CmpNE, which is true. Not is logical on bool, bitwise on integers.
//   - Round is to the nearest even integer. Floor, Ceil, Trunc, Round keep the sign of zero. Abs of the smallest integer wraps.
//   - Where's condition is a bool. 16-bit floats occur in Cast, Where, Bitcast, Const, LoadMem, StoreMem
//     (Op NoOp) and Splat only.
var Primitives = []ops.Op{
	ops.Neg, ops.Abs, ops.Sqrt, ops.Floor, ops.Ceil, ops.Trunc, ops.Round, ops.Not, ops.Cast, ops.Bitcast,
	ops.Add, ops.Sub, ops.Mul, ops.Div, ops.Mod, ops.Max, ops.Min, ops.And, ops.Or, ops.Xor, ops.Shl, ops.Shr,
	ops.CmpLT, ops.CmpLE, ops.CmpEQ, ops.CmpNE, ops.Where,
}
