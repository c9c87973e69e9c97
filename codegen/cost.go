package codegen

import "weft/ops"

// cost estimates each phase's time for one tile, from which the runtime sizes chunks: the instructions of the parallel
// loop's body, those of inner loops as often as they run.
func (l *lowering) cost() {
	for n := range l.p.Phases {
		ph := &l.p.Phases[n]
		body := ph.Body[len(ph.Body)-1].Loop.Body
		ph.TileCost = blockNanos(body) + 1
	}
}

func blockNanos(body []Instr) float64 {
	t := 0.0
	for n := range body {
		t += nanosOf(&body[n])
	}
	return t
}

func nanosOf(in *Instr) float64 {
	switch in.Code {
	case LoopOver:
		l := in.Loop
		return 1 + float64((l.End-l.Start)/l.Step)*(0.3+blockNanos(l.Body))
	case IfAny:
		// A cut tile and a slow path are rare: half.
		return 0.3 + blockNanos(in.If.Body)/2
	case Const, Param, Splat, Var, Lanes, DeriveVar:
		return 0.1
	case FoldLanes:
		return 3
	case LoadMem, StoreMem:
		return memoryNanos(in)
	}
	t := 0.2
	if in.Op == ops.Div || in.Op == ops.Mod || in.Op == ops.Sqrt {
		t = 2
	}
	return t * width(in)
}

// width is how many registers of VL float32 an instruction's result takes, scalars less.
func width(in *Instr) float64 {
	if !in.Vec {
		return 1
	}
	return float64(max(1, registers(in.DType)))
}

// memoryNanos takes memory for as fast as a shared cache.
func memoryNanos(in *Instr) float64 {
	switch {
	case !in.Vec:
		return 0.2
	case in.Mem.Lane == 1 && in.Mem.Index == NoValue:
		return 0.7 * width(in)
	}
	return 5 * width(in)
}
