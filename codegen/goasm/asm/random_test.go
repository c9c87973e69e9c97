package asm

import (
	"math/rand/v2"
	"slices"
)

// maker makes random instructions of a row: every register, every shape of address, displacements around the edges.
type maker struct {
	*rand.Rand
	list   *List
	row    *row
	length int
	wide   bool // use what only EVEX has
}

// lengths are the lengths that a row can have.
func (r *row) lengths() []int {
	if n := r.enc.length(); n >= 0 {
		return []int{n}
	}
	full := slices.ContainsFunc(r.args[:], func(p place) bool {
		return p&regMask != 0 && p&regMask <= eighth || p&memMask != 0 && p&memMask <= memEighth || p&indexMask != 0
	})
	if !full {
		return []int{0}
	}
	var list []int
	for n := range 3 {
		if r.enc>>n&noX == 0 && (n < 2 || r.enc&evex != 0) {
			list = append(list, n)
		}
	}
	return list
}

// emit appends an instruction of the row to the list.
func (m *maker) emit() {
	var args []Arg
	bcst := false
	for _, p := range m.row.args {
		if p == 0 {
			break
		}
		a := m.arg(p)
		if mem, ok := a.(Mem); ok && m.wide && m.row.enc&(b32|b64) != 0 && !bcst && m.IntN(3) == 0 {
			a, bcst = mem.Broadcast(), true
		}
		args = append(args, a)
	}
	in := m.list.Emit(m.row.op, args...)
	if m.row.enc&needMask != 0 {
		in.Masked(K(1 + m.IntN(7)))
	} else if m.wide && m.row.enc&noMask == 0 && m.IntN(2) == 0 {
		in.Masked(K(1 + m.IntN(7)))
		in.Zero = m.IntN(2) == 0 && m.row.enc&noZero == 0 && in.Args[0].Kind == IsReg && in.Args[0].Reg.IsVector()
	}
	if m.row.enc&distinct != 0 && !apart(in) {
		m.list.insts = m.list.insts[:m.list.Len()-1]
	}
}

// arg is a random operand for a place.
func (m *maker) arg(p place) Arg {
	switch {
	case p == relative:
		l := m.list.NewLabel()
		m.list.Bind(l)
		m.list.Emit(INCQ, AX)
		return l
	case p&memMask != 0 && (p&regMask == 0 || m.IntN(3) > 0):
		return m.memory(p)
	case p&regMask != 0:
		return m.reg(p)
	}
	return Imm(m.imm(p))
}

func (m *maker) reg(p place) Reg {
	switch c := p & regMask; c {
	case classAX4:
		return AX.L()
	case classAX8:
		return AX
	case classCX:
		return CX
	default:
		return m.of(classOf[c>>4][m.length])
	}
}

// of is a random register of a class.
func (m *maker) of(c Class) Reg {
	n := m.IntN(32)
	switch {
	case c == Mask:
		n %= 8
	case c < VecX || !m.wide:
		n %= 16
	}
	if r := Reg(c)<<5 | Reg(n); c >= VecX || n != SP.Num() { // Go's assembler keeps books of SP
		return r
	}
	return m.of(c)
}

func (m *maker) memory(p place) Mem {
	mem := Mem{Scale: 1 << m.IntN(4), Disp: m.disp(p)}
	switch {
	case p&indexMask == indexFull:
		mem.Index = m.of(classOf[full>>4][m.length])
	case p&indexMask == indexHalf:
		mem.Index = m.of(classOf[half>>4][m.length])
	case m.IntN(8) == 0:
		return m.list.Const(m.constant()).Plus(int32(m.IntN(3)))
	}
	if m.IntN(8) > 0 {
		mem.Base = GP(m.IntN(16))
	}
	if mem.Base == SP && mem.Disp < 0 {
		mem.Disp = 8 // below is printed as a slot of a frame
	}
	if mem.Index == NoReg && (mem.Base == NoReg || m.IntN(2) == 0) {
		mem.Index = m.of(GP64)
	}
	return mem
}

func (m *maker) constant() []byte {
	b := make([]byte, 1<<m.IntN(7))
	for i := range b {
		b[i] = byte(m.IntN(3))
	}
	return b
}

// disp is a displacement near where its encoding changes.
func (m *maker) disp(p place) int32 {
	unit := int32(1)
	if p&memMask != 0 && p&memMask != memPlain && m.IntN(2) == 0 {
		unit = int32(p.bytes(m.length))
	}
	if unit == 1 && m.IntN(2) == 0 {
		unit = 4 << m.IntN(2) // of a broadcast
	}
	edges := []int32{0, 1, -1, 127, 128, -128, -129, 100000, -1 << 20, 1<<24 + 3}
	return unit*edges[m.IntN(len(edges))] + int32(m.IntN(20)/19)
}

func (m *maker) imm(p place) int64 {
	edges := []int64{0, 1, 2, 127, 128, 255, -1, -128, -129, 1<<31 - 1, -1 << 31, 1<<32 - 1, 1 << 40, -1 << 63, 1<<15 - 1, 3, 7}
	for {
		if v := edges[m.IntN(len(edges))]; p.takesImm(v) {
			return v
		}
	}
}

// samples fills a list with n random instructions of every row at every length, half of them as wide as can be.
func samples(seed uint64, n int) *List {
	l := &List{}
	for i, row := range slices.Concat(families()...) {
		if row.op == PCALIGN {
			continue // takes few of the numbers that are tried
		}
		for _, length := range row.lengths() {
			for k := range n {
				m := maker{rand.New(rand.NewPCG(seed, uint64(i*64+length*16+k))), l, &row, length, false}
				m.wide = row.enc&evex != 0 && (k%2 == 0 || length == 2)
				m.emit()
			}
		}
	}
	return l
}

// mutate changes something about an instruction, most often so that no row takes it any more.
func mutate(r *rand.Rand, in *Inst) {
	o := &in.Args[r.IntN(int(max(in.N, 1)))]
	switch r.IntN(6) {
	case 0:
		o.Reg = o.Reg&31 | Reg(r.IntN(7))<<5
	case 1:
		*o = Reg(r.IntN(256)).operand()
	case 2:
		*o = Mem{Base: GP(r.IntN(16)), Index: Reg(r.IntN(256)), Scale: 4, Disp: int32(r.IntN(1000)), Bcst: r.IntN(2) == 0}.operand()
	case 3:
		in.Mask = K(r.IntN(8))
	case 4:
		in.Zero = !in.Zero
	case 5:
		in.Op = noOp + 1 + Op(r.IntN(int(PCALIGN-1)))
	}
}

// mutants are the changed samples that are still taken.
func mutants(seed uint64) *List {
	l := samples(seed, 8)
	kept, r := l.insts[:0], rand.New(rand.NewPCG(seed, 1))
	for _, in := range l.insts {
		if in.Op > PCALIGN {
			continue // jumps
		}
		mutate(r, &in)
		stack := slices.ContainsFunc(in.args(), func(o Operand) bool { return o.Kind == IsReg && o.Reg.Q() == SP })
		if _, ok := find(&in); ok && !stack {
			kept = append(kept, in)
		}
	}
	l.insts = kept
	return l
}
