// Package autograd turns a graph into the graph of its gradients. There is no tape: every operation has one row in a
// table of rules, each a function from the gradient of a result to the gradient of one operand, and one driver walks
// the graph backwards once. What comes out is an ordinary graph, so gradients of gradients need nothing more.
//
// Tracking is said by marks in the graph: gradients are collected at Leaf marks, end at Stop marks and are shown at
// Hook marks. Integers and bools carry no gradient.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package autograd

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// HookFunc is called once for each Hook mark on a path to a target, when the whole gradient of the marked node is
// known and before it is passed on. What it returns takes the gradient's place; nil keeps it.
type HookFunc func(mark *lazy.Mark, node, grad *lazy.Node) *lazy.Node

// Gradients builds the gradients of root, weighted by seed, with respect to any nodes of its graph. The result has
// the order of wrt; it is nil where no path leads from root. A nil seed means 1 and is allowed for one element only.
func Gradients(root, seed *lazy.Node, wrt []*lazy.Node, onHook ...HookFunc) ([]*lazy.Node, error) {
	seed, err := checkSeed(root, seed)
	if err != nil {
		return nil, err
	}
	var targets lazy.NodeMap[struct{}]
	for _, n := range wrt {
		targets.Add(n)
	}
	w := walkFrom(root, targets.Has)
	defer w.release()
	if err := w.backward(seed, onHook); err != nil {
		return nil, err
	}
	out := make([]*lazy.Node, len(wrt))
	for i, n := range wrt {
		if at, ok := w.index.Find(n); ok {
			out[i] = w.grads[at].sum()
		}
	}
	return out, nil
}

// Arrival is a Leaf mark's node and the gradient that came to it.
type Arrival struct {
	Leaf *lazy.Node
	Grad *lazy.Node
}

// Backward is Gradients with respect to all that Collect lists, in that order, by one walk.
func Backward(root, seed *lazy.Node, onHook ...HookFunc) ([]Arrival, error) {
	seed, err := checkSeed(root, seed)
	if err != nil {
		return nil, err
	}
	w := walkFrom(root, isLeaf)
	defer w.release()
	if err := w.backward(seed, onHook); err != nil {
		return nil, err
	}
	var out []Arrival
	for i, n := range w.order {
		if isLeaf(n) {
			if g := w.grads[i].sum(); g != nil {
				out = append(out, Arrival{n, g})
			}
		}
	}
	return out, nil
}

// Collect lists the Leaf marks that gradients from root reach: not those behind a Stop mark or an integer. The order
// is that of a walk from the operands up, the same for every call.
func Collect(root *lazy.Node) []*lazy.Node {
	w := walkFrom(root, isLeaf)
	defer w.release()
	var leaves []*lazy.Node
	for _, n := range w.order {
		if isLeaf(n) {
			leaves = append(leaves, n)
		}
	}
	return leaves
}

func isLeaf(n *lazy.Node) bool {
	m := markOf(n)
	return m != nil && m.Kind == lazy.Leaf
}

func checkSeed(root, seed *lazy.Node) (*lazy.Node, error) {
	fail := func(kind lazy.ErrorKind, reason, hint string) (*lazy.Node, error) {
		e := &lazy.Error{Kind: kind, Op: "backward", Axis: -1, Reason: reason, Hint: hint,
			Shapes: [][]int{root.Shape}, DTypes: []ops.DType{root.DType}}
		if seed != nil {
			e.Shapes, e.DTypes = append(e.Shapes, seed.Shape), append(e.DTypes, seed.DType)
		}
		return nil, e
	}
	switch {
	case !root.DType.IsFloat():
		return fail(lazy.ErrGrad, "only floats have gradients", "cast to a float before the loss")
	case seed == nil && root.Numel() != 1:
		return fail(lazy.ErrGrad, "a gradient can start by itself only at one element",
			"reduce to a scalar, or give the gradient to start from")
	case seed == nil:
		return one(root), nil
	case !slices.Equal(root.Shape, seed.Shape):
		return fail(lazy.ErrShape, "the gradient to start from has another shape than the tensor", "")
	case seed.DType != root.DType:
		return fail(lazy.ErrDType, "the gradient to start from has another dtype than the tensor", "")
	}
	return seed, nil
}

func markOf(n *lazy.Node) *lazy.Mark {
	if n.Op != ops.Identity {
		return nil
	}
	m, _ := n.Ref.(*lazy.Mark)
	return m
}
