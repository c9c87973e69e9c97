package goasm

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/klauspost/cpuid/v2"

	"weft/codegen"
	"weft/codegen/goasm/asm"
)

func init() { codegen.Register(backend{}) }

// abi counts the changes of how code is called and of what is emitted for a program, for caches of code.
const abi = 3

type backend struct{}

// Name is the part of the device's name after "cpu:".
func (backend) Name() string { return "goasm" }

// Available says whether the processor can do what the code takes for granted.
func (backend) Available(target codegen.Target) error {
	if runtime.GOARCH != "amd64" || !cpuid.CPU.Supports(cpuid.FMA3, cpuid.AVX2, cpuid.F16C, cpuid.BMI2) {
		return errors.New("goasm: this processor has no AVX2, FMA, F16C and BMI2; choose the device cpu:interp")
	}
	if !known(target) {
		return fmt.Errorf("goasm: there is no code for the instruction set %s; choose the device cpu:interp", target.Name)
	}
	return nil
}

// Key names what code depends on besides the program.
func (backend) Key() string { return fmt.Sprint("goasm ", abi) }

// Compile lowers the phases of a program and assembles them.
func (backend) Compile(p *codegen.Program, target codegen.Target, texts bool) (*codegen.Compiled, error) {
	list, starts, err := lower(p, target)
	if err != nil {
		return nil, err
	}
	code, err := asm.Encode(list)
	if err != nil {
		return nil, fmt.Errorf("goasm: program %s: %w", p.Name, err)
	}
	c := &codegen.Compiled{Code: code.Bytes}
	for i, at := range starts {
		c.Symbols = append(c.Symbols, fmt.Sprintf("k%d", i))
		c.Entries = append(c.Entries, int(code.Starts[at]))
	}
	if texts {
		c.Texts = map[string]string{"go assembly": asm.Print(list, p.Name), "bytes": asm.PrintBytes(list, code, p.Name)}
	}
	return c, nil
}

// lower makes the instructions of a program, and says where each phase starts.
func lower(p *codegen.Program, target codegen.Target) (list *asm.List, starts []int, err error) {
	defer caught(p, &err)
	m := newModule(p, target)
	for i := range p.Phases {
		starts = append(starts, m.list.Len())
		m.list.Enter(fmt.Sprintf("%s phase %d", p.Name, i))
		m.add(i)
		m.list.Leave()
	}
	return m.list, starts, nil
}

func newModule(p *codegen.Program, target codegen.Target) *module {
	m := &module{prog: p, avx512: target.Name == "avx512", full: b32, list: &asm.List{}}
	if m.avx512 {
		m.full = b64
	}
	if !known(target) || p.VL*4 != int(m.full) {
		fail("there is no code for %s with %d lanes", target.Name, p.VL)
	}
	return m
}

// known says whether there is code for a target.
func known(t codegen.Target) bool { return t.Name == "avx512" || t.Name == "avx2" }

// add writes phase i at the end of the list.
func (m *module) add(i int) {
	l := m.phase(&m.prog.Phases[i])
	f := &function{ins: l.top.flatten(nil), class: l.class, avx512: m.avx512, full: m.full, slots: l.most}
	f.fresh = make([]bool, len(f.class))
	f.allocate()
	f.write(m.list, l.labels)
}

// caught makes an error of what the lowering could not do.
func caught(p *codegen.Program, err *error) {
	switch r := recover().(type) {
	case nil:
	case lowerError:
		*err = fmt.Errorf("goasm: program %s: %w", p.Name, r.error)
	default:
		panic(r)
	}
}
