package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// remake builds e anew in another builder, over operands that are there already.
func remake(b *schedule.Builder, e ex, src []ex, stage func(*schedule.Stage) *schedule.Stage) ex {
	switch e.Code {
	case schedule.Const:
		return b.Const(e.Val)
	case schedule.Param:
		return b.Param(e.Int, e.DType)
	case schedule.RangeVar:
		return b.Var(e.Range)
	case schedule.Load:
		var gate ex
		if len(src) > 1 {
			gate = src[1]
		}
		return b.Load(e.Int, e.DType, src[0], gate, e.Val)
	case schedule.Reduce:
		return b.Reduce(e.Red, src[0])
	case schedule.Scan:
		return b.Scan(e.Op, e.Range, src[0])
	case schedule.StageLoad:
		return b.StageLoad(stage(e.Stage), src[0])
	case schedule.Fma:
		return b.Fma(src[0], src[1], src[2])
	case schedule.Scale:
		return b.Scale(src[0], src[1])
	case schedule.AnyLane:
		return b.AnyLane(src[0], src[1], src[2])
	}
	return b.ALU(e.Op, e.DType, src...)
}

// substitution builds expressions anew with other expressions in the place of ranges.
type substitution struct {
	b    *schedule.Builder
	at   map[int]ex // by range
	made map[ex]ex
	// instead are expressions that are not built but replaced.
	instead map[ex]ex
	// read builds what is read from a scratch tile; nil where there can be none.
	read func(st *schedule.Stage, at ex) ex
	red  *schedule.Reduction // of the reductions that are built, nil for their own
	// edge, if not nil, is true where beyond, which may go past its extent, has not: elsewhere loads that depend on it give zero.
	beyond *schedule.Range
	edge   ex
}

func substitute(b *schedule.Builder, at map[int]ex) *substitution {
	return &substitution{b: b, at: at, made: map[ex]ex{}, instead: map[ex]ex{}}
}

func (s *substitution) expr(e ex) ex {
	if e == nil {
		return nil
	}
	if x := s.instead[e]; x != nil {
		return x
	}
	if x := s.made[e]; x != nil {
		return x
	}
	s.made[e] = s.build(e)
	return s.made[e]
}

func (s *substitution) build(e ex) ex {
	if e.Code == schedule.RangeVar && s.at[e.Range.ID] != nil {
		return s.at[e.Range.ID]
	}
	if s.edge != nil && gatedAlready(e) && dependsOn(e.Src[1].Src[0], s.beyond) {
		return s.expr(e.Src[1])
	}
	src := make([]ex, len(e.Src))
	for n, x := range e.Src {
		src[n] = s.expr(x)
	}
	if e.Code == schedule.Load && s.edge != nil && dependsOn(e.Src[0], s.beyond) {
		return s.gated(e, src)
	}
	if e.Code == schedule.Reduce && s.red != nil {
		return s.b.Reduce(s.red, src[0])
	}
	if e.Code == schedule.StageLoad && s.read != nil {
		return s.read(e.Stage, src[0])
	}
	return remake(s.b, e, src, func(st *schedule.Stage) *schedule.Stage {
		fail("a scratch tile under a contraction that is packed")
		return nil
	})
}

// gated is a load, of operands that are built, before the edge.
func (s *substitution) gated(e ex, src []ex) ex {
	if len(src) > 1 {
		return s.b.Load(e.Int, e.DType, src[0], s.b.And(src[1], s.edge), e.Val)
	}
	return s.b.Load(e.Int, e.DType, src[0], s.edge, ops.IntValue(e.DType, 0))
}
