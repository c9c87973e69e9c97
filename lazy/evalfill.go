package lazy

import (
	"math"

	"weft/ops"
)

// fill computes the elements of n at the positions given. It descends through nodes that are not stored, at most
// virtualDepth of them.
func (e *evaluator) fill(n *Node, at []int, out []uint64) {
	if a := e.stored.Get(n); a != nil {
		for i, p := range at {
			out[i] = a.Bits[p]
		}
		return
	}
	switch n.Op.Family() {
	case ops.Source:
		fillSource(n, at, out)
	case ops.Movement:
		e.fillMovement(n, at, out)
	default:
		e.fillElementwise(n, at, out)
	}
}

func fillSource(n *Node, at []int, out []uint64) {
	if n.Op != ops.Iota {
		fillAll(out, n.Val.Bits)
		return
	}
	axis := n.Ints[0]
	size, stride := n.Shape[axis], strides(n.Shape)[axis]
	for i, p := range at {
		out[i] = ops.IntValue(n.DType, int64(p/stride%size)).Bits
	}
}

func fillAll(out []uint64, bits uint64) {
	for i := range out {
		out[i] = bits
	}
}

func (e *evaluator) fillMovement(n *Node, at []int, out []uint64) {
	x, source := n.Src[0], sourceIndex(n)
	if x.Numel() == 0 {
		fillAll(out, n.Val.Bits)
		return
	}
	from := make([]int, len(at))
	for i, p := range at {
		from[i] = max(source(p), 0)
	}
	e.fill(x, from, out)
	if n.Op != ops.Pad {
		return
	}
	for i, p := range at {
		if source(p) == outside {
			out[i] = n.Val.Bits
		}
	}
}

func (e *evaluator) fillElementwise(n *Node, at []int, out []uint64) {
	operands := make([][]uint64, len(n.Src))
	for i, s := range n.Src {
		operands[i] = make([]uint64, len(at))
		e.fill(s, at, operands[i])
	}
	if f := fastFloat(n); f != nil {
		f(operands[0], operands[1], out)
		return
	}
	args, ref := make([]ops.Value, len(n.Src)), n.Op.Info().Ref
	for i, s := range n.Src {
		args[i].DType = s.DType
	}
	for i := range at {
		for k := range args {
			args[k].Bits = operands[k][i]
		}
		out[i] = ref(args, n.DType).Bits
	}
}

// fastFloat is the same arithmetic as the reference function's, without a call an element, for what matmuls are made
// of; nil for the rest.
func fastFloat(n *Node) func(x, y, out []uint64) {
	single := n.DType == ops.Float32
	if !single && n.DType != ops.Float64 {
		return nil
	}
	switch n.Op {
	case ops.Mul:
		return func(x, y, out []uint64) {
			for i := range out {
				out[i] = rounded(single, math.Float64frombits(x[i])*math.Float64frombits(y[i]))
			}
		}
	case ops.Add:
		return func(x, y, out []uint64) {
			for i := range out {
				out[i] = rounded(single, math.Float64frombits(x[i])+math.Float64frombits(y[i]))
			}
		}
	}
	return nil
}

func rounded(single bool, f float64) uint64 {
	if single {
		f = float64(float32(f))
	}
	return math.Float64bits(f)
}
