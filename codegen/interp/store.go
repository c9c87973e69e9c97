package interp

import (
	"fmt"

	"weft/codegen"
	"weft/ops"
)

// store makes a StoreMem: plain, or folding into what memory holds.
func store[T elem](f *frame, in *codegen.Instr) step {
	v, m := reg[T](f, in.Args[0]), memoryOf[T](f, in.Mem.Buf)
	a, l := addressOf(f, in.Mem), lanesOfAccess(f, in.Mem)
	if in.Op != ops.NoOp {
		return storeFold(v, m, a, l, combiner[T](in.Op, in.DType))
	}
	switch {
	case l.index != nil || l.gate != nil:
		return storeLanes(v, m, a, l)
	case len(v) == 1:
		return func() { m.s[a.at()] = v[0] }
	case l.step == 1:
		return func() {
			p := a.at()
			copy(m.s[p:p+len(v)], v)
		}
	}
	return storeLanes(v, m, a, l)
}

func storeLanes[T elem](v []T, m *memory[T], a *address, l lanes) step {
	return func() {
		none, all := l.gated()
		switch {
		case none:
		case all && l.index == nil && l.step == 1:
			p := a.at()
			copy(m.s[p:p+len(v)], v)
		default:
			p := a.at()
			for i := range v {
				if all || l.gate[i] != 0 {
					m.s[p+l.place(i)] = v[i]
				}
			}
		}
	}
}

func storeFold[T elem](v []T, m *memory[T], a *address, l lanes, combine func(x, y T) T) step {
	return func() {
		none, all := l.gated()
		if none {
			return
		}
		p := a.at()
		for i := range v {
			if all || l.gate[i] != 0 {
				at := &m.s[p+l.place(i)]
				*at = combine(*at, v[i])
			}
		}
	}
}

// combiner is the function that a reduction or an accumulating store folds with.
func combiner[T elem](op ops.Op, d ops.DType) func(x, y T) T {
	if !d.IsHalf() {
		switch op {
		case ops.Add:
			return func(x, y T) T { return x + y }
		case ops.Mul:
			return func(x, y T) T { return T(x * y) }
		case ops.Max:
			return func(x, y T) T { return max(x, y) }
		case ops.Min:
			return func(x, y T) T { return min(x, y) }
		}
	}
	panic(fmt.Sprintf("no fold by %v of %v", op, d))
}

// foldLanes folds all lanes to one: lane i with lane i+n/2, halving until one is left.
func foldLanes[T elem](f *frame, in *codegen.Instr) step {
	d, a := reg[T](f, in.Out), reg[T](f, in.Args[0])
	tmp, combine := make([]T, len(a)), combiner[T](in.Op, in.DType)
	return func() {
		copy(tmp, a)
		for n := len(tmp) / 2; n > 0; n /= 2 {
			for i := range n {
				tmp[i] = combine(tmp[i], tmp[i+n])
			}
		}
		d[0] = tmp[0]
	}
}
