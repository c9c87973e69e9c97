package ops

import "fmt"

// Promote gives the common type of two tensors, as PyTorch does: the higher category wins, inside it the wider type.
// Unsigned integers wider than 8 bits mix with themselves, bool and floats only.
func Promote(a, b DType) (DType, error) {
	if a == b {
		return a, nil
	}
	if a.order() > b.order() {
		a, b = b, a
	}
	switch {
	case a.Kind() == KindBool || a.IsInt() && b.IsFloat():
		return b, nil
	case a.IsHalf() && b.IsHalf():
		return Float32, nil
	case a.IsFloat():
		return b, nil
	case a == Uint8 && b == Int8:
		return Int16, nil
	case a == Uint8 && b.Kind() == KindInt, a.Kind() == KindInt && b.Kind() == KindInt:
		return b, nil
	}
	return Invalid, fmt.Errorf("%s and %s have no common type; cast one of them", a, b)
}

// order sorts the types so that the later of two in one category is the wider.
func (d DType) order() int { return int(d.Kind())<<8 | int(d) }

// CanCast says whether values of from may be written into a tensor of type to without losing their category.
func CanCast(from, to DType) bool { return category(from) <= category(to) }

func category(d DType) int {
	switch d.Kind() {
	case KindBool:
		return 0
	case KindUint, KindInt:
		return 1
	}
	return 2
}

// Weight says how much an operand counts in promotion: a lighter one matters only by its category.
type Weight uint8

// The weights.
const (
	Number   Weight = iota // a Go bool, integer or float: Bool, Int64 or Float64
	ZeroDim                // a tensor without axes
	Ordinary               // any other tensor
)

// Operand is what promotion sees of an operand.
type Operand struct {
	DType  DType
	Weight Weight
}

// DefaultFloat is the type of floating point numbers, and of results that must be floats, where no operand says another.
const DefaultFloat = Float32

// PromoteAll gives the common type of several operands. Operands of one weight promote among themselves; a lighter
// group changes the result only if its category is higher.
func PromoteAll(operands ...Operand) (DType, error) {
	var groups [Ordinary + 1]DType
	for _, o := range operands {
		if o.Weight == Number && o.DType.IsFloat() {
			o.DType = DefaultFloat
		}
		if groups[o.Weight] == Invalid {
			groups[o.Weight] = o.DType
			continue
		}
		d, err := Promote(groups[o.Weight], o.DType)
		if err != nil {
			return Invalid, err
		}
		groups[o.Weight] = d
	}
	heavy := lighter(groups[Ordinary], groups[ZeroDim])
	return lighter(heavy, groups[Number]), nil
}

// lighter adds a lighter group to a heavier one.
func lighter(heavy, light DType) DType {
	switch {
	case heavy == Invalid:
		return light
	case light == Invalid || category(light) <= category(heavy):
		return heavy
	}
	return light
}
