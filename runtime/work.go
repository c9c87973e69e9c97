package runtime

import (
	"weft/codegen"
	"weft/ops"
)

// traffic is what one launch of a program touches and computes, as counters and DEBUG report it. Bytes count each buffer
// at most once for reading and once for writing, however often a cache serves it again, and only what is accessed: an
// indexed read of some rows of a table counts those rows.
type traffic struct {
	read, written []int64 // elements of each buffer
	flops         int64
	instrs        int64 // arithmetic instructions in the text
	parts         parts
}

// measure walks a program once.
func measure(p *codegen.Program) traffic {
	t := traffic{read: make([]int64, len(p.Bufs)), written: make([]int64, len(p.Bufs)), parts: newParts()}
	for _, phase := range p.Phases {
		t.parts = newParts() // each phase numbers its values anew
		t.block(p, &phase, phase.Body, 1)
	}
	return t
}

// bytes is the traffic of the caller's buffers; scratch stays in the caches.
func (t traffic) bytes(p *codegen.Program) int64 {
	total := int64(0)
	for i, b := range p.Bufs[:p.NumParams] {
		total += (min(t.read[i], b.Elems) + min(t.written[i], b.Elems)) * int64(b.DType.Size())
	}
	return total
}

// block adds what instructions do when they run so many times.
func (t *traffic) block(p *codegen.Program, phase *codegen.Phase, body []codegen.Instr, times int64) {
	for i := range body {
		in := &body[i]
		t.parts.see(in)
		switch in.Code {
		case codegen.LoopOver:
			t.block(p, phase, in.Loop.Body, times*trips(phase, in.Loop))
		case codegen.IfAny:
			t.block(p, phase, in.If.Body, t.parts.times(in.If.Cond, times))
		case codegen.LoadMem:
			t.read[in.Mem.Buf] += times * lanes(p, in)
		case codegen.StoreMem:
			t.written[in.Mem.Buf] += times * lanes(p, in)
			if in.Op != ops.NoOp {
				t.read[in.Mem.Buf] += times * lanes(p, in)
			}
		default:
			t.arithmetic(p, in, times)
		}
	}
}

func (t *traffic) arithmetic(p *codegen.Program, in *codegen.Instr, times int64) {
	n := times * lanes(p, in)
	switch {
	case in.Code == codegen.ALU:
		t.instrs++
		if in.DType.IsFloat() && floatWork[in.Op] {
			t.flops += n
		}
	case in.Code == codegen.Fma:
		t.instrs++
		t.flops += 2 * n
	case in.Code == codegen.Scale:
		t.instrs++
		t.flops += n
	case in.Code == codegen.FoldLanes:
		t.instrs++
		t.flops += times * int64(p.VL-1)
	}
}

// floatWork are the operations that count as floating point work.
var floatWork = map[ops.Op]bool{
	ops.Add: true, ops.Sub: true, ops.Mul: true, ops.Div: true, ops.Max: true, ops.Min: true, ops.Sqrt: true,
}

func lanes(p *codegen.Program, in *codegen.Instr) int64 {
	if in.Vec {
		return int64(p.VL)
	}
	return 1
}

func trips(phase *codegen.Phase, l *codegen.Loop) int64 {
	if l.Kind == codegen.Parallel {
		return phase.Tiles
	}
	if l.Step <= 0 || l.End <= l.Start {
		return 0
	}
	return (l.End - l.Start + l.Step - 1) / l.Step
}
