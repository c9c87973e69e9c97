package lazy

// Rebuild is n over other operands; it keeps n's line.
func Rebuild(n *Node, src ...*Node) *Node {
	// Field by field: the line may be filled in by another goroutine meanwhile, and is read as PC reads it.
	spec := Spec{Op: n.Op, DType: n.DType, Shape: n.Shape, Ints: n.Ints, Val: n.Val, Ref: n.Ref, At: n.PC()}
	return intern(&spec, src...)
}
