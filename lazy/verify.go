package lazy

import (
	"fmt"
	"math"
	"slices"

	"weft/ops"
)

// Verify says whether every node that roots need is well formed: arity, dtypes, shapes, numbers, references. The
// constructors promise as much; a node for which it does not hold is a mistake in Weft, or a hostile text.
func Verify(roots []*Node) error {
	for _, n := range Toposort(roots) {
		if err := verifyNode(n); err != nil {
			return err
		}
	}
	return nil
}

func verifyNode(n *Node) error {
	for _, check := range []func(*Node) string{verifyFrame, verifyDTypes, verifyShape, verifyRef} {
		if reason := check(n); reason != "" {
			e := &Error{Kind: ErrState, Op: n.Op.String(), Axis: -1, Reason: reason, Line: Line(n.PC())}
			for _, s := range n.Src {
				e.Shapes, e.DTypes = append(e.Shapes, s.Shape), append(e.DTypes, s.DType)
			}
			return e
		}
	}
	return nil
}

// maxNumel keeps positions and byte counts far from overflow.
const maxNumel = math.MaxInt64 / 1024

func verifyFrame(n *Node) string {
	if n.Op.Family() == ops.NoFamily || n.DType.Size() == 0 {
		return "no op or no dtype"
	}
	if a := n.Op.Arity(); a >= 0 && a != len(n.Src) {
		return fmt.Sprintf("%d operands, want %d", len(n.Src), a)
	}
	numel := 1
	for _, d := range n.Shape {
		if d < 0 {
			return fmt.Sprintf("negative length in shape %s", ShapeString(n.Shape))
		}
		if d > 0 && numel > maxNumel/d {
			return fmt.Sprintf("too many elements in shape %s", ShapeString(n.Shape))
		}
		numel *= max(d, 1)
	}
	return ""
}

// verifyDTypes holds operands and result to the op's rule and class.
func verifyDTypes(n *Node) string {
	info, operands := n.Op.Info(), n.Src
	want := n.DType
	switch info.Rule {
	case ops.RuleFirst:
		operands = operands[:1]
	case ops.RuleBool:
		if n.DType != ops.Bool {
			return fmt.Sprintf("result is %s, want bool", n.DType)
		}
		want = operands[0].DType
	case ops.RuleWhere:
		if operands[0].DType != ops.Bool {
			return fmt.Sprintf("condition is %s, want bool", operands[0].DType)
		}
		operands = operands[1:]
	case ops.RuleFree:
		return verifyFree(n)
	}
	for _, s := range operands {
		if s.DType != want {
			return fmt.Sprintf("operand is %s, want %s", s.DType, want)
		}
	}
	if info.On != 0 && !info.On.Has(want) {
		return fmt.Sprintf("is not defined on %s", want)
	}
	return ""
}

func verifyFree(n *Node) string {
	switch n.Op {
	case ops.Bitcast:
		if n.DType.Size() != n.Src[0].DType.Size() {
			return fmt.Sprintf("from %s to %s, of another size", n.Src[0].DType, n.DType)
		}
	case ops.Const, ops.Scalar:
		if n.Val.DType != n.DType {
			return fmt.Sprintf("value is %s, want %s", n.Val.DType, n.DType)
		}
	}
	return ""
}

func verifyRef(n *Node) string {
	switch ref := n.Ref.(type) {
	case nil:
		if want := refNames[n.Op]; want != "" {
			return "has no " + want
		}
		return ""
	case Storage:
		if n.Op != ops.Buffer {
			return "has a storage"
		}
		if need := int64(n.Ints[0]+n.Numel()) * int64(n.DType.Size()); need > ref.Bytes() {
			return fmt.Sprintf("reaches byte %d of %d", need, ref.Bytes())
		}
	}
	if want := refNames[n.Op]; refKind(n.Ref) != want {
		return fmt.Sprintf("has a %s, want %q", refKind(n.Ref), want)
	}
	return ""
}

// refNames says which reference an op carries.
var refNames = map[ops.Op]string{ops.Buffer: "storage", ops.Scalar: "scalar", ops.Identity: "mark", ops.Check: "check",
	ops.Host: "host", ops.Copy: "device"}

func refKind(r Ref) string {
	switch r.(type) {
	case Storage:
		return "storage"
	case *ScalarRef:
		return "scalar"
	case *Mark:
		return "mark"
	case *CheckInfo:
		return "check"
	case *HostFunc:
		return "host"
	case *DeviceRef:
		return "device"
	}
	return "reference"
}

// rising says whether axes are axes of a shape of that rank, each once, in rising order.
func rising(axes []int, rank int) bool {
	return slices.IsSorted(axes) && len(slices.Compact(slices.Clone(axes))) == len(axes) &&
		(len(axes) == 0 || axes[0] >= 0 && axes[len(axes)-1] < rank)
}
