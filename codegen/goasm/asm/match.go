package asm

// form is a row that fits an instruction, and what its operands decided.
type form struct {
	*row
	length int  // L: 0, 1, 2 for X, Y, Z
	evex   bool // encoded in EVEX
}

// find gives the first row that fits the instruction.
func find(in *Inst) (form, bool) {
	if in.Op >= numOps {
		return form{}, false
	}
	for i := range forms[in.Op] {
		if f, ok := forms[in.Op][i].fit(in); ok {
			return f, true
		}
	}
	return form{}, false
}

// fit decides whether the instruction is of this row.
func (r *row) fit(in *Inst) (form, bool) {
	f := form{row: r}
	if in.N > MaxArgs || in.N < MaxArgs && r.args[in.N] != 0 {
		return f, false
	}
	if f.length = r.enc.length(); f.length < 0 {
		f.length = r.measure(in)
	}
	if r.enc>>f.length&noX != 0 { // noX, noY, noZ
		return f, false
	}
	wide := f.length == 2
	for i := range in.args() {
		o, p := &in.Args[i], r.args[i]
		if !p.takes(o, f.length) || o.Bcst && r.enc&(b32|b64) == 0 {
			return f, false
		}
		wide = wide || high(o.Reg) || high(o.Index) || o.Bcst
	}
	return f, f.decide(in, wide) && (r.enc&distinct == 0 || apart(in))
}

// measure is L by the first operand that has the full length.
func (r *row) measure(in *Inst) int {
	for i := range in.args() {
		o, p := &in.Args[i], r.args[i]
		v := NoReg
		switch {
		case p&regMask == full && o.Kind == IsReg:
			v = o.Reg
		case p&indexMask == indexFull && o.Kind == IsMem:
			v = o.Index
		}
		if v.IsVector() {
			return int(v.Class() - VecX)
		}
	}
	return 0
}

// high says whether only EVEX can name r.
func high(r Reg) bool { return r&16 != 0 && r.IsVector() }

// decide settles VEX or EVEX and checks the mask and the broadcast.
func (f *form) decide(in *Inst, wide bool) bool {
	masked := in.Mask != NoReg
	f.evex = f.enc&evex != 0 && (wide || masked || f.enc&vex == 0)
	switch {
	case !f.evex:
		return !wide && !masked && !in.Zero
	case !masked:
		return !in.Zero && f.enc&needMask == 0
	case in.Mask.Class() != Mask || in.Mask == K(0) || f.enc&noMask != 0:
		return false
	}
	return !in.Zero || f.enc&(noZero|needMask) == 0 && in.Args[0].Kind == IsReg && in.Args[0].Reg.IsVector()
}

// apart says whether no vector register occurs twice, as a gather needs it.
func apart(in *Inst) bool {
	seen := uint32(0)
	for i := range in.args() {
		r := in.Args[i].Reg
		if in.Args[i].Kind == IsMem {
			r = in.Args[i].Index
		}
		if bit := uint32(1) << r.Num(); r.IsVector() {
			if seen&bit != 0 {
				return false
			}
			seen |= bit
		}
	}
	return true
}

// takes says whether an operand may stand at a place of an instruction of length L.
func (p place) takes(o *Operand, length int) bool {
	switch o.Kind {
	case IsReg:
		return p.takesReg(o.Reg, length)
	case IsMem:
		return p&memMask != 0 && p.takesMem(o, length)
	case IsImm:
		return p.takesImm(o.Val)
	case IsLabel:
		return p == relative
	}
	return false
}

// classOf[c][L] is the class of register that a place of the class c takes.
var classOf = [...][3]Class{
	full >> 4:    {VecX, VecY, VecZ},
	half >> 4:    {VecX, VecX, VecY},
	quarter >> 4: {VecX, VecX, VecX},
	eighth >> 4:  {VecX, VecX, VecX},
	classX >> 4:  {VecX, VecX, VecX},
	classY >> 4:  {VecY, VecY, VecY},
	classK >> 4:  {Mask, Mask, Mask},
	class4 >> 4:  {GP32, GP32, GP32},
	class8 >> 4:  {GP64, GP64, GP64},
}

func (p place) takesReg(r Reg, length int) bool {
	switch c := p & regMask; c {
	case 0:
		return false
	case classAX4:
		return r == AX.L()
	case classAX8:
		return r == AX
	case classCX:
		return r == CX || r == CX.L()
	default:
		return r.Class() == classOf[c>>4][length] && r.valid()
	}
}

func (p place) takesMem(o *Operand, length int) bool {
	if o.Val != int64(int32(o.Val)) || o.Scale > 8 || o.Scale&(o.Scale-1) != 0 {
		return false
	}
	if o.Reg == pc {
		return o.Index == NoReg && p&indexMask == 0
	}
	if o.Reg != NoReg && o.Reg.Class() != GP64 || !o.Reg.valid() || !o.Index.valid() {
		return false
	}
	switch p & indexMask {
	case indexFull:
		return o.Index.Class() == classOf[full>>4][length]
	case indexHalf:
		return o.Index.Class() == classOf[half>>4][length]
	}
	if o.Index == NoReg {
		return o.Reg != NoReg
	}
	return o.Index.Class() == GP64 && o.Index != SP
}

func (p place) takesImm(v int64) bool {
	switch p {
	case immByte:
		return v == int64(uint8(v))
	case immSigned:
		return v == int64(int8(v))
	case immOne:
		return v == 1
	case immWord:
		return v == int64(int16(v)) || v == int64(uint16(v))
	case imm32:
		return v == int64(int32(v))
	case immWrap:
		return v == int64(int32(v)) || v == int64(uint32(v))
	case immZero:
		return v == int64(uint32(v))
	}
	return p == imm64
}

// bytes is the size of memory at a place, by which EVEX counts displacements.
func (p place) bytes(length int) int {
	switch m := p & memMask; m {
	case memFull, memHalf, memQuarter, memEighth:
		return 16 << length >> ((m - memFull) >> 8)
	default:
		return 1 << ((m - mem1) >> 8)
	}
}
