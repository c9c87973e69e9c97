package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// loadGated loads one element where its gate holds. It does not branch: where the gate is shut it reads the pointer table
// instead, which is always there and never written.
func (ph *phase) loadGated(a *codegen.Access, d ops.DType) value.Value {
	gate := ph.get(a.Gate).Value
	at := ph.address(a)
	table := ph.block.NewBitCast(ph.fn.Params[0], at.Type())
	l := ph.block.NewLoad(memoryType(d), ph.block.NewSelect(gate, at, table))
	l.Align = ir.Align(d.Size())
	return ph.block.NewSelect(gate, l, ph.elseValue(a, d, 0))
}

// elseValue is what a shut gate gives, in memory form.
func (ph *phase) elseValue(a *codegen.Access, d ops.DType, n int) value.Value {
	v := a.Else
	if v.DType != d {
		v = v.Cast(d)
	}
	if d == ops.Bool {
		v.DType = ops.Uint8
	}
	return valueConst(v, n)
}

// gate is the mask of a vector access, all lanes where there is none.
func (ph *phase) gate(a *codegen.Access) value.Value {
	if a.Gate == codegen.NoValue {
		return splatInt(widen(types.I1, ph.prog.VL), 1)
	}
	return ph.shaped(a.Gate, true).Value
}

// loadMasked loads side by side lanes where the gate holds; the others are not touched.
func (ph *phase) loadMasked(a *codegen.Access, d ops.DType) value.Value {
	t := widen(memoryType(d), ph.prog.VL)
	at := ph.vectorAddress(a, ph.address(a))
	call := ph.intrinsic("llvm.masked.load."+suffix(t)+"."+suffix(at.Type()), t,
		at, ph.alignConst(a), ph.gate(a), ph.elseValue(a, d, ph.prog.VL))
	call.Metadata = ph.scope(a)
	return call
}

func (ph *phase) storeMasked(in *codegen.Instr, x operand, at value.Value) {
	a := in.Mem
	if in.Op != ops.NoOp {
		old := ph.fromMemory(ph.loadMasked(a, in.DType), in.DType)
		x.Value = ph.accumulate(in, old, x.Value)
	}
	v := ph.toMemory(x.Value, in.DType)
	call := ph.intrinsic("llvm.masked.store."+suffix(v.Type())+"."+suffix(at.Type()), types.Void,
		v, at, ph.alignConst(a), ph.gate(a))
	call.Metadata = ph.scope(a)
}

// gather loads lanes that lie apart.
func (ph *phase) gather(a *codegen.Access, d ops.DType) value.Value {
	if d.Size() < 4 && a.Gate != codegen.NoValue {
		return ph.gatherNarrow(a, d)
	}
	return ph.gatherFrom(a, d, ph.pointersOf(a, nil), ph.gate(a), ph.elseValue(a, d, ph.prog.VL))
}

// gatherNarrow gathers gated elements of 8 or 16 bits, for which machines have no instruction. Lanes that are shut read
// the first element of the buffer, so that no lane needs a branch.
func (ph *phase) gatherNarrow(a *codegen.Access, d ops.DType) value.Value {
	gate := ph.gate(a)
	all := splatInt(widen(types.I1, ph.prog.VL), 1)
	raw := ph.gatherFrom(a, d, ph.pointersOf(a, gate), all, constant.NewUndef(widen(memoryType(d), ph.prog.VL)))
	return ph.block.NewSelect(gate, raw, ph.elseValue(a, d, ph.prog.VL))
}

func (ph *phase) gatherFrom(a *codegen.Access, d ops.DType, at, mask, otherwise value.Value) value.Value {
	t := widen(memoryType(d), ph.prog.VL)
	call := ph.intrinsic("llvm.masked.gather."+suffix(t)+"."+suffix(at.Type()), t,
		at, ph.elementAlign(d), mask, otherwise)
	call.Metadata = ph.scope(a)
	return call
}

// scatter stores lanes that lie apart; of two lanes at one place the later stays.
func (ph *phase) scatter(in *codegen.Instr, x operand) {
	a := in.Mem
	at := ph.pointersOf(a, nil)
	mask := ph.gate(a)
	if in.Op != ops.NoOp {
		otherwise := constant.NewUndef(widen(memoryType(in.DType), ph.prog.VL))
		old := ph.fromMemory(ph.gatherFrom(a, in.DType, at, mask, otherwise), in.DType)
		x.Value = ph.accumulate(in, old, x.Value)
	}
	v := ph.toMemory(x.Value, in.DType)
	call := ph.intrinsic("llvm.masked.scatter."+suffix(v.Type())+"."+suffix(at.Type()), types.Void,
		v, at, ph.elementAlign(in.DType), mask)
	call.Metadata = ph.scope(a)
}

// pointersOf gives each lane its address. Lanes are counted from a place that all share by 32-bit steps where the
// buffer is small enough, which is what the machines' gathers are fast at. A mask sends shut lanes to the first element.
func (ph *phase) pointersOf(a *codegen.Access, mask value.Value) value.Value {
	t := memoryType(ph.prog.Bufs[a.Buf].DType)
	if !ph.indexed(a) && mask == nil {
		return ph.offset(t, ph.address(a), ph.steps(a.Lane))
	}
	index := ph.positions(a)
	if mask != nil {
		index = ph.block.NewSelect(mask, index, splatInt(index.Type(), 0))
	}
	if ph.prog.Bufs[a.Buf].Elems <= 1<<31 {
		index = ph.block.NewTrunc(index, widen(types.I32, ph.prog.VL))
	}
	return ph.offset(t, ph.bufs[a.Buf], index)
}

// steps is the constant distance of each lane from the first.
func (ph *phase) steps(lane int64) value.Value {
	if last := lane * int64(ph.prog.VL); last == int64(int32(last)) {
		return countUp(types.I32, 0, lane, ph.prog.VL)
	}
	return countUp(types.I64, 0, lane, ph.prog.VL)
}

// positions is each lane's element, counted from the start of the buffer.
func (ph *phase) positions(a *codegen.Access) value.Value {
	var sum value.Value = constant.NewInt(types.I64, a.Base)
	for _, term := range ph.ordered(a.Terms) {
		sum = ph.block.NewAdd(sum, ph.scaled(ph.vars[term.Var], term.Stride))
	}
	var lanes value.Value = countUp(types.I64, 0, a.Lane, ph.prog.VL)
	if ph.indexed(a) {
		lanes = ph.shaped(a.Index, true).Value
		if a.Lane != 0 {
			lanes = ph.block.NewAdd(lanes, countUp(types.I64, 0, a.Lane, ph.prog.VL))
		}
	} else if a.Index != codegen.NoValue {
		sum = ph.block.NewAdd(sum, ph.get(a.Index).Value)
	}
	if c, ok := sum.(*constant.Int); ok && c.X.Sign() == 0 {
		return lanes
	}
	if c, ok := sum.(*constant.Int); ok {
		return ph.block.NewAdd(lanes, splatInt(lanes.Type(), c.X.Int64()))
	}
	return ph.block.NewAdd(lanes, ph.splat(sum))
}

// alignConst and elementAlign are the alignments of masked accesses, as the intrinsics take them.
func (ph *phase) alignConst(a *codegen.Access) value.Value {
	return constant.NewInt(types.I32, int64(ph.alignment(a)))
}

func (ph *phase) elementAlign(d ops.DType) value.Value {
	return constant.NewInt(types.I32, int64(d.Size()))
}
