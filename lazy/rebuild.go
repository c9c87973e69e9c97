package lazy

// Rebuild is n over other operands; it keeps n's line.
func Rebuild(n *Node, src ...*Node) *Node {
	spec := n.Spec
	spec.Src = src
	return Make(spec)
}
