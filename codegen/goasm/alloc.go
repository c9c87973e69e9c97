package goasm

import (
	"cmp"
	"math"
	"slices"

	"weft/codegen/goasm/asm"
)

// The registers that a kernel may use. SP, BP and R14 are Go's; the caller keeps its stack pointer in BX.
var generals = []asm.Reg{asm.AX, asm.CX, asm.DX, asm.SI, asm.DI, asm.R8, asm.R9, asm.R10, asm.R11, asm.R12, asm.R13, asm.R15}

// registers is how many of a class there are.
func (f *function) registers(c class) int {
	switch {
	case c == gp:
		return len(generals)
	case c == mask:
		return 7 // K0 as a mask means no mask
	case f.avx512:
		return 32
	}
	return 16
}

// interval is a virtual register that wants one of the machine's.
type interval struct {
	r     reg
	segs  []segment
	cost  float64 // of having it in memory
	hints []reg
	gone  bool
}

func (v *interval) start() int32 { return v.segs[0].from }
func (v *interval) end() int32   { return v.segs[len(v.segs)-1].to }

// allocate gives every virtual register one of the machine's. Where there are too few, the cheapest are spilled and all is
// done again: so that what reloads them gets registers too.
func (f *function) allocate() {
	f.tidy()
	for range 40 {
		f.live()
		f.coalesce()
		f.phys = make([]int8, len(f.class))
		f.loads = f.loaded()
		all := f.intervals()
		var spilled []*interval
		for c := range class(3) {
			spilled = append(spilled, f.color(c, all[c])...)
		}
		if len(spilled) == 0 {
			return
		}
		f.spill(spilled)
		f.sweep()
	}
	fail("registers do not suffice")
}

// intervals lists the registers that are in use, by class and start.
func (f *function) intervals() [3][]*interval {
	cost, hints := f.costs()
	var all [3][]*interval
	vs := make([]interval, len(f.segs))
	for r, segs := range f.segs {
		if len(segs) > 0 {
			v := &vs[r]
			*v = interval{r: reg(r), segs: segs, cost: cost[r], hints: hints[r]}
			if f.fresh[r] || v.end()-v.start() <= 2 { // nothing is shorter
				v.cost = math.Inf(1)
			}
			all[f.class[r]] = append(all[f.class[r]], v)
		}
	}
	for _, vs := range all {
		slices.SortStableFunc(vs, func(a, b *interval) int { return int(a.start() - b.start()) })
	}
	return all
}

// costs estimates for each register what keeping it in memory would cost, and which registers it would best share.
func (f *function) costs() ([]float64, [][]reg) {
	cost, hints, loaded := make([]float64, len(f.class)), make([][]reg, len(f.class)), f.loads
	for _, in := range f.ins {
		w := float64(in.often)
		count := func(r reg) {
			if loaded[r] != nil {
				cost[r] += w / 4
			} else {
				cost[r] += w
			}
		}
		in.uses(func(r *reg) { count(*r) })
		if r := in.def(); r != noReg && in.do != load {
			count(r)
		}
		switch in.do {
		case move:
			hints[in.args[0].r] = append(hints[in.args[0].r], in.args[1].r)
			hints[in.args[1].r] = append(hints[in.args[1].r], in.args[0].r)
		case fma:
			for _, n := range []int{3, 1, 2} {
				if in.args[n].kind == isReg {
					hints[in.args[0].r] = append(hints[in.args[0].r], in.args[n].r)
				}
			}
		}
	}
	return cost, hints
}

// loaded finds the registers that only ever hold one constant.
func (f *function) loaded() []*inst {
	loads, defs := make([]*inst, len(f.class)), make([]int, len(f.class))
	for _, in := range f.ins {
		if r := in.def(); r != noReg {
			defs[r]++
			if in.do == load {
				loads[r] = in
			}
		}
	}
	for r := range loads {
		if defs[r] != 1 {
			loads[r] = nil
		}
	}
	return loads
}

// color gives registers to a class, or names those that must give way.
func (f *function) color(c class, vs []*interval) []*interval {
	spilled := f.crowded(c, vs)
	taken := f.fixed(c)
	var placed []*interval
	for _, v := range vs {
		for !v.gone {
			if n := f.choose(v, taken); n >= 0 {
				f.phys[v.r] = int8(n)
				taken[n] = merge(taken[n], v.segs)
				placed = append(placed, v)
				break
			}
			w := victim(v, placed)
			w.gone = true
			spilled = append(spilled, w)
			if w != v {
				f.vacate(w, taken, &placed)
			}
		}
	}
	return spilled
}

// vacate frees the register of an interval that was placed.
func (f *function) vacate(w *interval, taken [][]segment, placed *[]*interval) {
	n := f.phys[w.r]
	taken[n] = f.fixed(f.class[w.r])[n]
	*placed = slices.DeleteFunc(*placed, func(p *interval) bool { return p == w })
	for _, p := range *placed {
		if f.phys[p.r] == n {
			taken[n] = merge(taken[n], p.segs)
		}
	}
}

// crowded spills the cheapest where more registers are needed at once than there are.
func (f *function) crowded(c class, vs []*interval) []*interval {
	type piece struct {
		segment
		v *interval
	}
	pieces, active := make([]piece, 0, len(vs)+len(vs)/4), []piece(nil)
	for _, v := range vs {
		for _, s := range v.segs {
			pieces = append(pieces, piece{s, v})
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return int(a.from - b.from) })
	var spilled []*interval
	for _, p := range pieces {
		active = slices.DeleteFunc(active, func(a piece) bool { return a.to <= p.from || a.v.gone })
		if p.v.gone {
			continue
		}
		active = append(active, p)
		if len(active) > f.registers(c) {
			worst := slices.MinFunc(active, func(a, b piece) int { return cheaper(a.v, b.v) })
			worst.v.gone = true
			spilled = append(spilled, worst.v)
		}
	}
	return spilled
}

// cheaper orders intervals by what spilling costs; of equals the longest goes.
func cheaper(a, b *interval) int {
	if n := cmp.Compare(a.cost, b.cost); n != 0 {
		return n
	}
	return cmp.Compare(b.end()-b.start(), a.end()-a.start())
}

// fixed are the stretches in which instructions need a machine register for themselves.
func (f *function) fixed(c class) [][]segment {
	taken := make([][]segment, f.registers(c))
	if c != gp {
		return taken
	}
	for n, in := range f.ins {
		switch in.do {
		case entry:
			i := slices.Index(generals, asm.GP(int(in.fixed)))
			taken[i] = merge(taken[i], []segment{{0, int32(2*n + 1)}})
		case divide:
			for _, r := range []asm.Reg{asm.AX, asm.DX} {
				i := slices.Index(generals, r)
				taken[i] = merge(taken[i], []segment{{int32(2 * n), int32(2*n + 2)}})
			}
		}
	}
	return taken
}

// choose finds a register that is free, one that saves a move if there is one.
func (f *function) choose(v *interval, taken [][]segment) int {
	free := func(n int) bool { return !overlap(taken[n], v.segs) }
	for n := range taken { // what has ended is in nobody's way any more
		for len(taken[n]) > 0 && taken[n][0].to <= v.start() {
			taken[n] = taken[n][1:]
		}
	}
	for _, h := range v.hints {
		if len(f.segs[h]) > 0 && f.segs[h][0].from < v.start() {
			if n := int(f.phys[h]); free(n) {
				return n
			}
		}
	}
	for n := range taken {
		if free(n) {
			return n
		}
	}
	return -1
}

// victim is the cheapest of an interval and those in its way.
func victim(v *interval, placed []*interval) *interval {
	worst := v
	for _, p := range placed {
		if overlap(p.segs, v.segs) && cheaper(p, worst) < 0 {
			worst = p
		}
	}
	return worst
}
