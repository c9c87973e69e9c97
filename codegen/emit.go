package codegen

import (
	"weft/ops"
	"weft/schedule"
)

// emitter emits one phase.
type emitter struct {
	*lowering
	root    *scope
	values  []valueInfo
	vars    int
	affines map[*schedule.Expr]*affine
	// reduces are the reductions of the phase, operands before users.
	reduces    []*schedule.Expr
	busy       map[*schedule.Expr]bool
	consts     map[constKey]Value
	lanesValue Value
	facts      *facts
	blocked    *blocked
	shift      *shift // nil if there is none
	// filling are the scratch tiles whose loops are open.
	filling map[*schedule.Stage]bool
	opts    *Opts
}

type valueInfo struct {
	dtype ops.DType
	vec   bool
}

func (e *emitter) value(d ops.DType, vec bool) Value {
	e.values = append(e.values, valueInfo{d, vec})
	return Value(len(e.values) - 1)
}

// def appends an instruction that defines a value.
func (e *emitter) def(s *scope, in Instr) Value {
	in.Out = e.value(in.DType, in.Vec)
	*s.list = append(*s.list, in)
	return in.Out
}

// do appends an instruction that defines none.
func (e *emitter) do(s *scope, in Instr) {
	in.Out = NoValue
	*s.list = append(*s.list, in)
}

func (e *emitter) newVar() int {
	e.vars++
	return e.vars - 1
}

func (e *emitter) isVec(v Value) bool { return e.values[v].vec }
