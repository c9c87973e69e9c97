package llvm

import (
	"fmt"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// maxStep is the widest step between lanes for which whole vectors are loaded and sorted out, rather than each lane
// fetched by itself, which costs the machine more than three loads.
const maxStep = 4

// closeBy says whether the lanes of a load are near enough for that, and all of them there.
func (ph *phase) closeBy(a *codegen.Access) bool {
	return a.Gate == codegen.NoValue && !ph.indexed(a) && a.Lane >= -maxStep && a.Lane <= maxStep && a.Lane != 0
}

// loadStrided loads the stretch of memory that the lanes lie in as vectors and picks the lanes out. The last vector ends
// with the last lane, so nothing beyond that is read.
func (ph *phase) loadStrided(a *codegen.Access, d ops.DType) value.Value {
	vl, step := int64(ph.prog.VL), max(a.Lane, -a.Lane)
	stretch := step*(vl-1) + 1
	first := ph.address(a)
	if a.Lane < 0 {
		first = ph.offset(memoryType(d), first, splatInt(types.I64, a.Lane*(vl-1)))
	}
	var got value.Value
	for part := range step {
		start := min(part*vl, stretch-vl)
		x := ph.loadPart(a, d, first, start)
		lanes := make([]int64, vl)
		for i := range lanes {
			lanes[i] = int64(i) // what is there already
			at := int64(i) * step
			if a.Lane < 0 {
				at = (vl - 1 - int64(i)) * step
			}
			if at >= part*vl && (at < (part+1)*vl || part == step-1) {
				lanes[i] = at - start + vl
			}
		}
		got = ph.pickLanes(got, x, lanes)
	}
	return got
}

// loadPart loads one vector of the stretch.
func (ph *phase) loadPart(a *codegen.Access, d ops.DType, first value.Value, start int64) value.Value {
	t := widen(memoryType(d), ph.prog.VL)
	at := ph.offset(memoryType(d), first, splatInt(types.I64, start))
	l := ph.block.NewLoad(t, ph.block.NewBitCast(at, types.NewPointer(t)))
	l.Align, l.Metadata = ir.Align(d.Size()), ph.scope(a)
	return l
}

// pickLanes takes lanes of x, counted on from those of what was picked before.
func (ph *phase) pickLanes(before, x value.Value, lanes []int64) value.Value {
	if before == nil {
		before = undef(x.Type())
	}
	parts := make([]string, len(lanes))
	for i, l := range lanes {
		parts[i] = fmt.Sprintf("i32 %d", l)
	}
	mask := literal{widen(types.I32, len(lanes)), "<" + strings.Join(parts, ", ") + ">"}
	return ph.block.NewShuffleVector(before, x, mask)
}
