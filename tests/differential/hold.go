package differential

import (
	"fmt"
	"slices"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// Mode is one way of computing a graph.
type Mode struct {
	Device  string
	Threads int // 0 leaves what is set
	Unfused bool
	// Stepwise computes one root after another and leaves intermediates with their nodes for the next. A product that
	// was kept is rounded before it is summed, so graphs with sums of products are left out.
	Stepwise bool
}

// String names the mode.
func (m Mode) String() string {
	fused := "fused"
	if m.Unfused {
		fused = "unfused"
	}
	if m.Stepwise {
		fused += ", root by root"
	}
	return fmt.Sprintf("%s %s, threads %d", m.Device, fused, m.Threads)
}

// isa is the instruction set that the mode's device names, "" for the machine's best.
func (m Mode) isa() string {
	parts := strings.SplitN(m.Device, ":", 3)
	return strings.Join(parts[min(2, len(parts)):], "")
}

// Hold computes a graph in every mode and says how two of them differ, or how a node differs from its reference. The
// first mode of an instruction set is the one that the others of it are held against: the order of a sum is its own.
func Hold(roots []*lazy.Node, modes []Mode) error {
	for len(modes) > 0 {
		isa := modes[0].isa()
		if err := holdAlike(roots, slices.DeleteFunc(slices.Clone(modes), func(m Mode) bool { return m.isa() != isa })); err != nil {
			return err
		}
		modes = slices.DeleteFunc(slices.Clone(modes), func(m Mode) bool { return m.isa() == isa })
	}
	return nil
}

// holdAlike is Hold for modes that must agree to the bit.
func holdAlike(roots []*lazy.Node, modes []Mode) error {
	first, err := modes[0].run(roots)
	if err != nil {
		return fmt.Errorf("%v: %w", modes[0], err)
	}
	for _, m := range modes[1:] {
		if m.Stepwise && contracts(roots) {
			continue
		}
		other, err := m.run(roots)
		if err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		if err := sameRoots(first, other); err != nil {
			return fmt.Errorf("%v against %v: %w", modes[0], m, err)
		}
	}
	return holdNodes(roots, first, modes[0])
}

// contracts says whether a graph has a sum of products.
func contracts(roots []*lazy.Node) bool {
	return slices.ContainsFunc(lazy.Toposort(roots), isContraction)
}

// isContraction says whether n is a sum of products: those are not rounded before they are added.
func isContraction(n *lazy.Node) bool {
	if n.Op != ops.ReduceAdd {
		return false
	}
	x := n.Src[0]
	for x.Op.Family() == ops.Movement {
		x = x.Src[0]
	}
	return x.Op == ops.Mul
}

func sameRoots(a, b []*lazy.Array) error {
	for i := range a {
		if err := sameBits(a[i], b[i]); err != nil {
			return fmt.Errorf("root %d: %w", i, err)
		}
	}
	return nil
}

// holdNodes computes every node as a result of its own. That must not change the roots, and it shows what each node
// had for operands, so that errors do not add up before the reference is asked.
func holdNodes(roots []*lazy.Node, first []*lazy.Array, m Mode) error {
	order := lazy.Toposort(roots)
	all, err := m.run(order)
	if err != nil {
		return fmt.Errorf("%v, all nodes: %w", m, err)
	}
	var value lazy.NodeMap[*lazy.Array]
	for i, n := range order {
		value.Set(n, all[i])
	}
	for i, r := range roots {
		if err := sameBits(first[i], value.Get(r)); err != nil {
			return fmt.Errorf("%v: root %d alone against all nodes: %w", m, i, err)
		}
	}
	for _, n := range order {
		if n.Op.Family() == ops.Source {
			continue
		}
		operands := make([]*lazy.Array, len(n.Src))
		for i, s := range n.Src {
			operands[i] = value.Get(s)
		}
		if err := checkNode(n, value.Get(n), operands); err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
	}
	return nil
}
