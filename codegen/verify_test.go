package codegen_test

import (
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/ops"
)

// broken is a way to spoil the program of y = x*x + 3 or of a matrix product, and what the verifier says to it.
type broken struct {
	name, says string
	product    bool
	spoil      func(p *codegen.Program, body []codegen.Instr)
}

var brokenPrograms = []broken{
	{"wrong lanes", "lanes, the target has", false, func(p *codegen.Program, _ []codegen.Instr) { p.VL = 8 }},
	{"beyond the end", "without a gate", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoadMem).Mem.Base += 100000 }},
	{"before the start", "without a gate", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.StoreMem).Mem.Base -= 1 }},
	{"no such buffer", "there is no buffer", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoadMem).Mem.Buf = 7 }},
	{"not written", "is not written", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.StoreMem).Mem.Buf = 0 }},
	{"not read", "is not read", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoadMem).Mem.Buf = 1 }},
	{"use before definition", "where it is not defined", false, func(_ *codegen.Program, b []codegen.Instr) {
		find(b, codegen.ALU).Args[0] = find(b, codegen.StoreMem).Args[0]
	}},
	{"defined twice", "defined twice", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.ALU).Out = find(b, codegen.LoadMem).Out }},
	{"beyond the values", "beyond the", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.ALU).Out = 1000 }},
	{"no primitive", "is no primitive", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.ALU).Op = ops.Tanh }},
	{"wrong arity", "operands, not", false, func(_ *codegen.Program, b []codegen.Instr) { in := find(b, codegen.ALU); in.Args = in.Args[:1] }},
	{"wrong type", "does not give", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.ALU).DType = ops.Float64 }},
	{"wrong vector", "mixes lanes", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.ALU).Vec = false }},
	{"unit stride for a scalar", "lanes do not fit", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoadMem).Vec = false }},
	{"variable not open", "not open", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoadMem).Mem.Terms[0].Var = 99 }},
	{"loop not even", "come out even", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoopOver).Loop.End++ }},
	{"no step", "come out even", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoopOver).Loop.Step = 0 }},
	{"parallel inside", "a parallel loop that", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.LoopOver).Loop.Kind = codegen.Parallel }},
	{"no parallel loop", "end with its parallel loop", false, func(p *codegen.Program, b []codegen.Instr) { p.Phases[0].Body = p.Phases[0].Body[:1] }},
	{"fold of the wrong op", "folds with", false, func(_ *codegen.Program, b []codegen.Instr) { find(b, codegen.StoreMem).Op = ops.Sub }},
	{"gate that is no bool", "bool", false, func(_ *codegen.Program, b []codegen.Instr) { in := find(b, codegen.StoreMem); in.Mem.Gate = in.Args[0] }},
	{"next of another type", "is needed", true, func(_ *codegen.Program, b []codegen.Instr) {
		fold(b).Accs[0].DType = ops.Float64
	}},
	{"next from nowhere", "where it is not defined", true, func(_ *codegen.Program, b []codegen.Instr) {
		l := fold(b)
		l.Accs[0].Next = l.Accs[0].Out
	}},
	{"too many accumulators", "vector registers", true, func(p *codegen.Program, b []codegen.Instr) {
		l := fold(b)
		for n := 0; n < 40; n++ {
			a := l.Accs[0]
			a.Phi, a.Out = codegen.Value(p.Phases[0].NumValues), codegen.Value(p.Phases[0].NumValues+1)
			p.Phases[0].NumValues += 2
			l.Accs = append(l.Accs, a)
		}
	}},
}

// find is the first instruction of a kind, loops' bodies included.
func find(body []codegen.Instr, code codegen.Code) *codegen.Instr {
	for n := range body {
		in := &body[n]
		if in.Code == code && !(code == codegen.LoopOver && in.Loop.Kind == codegen.Parallel) {
			return in
		}
		inner := []codegen.Instr(nil)
		if in.Loop != nil {
			inner = in.Loop.Body
		}
		if in.If != nil {
			inner = in.If.Body
		}
		if x := find(inner, code); x != nil {
			return x
		}
	}
	return nil
}

// fold is the first loop that carries values.
func fold(body []codegen.Instr) *codegen.Loop {
	for in := find(body, codegen.LoopOver); in != nil; in = find(in.Loop.Body, codegen.LoopOver) {
		if len(in.Loop.Accs) > 0 {
			return in.Loop
		}
	}
	return nil
}

func TestVerifyRejects(t *testing.T) {
	for _, b := range brokenPrograms {
		t.Run(b.name, func(t *testing.T) {
			k := kernels.Elementwise(8000)
			if b.product {
				k = kernels.MatMul(64, 64, 64, kernels.Down())
			}
			target := targets[2]
			p, err := codegen.Lower(k, target)
			if err != nil {
				t.Fatal(err)
			}
			if err := codegen.Verify(p, target); err != nil {
				t.Fatal(err)
			}
			b.spoil(p, p.Phases[0].Body)
			if err := codegen.Verify(p, target); err == nil || !strings.Contains(err.Error(), b.says) {
				t.Errorf("says %v, wanted %q in\n%s", err, b.says, p.Text())
			}
		})
	}
}
