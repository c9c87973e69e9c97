package schedule

import (
	"weft/lazy"
	"weft/ops"
)

// values computes the expression of every use, operands first.
func (p *planner) values() {
	for _, f := range p.order {
		if f.own != nil {
			f.own.value = p.compute(f, f.own)
		}
		if f.stage != nil {
			f.stage.Value = f.own.value
		}
		for _, u := range f.uses {
			switch {
			case u == f.own:
			case f.home.Place == Scratch:
				u.value = u.k.b.StageLoad(f.stage, u.k.b.flatten(only(u.at.idx, f.row), only(f.node.Shape, f.row)))
			case f.node.Op == ops.Buffer || f.home.Place == Buffer:
				u.value = p.load(f, u)
			default:
				u.value = p.compute(f, u)
			}
		}
	}
}

func (p *planner) load(f *fact, u *use) *Expr {
	index, gate := u.k.b.flatten(u.at.idx, f.node.Shape), u.at.gate
	if gate != nil && index.Lo >= 0 && index.Hi < int64(f.node.Numel()) && !within(gate.Free, index.Free) {
		gate = nil // one element for many positions, some of which do not use it: it is read for all
	}
	return u.k.b.Load(u.k.buf(f), f.node.DType, index, gate, ops.IntValue(f.node.DType, 0))
}

// within says whether every range of a is in b; both are sorted.
func within(a, b []int) bool { return len(union(a, b)) == len(b) }

// buf is the number of f's memory in the group.
func (g *group) buf(f *fact) int {
	i, ok := g.bufOf[f]
	if !ok {
		i = len(g.bufs)
		g.bufOf[f] = i
		g.bufs = append(g.bufs, f)
	}
	return i
}

func (g *group) param(n *lazy.Node) int {
	i, ok := g.parOf[n]
	if !ok {
		i = len(g.params)
		g.parOf[n] = i
		g.params = append(g.params, n)
	}
	return i
}

// compute is the value of a node in place.
func (p *planner) compute(f *fact, u *use) *Expr {
	n, b := f.node, u.k.b
	switch n.Op.Family() {
	case ops.Source:
		return p.source(n, u)
	case ops.Movement:
		if u.inside != nil {
			return b.ALU(ops.Where, n.DType, u.inside, u.kids[0].value, b.Const(n.Val))
		}
		return u.kids[0].value
	case ops.Elementwise:
		args := make([]*Expr, len(u.kids))
		for i, k := range u.kids {
			args[i] = k.value
		}
		return b.ALU(n.Op, n.DType, args...)
	case ops.Reduce:
		if u.red != nil {
			return p.reduced(f, u)
		}
		if f.form != nil && f.form.kind == IndexedRead {
			return p.selectedValue(f, u)
		}
	}
	if len(u.kids) == 0 {
		return nil // stored by a kernel of a form of its own
	}
	return u.kids[0].value
}

func (p *planner) source(n *lazy.Node, u *use) *Expr {
	b := u.k.b
	switch n.Op {
	case ops.Const:
		return b.Const(n.Val)
	case ops.Scalar:
		return b.Cast(b.Param(u.k.param(n), n.DType.Compute()), n.DType)
	}
	return b.Cast(u.at.idx[n.Ints[0]], n.DType)
}

// reduced folds; 16-bit floats accumulate in float32.
func (p *planner) reduced(f *fact, u *use) *Expr {
	n, b := f.node, u.k.b
	body := u.kids[0].value
	if len(u.kids) == 2 {
		body = b.ALU(ops.Mul, n.DType, body, u.kids[1].value)
		if u.inside != nil {
			body = b.ALU(ops.Where, n.DType, u.inside, body, b.Const(n.Op.Info().Neutral(n.DType)))
		}
	}
	return b.Cast(b.Reduce(u.red, b.Cast(body, n.DType.Compute())), n.DType)
}

// selectedValue reads at the index, which becomes known here, and gives the fill where it selects nothing.
func (p *planner) selectedValue(f *fact, u *use) *Expr {
	n, b, fm := f.node, u.k.b, f.form
	var valid *Expr
	for i, pk := range fm.picks {
		extent := int64(n.Src[0].Shape[pk.axis])
		at := b.Cast(u.kids[i].value, ops.Int64)
		valid = b.And(valid, b.InRange(at, extent))
		u.late[i].Src = []*Expr{b.clamp(at, extent)}
	}
	for i := range fm.rest {
		valid = b.And(valid, u.kids[len(fm.picks)+i].value)
	}
	value := signed(b, u.kids[len(u.kids)-1].value, fm.fill, n.Op)
	if valid == nil {
		return value
	}
	return b.ALU(ops.Where, n.DType, valid, value, b.Const(fm.fill))
}

func (b *Builder) clamp(at *Expr, extent int64) *Expr {
	if at.Lo >= 0 && at.Hi < extent {
		return at
	}
	return b.raw(ops.Min, ops.Int64, b.raw(ops.Max, ops.Int64, at, b.Int(0)), b.Int(extent-1))
}

// settle replaces stand-ins by what they stand for, rebuilding what depends on them.
type settle struct {
	b      *Builder
	done   map[*Expr]*Expr
	stages map[*Stage]*Stage
}

func newSettle(b *Builder) *settle {
	return &settle{b, map[*Expr]*Expr{}, map[*Stage]*Stage{}}
}

// expr is deep only as far as one kernel's expressions are, which kernelOps bounds.
func (s *settle) expr(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	if d := s.done[e]; d != nil {
		return d
	}
	made := s.build(e)
	s.done[e] = made
	return made
}

func (s *settle) build(e *Expr) *Expr {
	if e.Code == ALU && e.Op == ops.Cast && e.DType == ops.Int64 && len(e.Src) == 1 && e.Src[0].DType == ops.Int64 {
		return s.expr(e.Src[0])
	}
	src, changed := make([]*Expr, len(e.Src)), false
	for i, x := range e.Src {
		src[i] = s.expr(x)
		changed = changed || src[i] != x
	}
	stage := e.Stage
	if stage != nil {
		stage = s.stage(stage)
		changed = changed || stage != e.Stage
	}
	if !changed {
		return e
	}
	return s.b.intern(Expr{Code: e.Code, Op: e.Op, DType: e.DType, Src: src, Int: e.Int, Val: e.Val, Range: e.Range, Red: e.Red, Stage: stage})
}

func (s *settle) stage(old *Stage) *Stage {
	if made := s.stages[old]; made != nil {
		return made
	}
	made := old
	if v := s.expr(old.Value); v != old.Value {
		made = &Stage{ID: old.ID, DType: old.DType, Ranges: old.Ranges, Value: v}
	}
	s.stages[old] = made
	return made
}
