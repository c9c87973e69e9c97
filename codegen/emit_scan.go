package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// scan carries an accumulator around the loop of its range.
func (e *emitter) scan(x *schedule.Expr, i inst, s *scope) Value {
	d, vec := x.DType.Compute(), s.lane(x.Free) != nil
	if x.Range.Extent == 1 {
		return e.operand(x.Src[0], i, s, vec)
	}
	at := s
	for at != nil && at.loop == nil {
		at = at.up
	}
	if at == nil || !at.binds([]int{x.Range.ID}) {
		fail("a scan over r%d inside another loop", x.Range.ID)
	}
	init := e.constant(x.Op.Info().Neutral(d), vec)
	phi := e.carry(at.loop, []Value{init})[0]
	n := len(at.loop.Accs) - 1
	y := e.cast(s, e.operand(x.Src[0], i, s, vec), d)
	v := e.def(s, Instr{Code: ALU, Op: combineOp(x.Op), DType: d, Vec: vec, Args: []Value{phi, y}})
	at.loop.Accs[n].Next = v
	return e.cast(s, v, x.DType)
}

// combineOp accepts a reduction or the elementwise operation it folds with.
func combineOp(op ops.Op) ops.Op {
	if c := op.Combine(); c != ops.NoOp {
		return c
	}
	return op
}
