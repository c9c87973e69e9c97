package lazy

import (
	"fmt"

	"weft/ops"
)

// Evaluate is the oracle: it computes roots node by node with the reference functions of ops, and knows nothing of
// fusion, kernels or lanes. read gives the memory of a storage. Float reductions accumulate in float64, add with
// compensation, so that a result is within half an ulp of the exact sum. Buffers that nodes remember are not used.
//
// A value much larger than what it is made of, such as the expanded operand of a matmul, is never stored: a reduction
// asks for its elements in blocks.
func Evaluate(roots []*Node, read func(Storage) []byte) ([]*Array, error) {
	e := &evaluator{read: read}
	for _, n := range Toposort(roots) {
		if err := e.visit(n); err != nil {
			return nil, err
		}
	}
	out := make([]*Array, len(roots))
	for i, r := range roots {
		out[i] = e.array(r)
	}
	return out, nil
}

type evaluator struct {
	read   func(Storage) []byte
	stored NodeMap[*Array]
	shape  NodeMap[virtualShape]
}

// virtualShape describes the tree of unstored nodes that an element is computed through.
type virtualShape struct {
	cost, depth int // nodes an element touches, and how deep the tree is
	leaves      int // elements stored at its leaves
}

const (
	virtualNumel = 4096 // smaller values are always stored
	virtualCost  = 64
	virtualDepth = 32
	blockLen     = 1024
)

func (e *evaluator) visit(n *Node) error {
	switch n.Op.Family() {
	case ops.Source:
		return e.visitSource(n)
	case ops.Elementwise, ops.Movement:
		v := e.virtual(n)
		if n.Numel() <= max(virtualNumel, 2*v.leaves) || v.cost > virtualCost || v.depth > virtualDepth {
			e.stored.Set(n, e.array(n))
			v = storedShape(n)
		}
		e.shape.Set(n, v)
		return nil
	case ops.Reduce:
		e.store(n, e.reduce(n))
		return nil
	}
	return e.visitEffect(n)
}

func storedShape(n *Node) virtualShape { return virtualShape{cost: 1, leaves: n.Numel()} }

func (e *evaluator) store(n *Node, a *Array) {
	e.stored.Set(n, a)
	e.shape.Set(n, storedShape(n))
}

func (e *evaluator) virtual(n *Node) virtualShape {
	v := virtualShape{cost: 1}
	for _, s := range n.Src {
		below := e.shape.Get(s)
		v.cost += below.cost
		v.leaves += below.leaves
		v.depth = max(v.depth, below.depth+1)
	}
	return v
}

func (e *evaluator) visitSource(n *Node) error {
	e.shape.Set(n, virtualShape{cost: 1, leaves: 1})
	if n.Op != ops.Buffer {
		return nil
	}
	size, from := n.DType.Size(), n.Ints[0]*n.DType.Size()
	memory := e.read(n.Ref.(Storage))
	if from < 0 || from+n.Numel()*size > len(memory) {
		return &Error{Kind: ErrData, Op: "buffer", Shapes: [][]int{n.Shape}, DTypes: []ops.DType{n.DType}, Axis: -1,
			Reason: fmt.Sprintf("reaches byte %d of %d", from+n.Numel()*size, len(memory)), Line: Line(n.PC())}
	}
	e.store(n, ArrayOf(n.DType, n.Shape, memory[from:]))
	return nil
}

func (e *evaluator) visitEffect(n *Node) error {
	switch n.Op {
	case ops.Check:
		if err := e.check(n); err != nil {
			return err
		}
	case ops.Host:
		return e.host(n)
	}
	e.store(n, e.array(n.Src[0]))
	return nil
}

func (e *evaluator) check(n *Node) error {
	info, ok := n.Ref.(*CheckInfo), e.array(n.Src[1])
	for i, b := range ok.Bits {
		if b == 0 {
			return &Error{Kind: ErrIndex, Op: info.Op, Axis: -1, Line: Line(n.PC()),
				Reason: fmt.Sprintf("%s, first at %s", info.Message, ShapeString(position(ok.Shape, i)))}
		}
	}
	return nil
}

func position(shape []int, i int) []int {
	p := make([]int, len(shape))
	for k := len(shape) - 1; k >= 0; k-- {
		p[k], i = i%shape[k], i/shape[k]
	}
	return p
}

func (e *evaluator) host(n *Node) error {
	out := make([]byte, n.Numel()*n.DType.Size())
	in := make([][]byte, len(n.Src))
	for i, s := range n.Src {
		in[i] = e.array(s).Bytes()
	}
	if err := n.Ref.(*HostFunc).Fn(out, in...); err != nil {
		return err
	}
	e.store(n, ArrayOf(n.DType, n.Shape, out))
	return nil
}

// array is the whole value of n, computed if it is not stored.
func (e *evaluator) array(n *Node) *Array {
	if a := e.stored.Get(n); a != nil {
		return a
	}
	a, at := NewArray(n.DType, n.Shape), make([]int, blockLen)
	for start := 0; start < len(a.Bits); start += blockLen {
		block := at[:min(blockLen, len(a.Bits)-start)]
		for i := range block {
			block[i] = start + i
		}
		e.fill(n, block, a.Bits[start:start+len(block)])
	}
	return a
}
