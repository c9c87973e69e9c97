package goasm

import (
	"cmp"
	"slices"
)

// tidy removes what computes nothing that is needed, and makes moves of constants loads of them.
func (f *function) tidy() {
	loads, defs := make([]*inst, len(f.class)), make([]int, len(f.class))
	for _, in := range f.ins {
		if r := in.def(); r != noReg {
			defs[r]++
			if in.do == load {
				loads[r] = in
			}
		}
	}
	for _, in := range f.ins {
		if in.do == move {
			if from := in.args[1].r; loads[from] != nil && defs[from] == 1 {
				in.do, in.op, in.konst, in.n = load, loads[from].op, loads[from].konst, 1
			}
		}
	}
	f.sweep()
}

// sweep removes instructions whose result nobody reads.
func (f *function) sweep() {
	uses := make([]int, len(f.class))
	for _, in := range f.ins {
		in.uses(func(r *reg) { uses[*r]++ })
	}
	for removed := true; removed; {
		removed = false
		for n := len(f.ins) - 1; n >= 0; n-- {
			in := f.ins[n]
			if in == nil || in.role != writes {
				continue
			}
			if r := in.def(); r != noReg && uses[r] == 0 {
				in.uses(func(r *reg) { uses[*r]-- })
				f.ins[n], removed = nil, true
			}
		}
	}
	f.ins = slices.DeleteFunc(f.ins, func(in *inst) bool { return in == nil })
}

// coalesce makes one register of the two of a move where they are never needed at once, those of inner loops first.
func (f *function) coalesce() {
	var moves []*inst
	for _, in := range f.ins {
		if in.do == move && !in.apart {
			moves = append(moves, in)
		}
	}
	slices.SortStableFunc(moves, func(a, b *inst) int { return cmp.Compare(b.often, a.often) })
	into := make([]reg, len(f.class))
	for i := range into {
		into[i] = reg(i)
	}
	find := func(r reg) reg {
		for into[r] != r {
			into[r] = into[into[r]]
			r = into[r]
		}
		return r
	}
	for _, in := range moves {
		a, b := find(in.args[0].r), find(in.args[1].r)
		if a == b || f.fresh[a] || f.fresh[b] || overlap(f.segs[a], f.segs[b]) {
			continue
		}
		into[b] = a
		f.segs[a] = merge(f.segs[a], f.segs[b])
		f.segs[b] = nil
	}
	for n, in := range f.ins {
		for i := range in.n {
			in.args[i].regs(func(r *reg) { *r = find(*r) })
		}
		if in.mask != noReg {
			in.mask = find(in.mask)
		}
		if in.do == move && in.args[0].r == in.args[1].r {
			f.ins[n] = nothing // keeps the positions
		}
	}
}
