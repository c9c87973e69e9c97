package lazy

import (
	"math"
	"slices"

	"weft/ops"
)

// reduce folds the operand of n, element by element in row order, asking for its elements in blocks.
func (e *evaluator) reduce(n *Node) *Array {
	x, out := n.Src[0], NewArray(n.DType, n.Shape)
	axes := reduceOrder(n)
	each := 1
	for _, axis := range n.Ints {
		each *= x.Shape[axis]
	}
	at, block := make([]int, blockLen), make([]uint64, blockLen)
	f, done := newFold(n), 0
	for o := range out.Bits {
		f.start()
		for end := (o + 1) * each; done < end; {
			// A block may run into the elements of later results: they are kept for them.
			k := done % blockLen
			if k == 0 {
				count := min(blockLen, len(out.Bits)*each-done)
				for i := range count {
					at[i] = mapIndex(axes, done+i)
				}
				e.fill(x, at[:count], block[:count])
			}
			stop := min(blockLen, k+end-done)
			f.add(block[k:stop])
			done += stop - k
		}
		out.Bits[o] = f.result()
	}
	return out
}

// reduceOrder walks the operand with the axes that stay outside and the folded ones inside.
func reduceOrder(n *Node) []axisMap {
	x := n.Src[0].Shape
	in := strides(x)
	var kept, folded []axisMap
	for i, d := range x {
		a := axisMap{size: d, stride: in[i], sign: 1, limit: d}
		if slices.Contains(n.Ints, i) {
			folded = append(folded, a)
		} else {
			kept = append(kept, a)
		}
	}
	return append(kept, folded...)
}

// fold accumulates the elements of one result.
type fold struct {
	n          *Node
	sum, carry float64 // float add, compensated; float mul uses sum
	acc        ops.Value
	combine    ops.Ref
}

func newFold(n *Node) *fold { return &fold{n: n, combine: n.Op.Combine().Info().Ref} }

func (f *fold) start() {
	f.acc = f.n.Op.Info().Neutral(f.n.DType)
	f.sum, f.carry = math.Float64frombits(f.acc.Bits), 0
}

// inFloat64 says whether the reduction is done in float64 and rounded at the end.
func (f *fold) inFloat64() bool { return f.n.DType.IsFloat() && f.n.Op != ops.ReduceMax }

func (f *fold) add(block []uint64) {
	switch {
	case !f.inFloat64():
		args := []ops.Value{f.acc, {DType: f.n.DType}}
		for _, b := range block {
			args[1].Bits = b
			args[0] = f.combine(args, f.n.DType)
		}
		f.acc = args[0]
	case f.n.Op == ops.ReduceMul:
		for _, b := range block {
			f.sum *= math.Float64frombits(b)
		}
	default:
		for _, b := range block {
			f.addFloat(math.Float64frombits(b))
		}
	}
}

// addFloat is Neumaier's summation: carry holds what the rounding of sum lost.
func (f *fold) addFloat(x float64) {
	sum := f.sum + x
	if math.Abs(f.sum) >= math.Abs(x) {
		f.carry += (f.sum - sum) + x
	} else {
		f.carry += (x - sum) + f.sum
	}
	f.sum = sum
}

func (f *fold) result() uint64 {
	if !f.inFloat64() {
		return f.acc.Bits
	}
	total := f.sum
	if f.carry != 0 && !math.IsInf(f.sum, 0) { // adding a carry of 0 would turn -0 into +0
		total += f.carry
	}
	return ops.FloatValue(f.n.DType, total).Bits
}
