package runtime

import (
	"weft/codegen"
	"weft/ops"
)

// parts knows of conditions on a tile's coordinates in which part of all tiles they hold, so that a tile which a kernel has in two forms,
// whole and cut at an axis's end, counts once.
type parts struct {
	derived map[int]*codegen.Derived
	at      map[codegen.Value]*codegen.Derived
	numbers map[codegen.Value]int64
	of      map[codegen.Value]float64
}

func newParts() parts {
	return parts{map[int]*codegen.Derived{}, map[codegen.Value]*codegen.Derived{}, map[codegen.Value]int64{}, map[codegen.Value]float64{}}
}

// see notes what an instruction defines.
func (p parts) see(in *codegen.Instr) {
	switch {
	case in.Code == codegen.DeriveVar:
		p.derived[in.Derived.Var] = in.Derived
	case in.Code == codegen.Var && p.derived[in.Int] != nil:
		p.at[in.Out] = p.derived[in.Int]
	case in.Code == codegen.Const && in.DType == ops.Int64:
		p.numbers[in.Out] = in.Val.Int()
	case in.Code == codegen.ALU && in.Op == ops.CmpLT:
		if d, end := p.at[in.Args[0]], p.numbers[in.Args[1]]; d != nil && end > 0 {
			p.of[in.Out] = min(1, float64((end+d.Mul-1)/d.Mul)/float64(d.Mod))
		}
	case in.Code == codegen.ALU && in.Op == ops.Not:
		if part, known := p.of[in.Args[0]]; known {
			p.of[in.Out] = 1 - part
		}
	}
}

// times is how often a body runs under a condition that is met so many times; always, where nothing is known of it.
func (p parts) times(cond codegen.Value, times int64) int64 {
	if part, known := p.of[cond]; known {
		return int64(part*float64(times) + 0.5)
	}
	return times
}
