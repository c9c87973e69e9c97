package differential

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// reduceSizes gives for each result of a reduction the sum of its elements' magnitudes and of the magnitudes of their
// logarithms, without infinities, NaN and, for the logarithms, zeros.
func reduceSizes(n *lazy.Node, x *lazy.Array) (size, logs []float64) {
	magnitudes, logarithms := lazy.NewArray(ops.Float64, x.Shape), lazy.NewArray(ops.Float64, x.Shape)
	for i := range x.Bits {
		m := math.Abs(x.At(i).Float())
		if !(m < math.Inf(1)) {
			continue
		}
		magnitudes.Bits[i] = math.Float64bits(m)
		if m != 0 {
			logarithms.Bits[i] = math.Float64bits(math.Abs(math.Log2(m)))
		}
	}
	sum := func(a *lazy.Array) []float64 {
		got, err := lazy.Evaluate([]*lazy.Node{lazy.ReduceNode(ops.ReduceAdd, bufferOf(a), n.Ints...)}, Read)
		if err != nil {
			panic(err)
		}
		return got[0].Floats()
	}
	return sum(magnitudes), sum(logarithms)
}
