package llvm

import (
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"weft/codegen"
	"weft/ops"
)

// load writes a load and gives the value in its register form.
func (ph *phase) load(in *codegen.Instr) value.Value {
	a, d := in.Mem, in.DType
	var raw value.Value
	switch {
	case !in.Vec && a.Gate == codegen.NoValue:
		raw = ph.loadFrom(a, memoryType(d), ph.address(a))
	case !in.Vec:
		raw = ph.loadGated(a, d)
	case !ph.contiguous(a) && ph.closeBy(a):
		raw = ph.loadStrided(a, d)
	case !ph.contiguous(a):
		raw = ph.gather(a, d)
	case a.Gate == codegen.NoValue:
		raw = ph.loadFrom(a, widen(memoryType(d), ph.prog.VL), ph.vectorAddress(a, ph.address(a)))
	default:
		raw = ph.loadMasked(a, d)
	}
	return ph.fromMemory(raw, d)
}

// store writes a plain or an accumulating store.
func (ph *phase) store(in *codegen.Instr) {
	a := in.Mem
	x := ph.lanes(in, 0)
	switch {
	case in.Vec && ph.contiguous(a):
		ph.storeVector(in, x, ph.vectorAddress(a, ph.address(a)))
	case in.Vec:
		ph.scatter(in, x)
	case a.Gate == codegen.NoValue:
		ph.storeScalar(in, x)
	default:
		ph.when(ph.get(a.Gate).Value, func() { ph.storeScalar(in, x) })
	}
}

// when runs f where a uniform condition holds.
func (ph *phase) when(cond value.Value, f func()) {
	before, then := ph.block, ph.newBlock("gated")
	ph.block = then
	f()
	join := ph.newBlock("after")
	before.NewCondBr(cond, then, join)
	ph.block.NewBr(join)
	ph.block = join
}

func (ph *phase) storeScalar(in *codegen.Instr, x operand) {
	at := ph.address(in.Mem)
	if in.Op != ops.NoOp {
		old := ph.fromMemory(ph.loadFrom(in.Mem, memoryType(in.DType), at), in.DType)
		x.Value = ph.accumulate(in, old, x.Value)
	}
	ph.storeTo(in.Mem, ph.toMemory(x.Value, in.DType), at)
}

func (ph *phase) storeVector(in *codegen.Instr, x operand, at value.Value) {
	a := in.Mem
	if a.Gate != codegen.NoValue {
		ph.storeMasked(in, x, at)
		return
	}
	if in.Op != ops.NoOp {
		old := ph.fromMemory(ph.loadFrom(a, widen(memoryType(in.DType), ph.prog.VL), at), in.DType)
		x.Value = ph.accumulate(in, old, x.Value)
	}
	ph.storeTo(a, ph.toMemory(x.Value, in.DType), at)
}

// accumulate folds a value into what memory holds; 16-bit floats are added in float32 and rounded.
func (ph *phase) accumulate(in *codegen.Instr, old, x value.Value) value.Value {
	d := in.DType
	c := d.Compute()
	sum := ph.binary(in.Op, c, operand{Value: ph.cast(old, d, c), dtype: c}, operand{Value: ph.cast(x, d, c), dtype: c})
	return ph.cast(sum, c, d)
}

// prefetch asks for a line of the data cache, to be read and kept near.
func (ph *phase) prefetch(a *codegen.Access) {
	at := ph.block.NewBitCast(ph.address(a), types.I8Ptr)
	read, near, data := constant.NewInt(types.I32, 0), constant.NewInt(types.I32, 3), constant.NewInt(types.I32, 1)
	ph.intrinsic("llvm.prefetch.p0i8", types.Void, at, read, near, data)
}

// contiguous says whether the lanes of a vector access lie side by side.
func (ph *phase) contiguous(a *codegen.Access) bool {
	return a.Lane == 1 && !ph.indexed(a) || ph.prog.VL == 1 && a.Lane != 0 && !ph.indexed(a)
}

// indexed says whether each lane has an index of its own.
func (ph *phase) indexed(a *codegen.Access) bool {
	return a.Index != codegen.NoValue && lanesOf(ph.get(a.Index).Type()) > 0
}

// address is the place of lane 0, without a per-lane index: outer loops' shares first, so that what does not change in
// the inner loops can move out of them, and the constant last, where it becomes part of the instruction.
func (ph *phase) address(a *codegen.Access) value.Value {
	t := memoryType(ph.prog.Bufs[a.Buf].DType)
	at := ph.bufs[a.Buf]
	for _, term := range ph.ordered(a.Terms) {
		at = ph.offset(t, at, ph.scaled(ph.vars[term.Var], term.Stride))
	}
	if a.Index != codegen.NoValue && !ph.indexed(a) {
		at = ph.offset(t, at, ph.get(a.Index).Value)
	}
	if a.Base != 0 {
		at = ph.offset(t, at, constant.NewInt(types.I64, a.Base))
	}
	return at
}

// offset is the address so many elements on from one; a vector of distances gives a vector of addresses.
func (ph *phase) offset(t types.Type, from, by value.Value) value.Value {
	gep := &ir.InstGetElementPtr{ElemType: t, Src: from, Indices: []value.Value{by}, Typ: like(by, types.NewPointer(t))}
	ph.block.Insts = append(ph.block.Insts, gep)
	return gep
}

// ordered sorts terms by how deep their loops lie.
func (ph *phase) ordered(terms []codegen.Term) []codegen.Term {
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b codegen.Term) int { return ph.depth[a.Var] - ph.depth[b.Var] })
	for _, t := range sorted {
		if ph.vars[t.Var] == nil {
			fail("loop variable %d is used outside its loop", t.Var)
		}
	}
	return sorted
}

func (ph *phase) scaled(x value.Value, by int64) value.Value {
	if by == 1 {
		return x
	}
	return ph.block.NewMul(x, constant.NewInt(types.I64, by))
}

// vectorAddress makes a pointer to an element one to a vector.
func (ph *phase) vectorAddress(a *codegen.Access, at value.Value) value.Value {
	t := widen(memoryType(ph.prog.Bufs[a.Buf].DType), ph.prog.VL)
	return ph.block.NewBitCast(at, types.NewPointer(t))
}

// alignment is what is known of an address: the buffer's, cut down by every share that is not a multiple of it.
func (ph *phase) alignment(a *codegen.Access) ir.Align {
	b := ph.prog.Bufs[a.Buf]
	size := int64(b.DType.Size())
	align := max(int64(b.Align), size)
	limit := func(bytes int64) {
		for bytes%align != 0 {
			align /= 2
		}
	}
	limit(a.Base * size)
	for _, t := range a.Terms {
		limit(t.Stride * size)
	}
	if a.Index != codegen.NoValue {
		limit(size)
	}
	return ir.Align(align)
}

func (ph *phase) loadFrom(a *codegen.Access, t types.Type, at value.Value) value.Value {
	l := ph.block.NewLoad(t, at)
	l.Align = ph.alignment(a)
	l.Metadata = ph.scope(a)
	return l
}

func (ph *phase) storeTo(a *codegen.Access, x, at value.Value) {
	s := ph.block.NewStore(x, at)
	s.Align = ph.alignment(a)
	s.Metadata = ph.scope(a)
}

// scope is the alias class of an access as metadata.
func (ph *phase) scope(a *codegen.Access) ir.Metadata {
	return ph.aliasing.of[ph.prog.Bufs[a.Buf].Alias]
}

// fromMemory makes a bool of a byte, true where it is not zero; everything else is as it was in memory.
func (ph *phase) fromMemory(x value.Value, d ops.DType) value.Value {
	if d != ops.Bool {
		return x
	}
	return ph.block.NewICmp(enum.IPredNE, x, splatInt(x.Type(), 0))
}

func (ph *phase) toMemory(x value.Value, d ops.DType) value.Value {
	if d != ops.Bool {
		return x
	}
	return ph.block.NewZExt(x, like(x, types.I8))
}

// like is the type t in as many lanes as x has.
func like(x value.Value, t types.Type) types.Type { return widen(t, lanesOf(x.Type())) }
