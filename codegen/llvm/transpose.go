package llvm

import (
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
)

// transpose picks one row of the transposed of two.
func (ph *phase) transpose(in *codegen.Instr) value.Value {
	lanes := make([]int64, ph.prog.VL)
	for i := range lanes {
		arg, lane := codegen.TransposedLane(in.Int, i)
		lanes[i] = int64(arg*ph.prog.VL + lane)
	}
	return ph.pickLanes(ph.lanes(in, 0).Value, ph.lanes(in, 1).Value, lanes)
}
