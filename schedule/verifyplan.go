package schedule

import (
	"fmt"
	"math"

	"weft/lazy"
	"weft/ops"
)

// VerifyFor checks a plan of unknown origin, whose kernels may have no phases: that every number in it points at something, that
// what it says of memory agrees with the request, and what Verify checks. Such a plan touches nothing but its memory.
func (p *Plan) VerifyFor(r *Request) error {
	leaves := make([]*lazy.Node, len(r.Leaves))
	for leaf, node := range r.leaves {
		leaves[leaf] = r.Nodes[node]
	}
	if err := p.verifyMems(leaves); err != nil {
		return err
	}
	for i, l := range p.Launches {
		if err := p.verifyLaunch(l, r, leaves); err != nil {
			return fmt.Errorf("launch %d: %w", i, err)
		}
	}
	if err := p.verifyResults(r, leaves); err != nil {
		return err
	}
	return p.Verify()
}

func (p *Plan) verifyMems(leaves []*lazy.Node) error {
	total := int64(0)
	for i := range p.Mems {
		m := &p.Mems[i]
		if m.Kind > Internal || !m.DType.Valid() || m.Elems < 0 || m.Elems > math.MaxInt64/64 {
			return fmt.Errorf("memory %d has kind %d, dtype %d and %d elements", i, m.Kind, m.DType, m.Elems)
		}
		switch m.Kind {
		case Input:
			if m.Input < 0 || m.Input >= len(leaves) || !holds(m, leaves[m.Input]) {
				return fmt.Errorf("memory %d is no source", i)
			}
		case Internal:
			total = min(total+aligned(m.Bytes()), math.MaxInt64/64)
			if m.Offset < 0 || m.Offset%64 != 0 || m.Offset > p.ArenaBytes-m.Bytes() {
				return fmt.Errorf("memory %d lies outside the arena", i)
			}
		}
	}
	if p.ArenaBytes < 0 || p.ArenaBytes > total {
		return fmt.Errorf("an arena of %d bytes for %d", p.ArenaBytes, total)
	}
	return nil
}

// holds says that a node's value has a memory's dtype and length.
func holds(m *Mem, n *lazy.Node) bool { return m.DType == n.DType && m.Elems == int64(n.Numel()) }

func (p *Plan) verifyLaunch(l *Launch, r *Request, leaves []*lazy.Node) error {
	k := l.Kernel
	if len(l.Mems) != len(k.Bufs) || len(l.Params) != len(k.Params) || l.Offsets != nil && len(l.Offsets) != len(l.Mems) {
		return fmt.Errorf("%d buffers and %d scalars for a kernel of %d and %d", len(l.Mems), len(l.Params), len(k.Bufs), len(k.Params))
	}
	for j, at := range l.Mems {
		if at < 0 || at >= len(p.Mems) {
			return fmt.Errorf("memory %d of %d", at, len(p.Mems))
		}
		m := &p.Mems[at]
		if m.Kind == Input && l.Offset(j) == 0 && k.Bufs[j].Align > alignOf(leaves[m.Input], r.Leaves[m.Input]) {
			return fmt.Errorf("takes source %d for aligned to %d bytes", m.Input, k.Bufs[j].Align)
		}
	}
	for j, s := range l.Params {
		if s < 0 || s >= len(r.Scalars) || r.Scalars[s].DType.Compute() != k.Params[j] {
			return fmt.Errorf("scalar %d is none of %s", s, k.Params[j])
		}
	}
	return nil
}

// verifyResults checks what is looked at after the run.
func (p *Plan) verifyResults(r *Request, leaves []*lazy.Node) error {
	given := func(mem int) bool { return mem >= 0 && mem < len(p.Mems) && p.Mems[mem].Kind == Output }
	if len(p.Outputs) != len(r.roots) {
		return fmt.Errorf("%d outputs for %d roots", len(p.Outputs), len(r.roots))
	}
	for i, o := range p.Outputs {
		root := r.Roots[i]
		switch {
		case o.Mem < 0 && o.Leaf >= 0 && o.Leaf < len(leaves) && leaves[o.Leaf].DType == root.DType && leaves[o.Leaf].Numel() == root.Numel():
		case given(o.Mem) && holds(&p.Mems[o.Mem], root):
		default:
			return fmt.Errorf("output %d is nowhere", i)
		}
	}
	for _, k := range p.Keeps {
		if k.Node < 0 || k.Node >= len(r.Nodes) || !given(k.Mem) || !holds(&p.Mems[k.Mem], r.Nodes[k.Node]) {
			return fmt.Errorf("node %d is kept nowhere", k.Node)
		}
	}
	for _, c := range p.Checks {
		if c.Node < 0 || c.Node >= len(r.Nodes) || r.Nodes[c.Node].Op != ops.Check || c.Last != int64(r.Nodes[c.Node].Src[1].Numel()-1) ||
			!given(c.Mem) || p.Mems[c.Mem].DType != ops.Int64 || p.Mems[c.Mem].Elems < 1 {
			return fmt.Errorf("the check of node %d is nowhere", c.Node)
		}
	}
	return nil
}
