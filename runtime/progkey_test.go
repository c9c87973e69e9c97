package runtime

import (
	"testing"

	"weft/codegen"
	"weft/ops"
)

func TestProgramKey(t *testing.T) {
	b := &fakeBackend{name: "fake"}
	base := func() *codegen.Program {
		p := addProgram(8, 1)
		p.Phases[0].Body = []codegen.Instr{{Code: codegen.LoopOver, Loop: &codegen.Loop{Kind: codegen.Parallel, Step: 1,
			Body: []codegen.Instr{{Code: codegen.LoadMem, Mem: &codegen.Access{Terms: []codegen.Term{{Var: 0, Stride: 1}}}}}}}}
		return p
	}
	seen := map[diskKey]int{programKey(b, Target(), base()): -1}
	if _, again := seen[programKey(b, Target(), base())]; !again {
		t.Fatal("equal programs have different keys")
	}
	for i, change := range []func(p *codegen.Program){
		func(p *codegen.Program) { p.Name = "x" }, func(p *codegen.Program) { p.VL = 8 },
		func(p *codegen.Program) { p.Bufs[0].Elems++ }, func(p *codegen.Program) { p.Scalars[0] = ops.Float32 },
		func(p *codegen.Program) { p.Scalars = append(p.Scalars, ops.Float32) },
		func(p *codegen.Program) { p.Phases[0].TileCost = 2 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Step = 2 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Body[0].Mem.Terms[0].Stride = -1 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Body[0].Mem.Else = ops.IntValue(ops.Int64, 3) },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop = nil },
		func(p *codegen.Program) { p.Phases[0].Body[0].Args = []codegen.Value{0} },
	} {
		p := base()
		change(p)
		key := programKey(b, Target(), p)
		if other, again := seen[key]; again {
			t.Errorf("changes %d and %d have one key", i, other)
		}
		seen[key] = i
	}
}
