package goasm

import "slices"

// layFrame gives every home a place: a cache line for a vector, 8 bytes for another. Homes that are never needed at once
// share one.
func (f *function) layFrame() {
	if len(f.homes) == 0 {
		return
	}
	shadow := &function{class: f.homes}
	for _, in := range f.ins {
		shadow.ins = append(shadow.ins, in.shadow())
	}
	shadow.live()
	order := make([]reg, len(f.homes))
	for r := range order {
		order[r] = reg(r)
	}
	order = slices.DeleteFunc(order, func(r reg) bool { return len(shadow.segs[r]) == 0 })
	slices.SortStableFunc(order, func(a, b reg) int { return int(shadow.segs[a][0].from - shadow.segs[b][0].from) })
	lines, words := shadow.share(order, true), shadow.share(order, false)
	first := f.slots
	for _, n := range lines {
		f.slots = max(f.slots, first+n)
	}
	second := f.slots
	for _, n := range words {
		f.slots = max(f.slots, second+(n+7)/8)
	}
	for _, in := range f.ins {
		for n := range in.n {
			p := &in.args[n].mem
			if in.args[n].kind != isMem || p.home == 0 {
				continue
			}
			if at := lines[reg(p.home-1)]; at > 0 {
				p.slot = first + at
			} else {
				w := words[reg(p.home-1)] - 1
				p.slot, p.disp = second+w/8+1, int64(w%8*8)
			}
		}
	}
}

// share numbers places from 1 for the vectors among homes, or for the others.
func (f *function) share(order []reg, vectors bool) map[reg]int32 {
	places := map[reg]int32{}
	var taken [][]segment
	for _, r := range order {
		if (f.class[r] == vec) != vectors {
			continue
		}
		n := slices.IndexFunc(taken, func(t []segment) bool { return !overlap(t, f.segs[r]) })
		if n < 0 {
			n, taken = len(taken), append(taken, nil)
		}
		taken[n] = merge(taken[n], f.segs[r])
		places[r] = int32(n + 1)
	}
	return places
}

// nothing is an instruction that has no effect.
var nothing = &inst{do: note, role: reads, mask: noReg}

// shadow is an instruction as the frame sees it: a home is a register that it reads or writes.
func (in *inst) shadow() *inst {
	if in.do == bind || in.isJump() {
		return in
	}
	for n := range in.n {
		if p := &in.args[n].mem; in.args[n].kind == isMem && p.home > 0 {
			out := &inst{do: note, role: reads, n: 1, mask: noReg, args: [4]arg{{kind: isReg, r: reg(p.home - 1)}}}
			if n == 0 {
				out.role = writes
			}
			return out
		}
	}
	return nothing
}
