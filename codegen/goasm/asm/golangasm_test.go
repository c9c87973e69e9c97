package asm

import (
	"fmt"
	"slices"
	"testing"

	"github.com/twitchyliquid64/golang-asm/obj"
	"github.com/twitchyliquid64/golang-asm/obj/x86"
	"github.com/twitchyliquid64/golang-asm/objabi"
)

// oracle assembles lists with a copy of the Go assembler that is a library.
type oracle struct {
	ctxt *obj.Link
	pool *obj.LSym
	ops  map[string]obj.As
	errs []string
}

func newOracle() *oracle {
	o := &oracle{ctxt: obj.Linknew(&x86.Linkamd64), pool: &obj.LSym{Name: "pool<>"}, ops: map[string]obj.As{"RET": obj.ARET, "JMP": obj.AJMP}}
	o.ctxt.Headtype = objabi.Hlinux
	o.ctxt.IsAsm = true
	o.ctxt.DiagFunc = func(format string, args ...any) { o.errs = append(o.errs, fmt.Sprintf(format, args...)) }
	x86.Linkamd64.Init(o.ctxt)
	for i, name := range x86.Anames {
		if obj.As(i) >= obj.A_ARCHSPECIFIC {
			o.ops[name] = obj.ABaseAMD64 + obj.As(i)
		}
	}
	return o
}

// assemble gives the bytes of a list whose constants lie at pool.
func (o *oracle) assemble(t *testing.T, l *List, pool int) []byte {
	t.Helper()
	o.errs = nil
	progs := make([]*obj.Prog, l.Len()+1)
	for i := range progs {
		progs[i] = o.ctxt.NewProg()
		if i > 0 {
			progs[i-1].Link = progs[i]
		}
	}
	progs[l.Len()].As = obj.ANOP
	for i := range l.Len() {
		o.fill(t, progs[i], l.At(i), func(label int64) *obj.Prog {
			to, _ := l.follow(l.labels[label])
			return progs[to]
		})
	}
	s := &obj.LSym{Func: &obj.FuncInfo{Text: progs[0]}}
	x86.Linkamd64.Assemble(o.ctxt, s, o.ctxt.NewProg)
	if len(o.errs) > 0 {
		t.Fatalf("%d errors, such as: %.2000s", len(o.errs), o.errs[0])
	}
	for _, r := range s.R {
		put32(s.P[r.Off:], int32(int64(pool)+r.Add-int64(r.Off)-4))
	}
	return s.P
}

// fill writes an instruction in the library's terms: sources first, the mask before the destination.
func (o *oracle) fill(t *testing.T, p *obj.Prog, in *Inst, target func(int64) *obj.Prog) {
	t.Helper()
	as, ok := o.ops[in.Op.String()]
	if !ok {
		t.Fatalf("Go has no %v", in.Op)
	}
	p.As = as
	var addrs []obj.Addr
	suffix := ""
	for i := range in.N {
		addrs = append(addrs, o.addr(&in.Args[i], target))
		if in.Args[i].Bcst {
			suffix = ".BCST"
		}
	}
	if in.Zero {
		suffix += ".Z"
	}
	if suffix != "" {
		if err := x86.ParseSuffix(p, suffix); err != nil {
			t.Fatal(err)
		}
	}
	if !in.Op.straight() {
		slices.Reverse(addrs)
	}
	if in.Mask != NoReg {
		addrs = slices.Insert(addrs, len(addrs)-1, obj.Addr{Type: obj.TYPE_REG, Reg: register(in.Mask)})
	}
	arrange(p, in.Op, addrs)
}

// arrange puts the operands where the library wants them; of one alone that depends on whether it is written.
func arrange(p *obj.Prog, op Op, addrs []obj.Addr) {
	switch n := len(addrs); {
	case n == 0:
	case n == 1 && (op >= MULL && op <= IDIVQ || op >= PREFETCHT0 && op <= PREFETCHNTA):
		p.From = addrs[0]
	case n == 1:
		p.To = addrs[0]
	default:
		p.From, p.To = addrs[0], addrs[n-1]
		if n > 2 {
			p.RestArgs = addrs[1 : n-1]
		}
	}
}

func (o *oracle) addr(a *Operand, target func(int64) *obj.Prog) obj.Addr {
	switch {
	case a.Kind == IsReg:
		return obj.Addr{Type: obj.TYPE_REG, Reg: register(a.Reg)}
	case a.Kind == IsImm:
		return obj.Addr{Type: obj.TYPE_CONST, Offset: a.Val}
	case a.Kind == IsLabel:
		return obj.Addr{Type: obj.TYPE_BRANCH, Val: target(a.Val)}
	case a.Reg == pc:
		return obj.Addr{Type: obj.TYPE_MEM, Name: obj.NAME_STATIC, Sym: o.pool, Offset: a.Val}
	}
	m := obj.Addr{Type: obj.TYPE_MEM, Reg: register(a.Reg), Index: register(a.Index), Offset: a.Val}
	if a.Index != NoReg {
		m.Scale = int16(max(a.Scale, 1))
	}
	return m
}

// register is the library's number of a register.
func register(r Reg) int16 {
	base := map[Class]int16{GP64: x86.REG_AX, GP32: x86.REG_AX, VecX: x86.REG_X0, VecY: x86.REG_Y0, VecZ: x86.REG_Z0, Mask: x86.REG_K0}
	if r == NoReg {
		return x86.REG_NONE
	}
	return base[r.Class()] + int16(r.Num())
}

// Every row, with random operands, gives the bytes of Go's assembler, and so does whatever else is taken.
func TestSamplesAgainstLibrary(t *testing.T) {
	o := newOracle()
	for seed := range uint64(3) {
		for _, l := range []*List{samples(seed, 8), mutants(seed)} {
			c, err := Encode(l)
			if err != nil {
				t.Fatal(err)
			}
			same(t, l, c, o.assemble(t, l, c.Pool))
		}
	}
}
