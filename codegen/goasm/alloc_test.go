package goasm

import (
	"slices"
	"testing"

	"weft/codegen/goasm/asm"
)

// sketch makes functions of a few instructions on vectors.
type sketch struct{ f function }

func newSketch() *sketch { return &sketch{function{avx512: false, full: b32}} }

func (w *sketch) reg() reg {
	w.f.class = append(w.f.class, vec)
	w.f.fresh = append(w.f.fresh, false)
	return reg(len(w.f.class) - 1)
}

func (w *sketch) full(r reg) arg { return arg{kind: isReg, view: w.f.full, r: r} }

func (w *sketch) add(in inst, args ...arg) {
	in.mask, in.n = noReg, uint8(len(args))
	copy(in.args[:], args)
	w.f.ins = append(w.f.ins, &in)
}

// value makes a register that memory fills, sum one that two others do, keep stores one.
func (w *sketch) value() reg {
	r := w.reg()
	w.add(inst{op: asm.VMOVUPS}, w.full(r), at(nowhere()))
	return r
}

func (w *sketch) sum(a, b reg) reg {
	r := w.reg()
	w.add(inst{op: asm.VADDPS}, w.full(r), w.full(a), w.full(b))
	return r
}

func (w *sketch) move(to, from reg) { w.add(inst{do: move}, w.full(to), w.full(from)) }

func (w *sketch) keep(r reg) { w.add(inst{op: asm.VMOVUPS, role: reads}, at(nowhere()), w.full(r)) }

// TestAllocate gives registers to more and more values that are needed at once: while they suffice nothing is spilled, and
// two that are needed at once never share one.
func TestAllocate(t *testing.T) {
	for _, n := range []int{2, 15, 16, 17, 40} {
		w := newSketch()
		var rs []reg
		for range n {
			rs = append(rs, w.value())
		}
		total := rs[0]
		for _, r := range rs[1:] {
			total = w.sum(total, r)
		}
		for _, r := range rs {
			w.keep(r)
		}
		w.keep(total)
		w.f.allocate()
		if spills := len(w.f.homes); (spills > 0) != (n > 15) {
			t.Errorf("%d values and their sum: %d spilled", n, spills)
		}
		for a := range w.f.segs {
			for b := range a {
				if w.f.phys[a] == w.f.phys[b] && overlap(w.f.segs[a], w.f.segs[b]) {
					t.Errorf("%d values: registers %d and %d are needed at once and share number %d", n, a, b, w.f.phys[a])
				}
			}
		}
	}
}

// TestCoalesce holds that the two registers of a move become one where they can, and stay two where both are needed after it.
func TestCoalesce(t *testing.T) {
	for _, both := range []bool{false, true} {
		w := newSketch()
		from, to := w.value(), w.reg()
		w.move(to, from)
		w.add(inst{op: asm.VADDPS, role: writes}, w.full(to), w.full(to), w.full(to)) // another value in to
		w.keep(to)
		if both {
			w.keep(from)
		}
		w.f.live()
		w.f.coalesce()
		moves := slices.ContainsFunc(w.f.ins, func(in *inst) bool { return in.do == move })
		if moves != both {
			t.Errorf("the source is needed later: %v; a move is left: %v", both, moves)
		}
	}
}

// TestSweep holds that what nobody reads goes, with all that was made for it alone.
func TestSweep(t *testing.T) {
	w := newSketch()
	a, b := w.value(), w.value()
	w.sum(w.sum(a, b), b) // of no use
	w.keep(a)
	w.f.sweep()
	if len(w.f.ins) != 2 {
		t.Errorf("%d instructions are left, want 2", len(w.f.ins))
	}
}

// TestFrame holds that homes share a place where they are never needed at once, and have places of their own where they are.
func TestFrame(t *testing.T) {
	for _, beside := range []bool{false, true} {
		w := newSketch()
		first, second := w.f.home(vec), w.f.home(vec)
		store := func(p place) { w.add(inst{op: asm.VMOVUPS, role: reads}, at(p), w.full(w.value())) }
		load := func(p place) { w.add(inst{op: asm.VMOVUPS}, w.full(w.reg()), at(p)) }
		store(first)
		if beside {
			store(second)
			load(first)
		} else {
			load(first)
			store(second)
		}
		load(second)
		w.f.layFrame()
		if want := map[bool]int32{false: 1, true: 2}[beside]; w.f.slots != want {
			t.Errorf("needed at once: %v; the frame has %d lines, want %d", beside, w.f.slots, want)
		}
	}
}

// TestSegments holds the arithmetic of stretches.
func TestSegments(t *testing.T) {
	a, b := []segment{{0, 4}, {8, 12}}, []segment{{4, 8}}
	if overlap(a, b) || !overlap(a, []segment{{3, 5}}) || overlap(a, nil) {
		t.Error("overlap is wrong")
	}
	if m := merge(a, b); len(m) == 0 || m[0].from != 0 || m[len(m)-1].to != 12 {
		t.Errorf("merged to %v", m)
	}
}
