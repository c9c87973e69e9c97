package goasm

import (
	"math/bits"
	"slices"

	"weft/codegen/goasm/asm"
)

// function is a phase as a list of instructions, while virtual registers become the machine's. Instruction n reads at 2n and
// writes at 2n+1.
type function struct {
	ins    []*inst
	class  []class
	avx512 bool
	full   view
	slots  int32       // cache lines of the frame that are taken
	homes  []class     // of what was spilled, by home
	fresh  []bool      // by register, made for one instruction: it must get a register
	segs   [][]segment // by register, where it is needed, in order
	phys   []int8      // by register, what it got
	loads  []*inst     // by register, the load of the one constant that it ever holds
}

// segment is a stretch of positions, the end not included.
type segment struct{ from, to int32 }

// set is a set of registers.
type set []uint64

func newSet(n int) set       { return make(set, (n+63)/64) }
func (s set) add(r reg)      { s[r>>6] |= 1 << (r & 63) }
func (s set) has(r reg) bool { return s[r>>6]>>(r&63)&1 != 0 }
func (s set) each(f func(reg)) {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			f(reg(i*64 + bits.TrailingZeros64(w)))
		}
	}
}

// block is a stretch of instructions that runs from its start to its end.
type block struct {
	from, to int
	next     []int
	use, def set // read before written, written
	in, out  set
}

// isJump says whether an instruction goes elsewhere.
func (in *inst) isJump() bool {
	return in.do == machine && (in.op == asm.JMP || in.op == asm.RET || in.n == 1 && in.args[0].kind == isLabel)
}

// blocks cuts the function up.
func (f *function) blocks() []*block {
	var bs []*block
	at := map[int64]int{} // block by label
	start := func(n int) {
		if len(bs) > 0 && bs[len(bs)-1].from == n {
			return
		}
		if len(bs) > 0 {
			bs[len(bs)-1].to = n
		}
		bs = append(bs, &block{from: n})
	}
	start(0)
	for n, in := range f.ins {
		if in.do == bind {
			start(n)
			at[in.args[0].imm] = len(bs) - 1
		}
		if in.isJump() {
			start(n + 1)
		}
	}
	bs[len(bs)-1].to = len(f.ins)
	for i, b := range bs {
		if b.from == b.to {
			continue
		}
		last := f.ins[b.to-1]
		if last.isJump() && last.n == 1 {
			b.next = append(b.next, at[last.args[0].imm])
		}
		if i+1 < len(bs) && !(last.isJump() && (last.op == asm.JMP || last.op == asm.RET)) {
			b.next = append(b.next, i+1)
		}
	}
	return bs
}

// live finds where every register is needed.
func (f *function) live() {
	bs := f.blocks()
	n := len(f.class)
	for _, b := range bs {
		b.use, b.def, b.in, b.out = newSet(n), newSet(n), newSet(n), newSet(n)
		for _, in := range f.ins[b.from:b.to] {
			in.uses(func(r *reg) {
				if !b.def.has(*r) {
					b.use.add(*r)
				}
			})
			if r := in.def(); r != noReg {
				b.def.add(r)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(bs) - 1; i >= 0; i-- {
			changed = bs[i].flow(bs) || changed
		}
	}
	f.segments(bs)
}

// flow carries what the next blocks need to a block's start.
func (b *block) flow(bs []*block) bool {
	changed := false
	for _, s := range b.next {
		for i, w := range bs[s].in {
			b.out[i] |= w
		}
	}
	for i := range b.in {
		w := b.use[i] | b.out[i]&^b.def[i]
		if w != b.in[i] {
			b.in[i], changed = w, true
		}
	}
	return changed
}

// segments turns the sets into stretches, from the end to the start.
func (f *function) segments(bs []*block) {
	f.segs = make([][]segment, len(f.class))
	open := make([]int32, len(f.class))
	add := func(r reg, from, to int32) {
		if s := f.segs[r]; len(s) > 0 && s[len(s)-1].from <= to {
			s[len(s)-1].from = min(s[len(s)-1].from, from)
			return
		}
		f.segs[r] = append(f.segs[r], segment{from, to})
	}
	for i := len(bs) - 1; i >= 0; i-- {
		b := bs[i]
		b.out.each(func(r reg) { open[r] = int32(2 * b.to) })
		for n := b.to - 1; n >= b.from; n-- {
			in := f.ins[n]
			if r := in.def(); r != noReg {
				from := int32(2*n + 1)
				if in.early {
					from--
				}
				add(r, from, max(open[r], from+1))
				open[r] = 0
			}
			in.uses(func(r *reg) {
				if open[*r] == 0 {
					open[*r] = int32(2*n + 1)
				}
			})
		}
		b.in.each(func(r reg) {
			add(r, int32(2*b.from), open[r])
			open[r] = 0
		})
	}
	for _, s := range f.segs {
		slices.Reverse(s)
	}
}

// overlap says whether two registers are needed at once.
func overlap(a, b []segment) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].to <= b[0].from:
			a = a[1:]
		case b[0].to <= a[0].from:
			b = b[1:]
		default:
			return true
		}
	}
	return false
}

// merge is all of two lists that do not overlap.
func merge(a, b []segment) []segment {
	out := make([]segment, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0].from < b[0].from {
			a, b = b, a
		}
		s := b[0]
		b = b[1:]
		if n := len(out); n > 0 && out[n-1].to == s.from {
			out[n-1].to = s.to
		} else {
			out = append(out, s)
		}
	}
	return out
}
