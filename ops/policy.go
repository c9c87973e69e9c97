package ops

import "fmt"

// Policy says how the result type of a user's operation follows from its operands' common type, and what it refuses.
type Policy uint8

// The policies, each with operations that follow it.
const (
	PolicyAny    Policy = iota // add, mul, maximum, where, cat, amax: the common type
	PolicyNoBool               // sub, neg: no operand may be bool
	PolicyNumber               // floor_divide, remainder, pow: two bools are refused
	PolicyFloat                // true_divide, exp, sqrt: integers and bool become the default float
	PolicyTest                 // eq, lt, isnan: bool
	PolicyBits                 // bitwise_and: floats are refused
	PolicySum                  // sum, prod, cumsum: integers and bool become int64
	PolicyMean                 // mean, var: only floats
	PolicyIndex                // argmax, argsort: int64, bool is refused
	PolicyTruth                // all, any: bool, but uint8 stays, as PyTorch has it
)

// Result gives the type to compute in (every operand is cast to it) and the type of the result.
func (p Policy) Result(operands ...Operand) (compute, result DType, err error) {
	d, err := PromoteAll(operands...)
	if err != nil {
		return Invalid, Invalid, err
	}
	if err := p.refuse(d, operands); err != nil {
		return Invalid, Invalid, err
	}
	switch p {
	case PolicyFloat:
		if !d.IsFloat() {
			d = DefaultFloat
		}
	case PolicyTest:
		return d, Bool, nil
	case PolicySum:
		if d == Bool || d.IsInt() && d != Uint64 {
			d = Int64
		}
	case PolicyIndex:
		return d, Int64, nil
	case PolicyTruth:
		if d != Uint8 {
			return d, Bool, nil
		}
	}
	return d, d, nil
}

func (p Policy) refuse(d DType, operands []Operand) error {
	switch {
	case p == PolicyNoBool:
		for _, o := range operands {
			if o.DType == Bool {
				return fmt.Errorf("not defined on bool; use Xor, or cast to an integer")
			}
		}
	case (p == PolicyNumber || p == PolicyIndex) && d == Bool:
		return fmt.Errorf("not defined on bool; cast to an integer")
	case p == PolicyBits && d.IsFloat():
		return fmt.Errorf("not defined on %s; cast to an integer or bool", d)
	case p == PolicyMean && !d.IsFloat():
		return fmt.Errorf("not defined on %s; cast to a floating point type", d)
	}
	return nil
}
