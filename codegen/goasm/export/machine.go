package export

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"weft/codegen"
	"weft/codegen/goasm"
)

// Machine is a kind of amd64 processor that kernels are written for in assembly.
type Machine struct {
	ISA      string // as codegen.Target names it
	VL, Regs int
	suffix   string
	needs    []string // fields of golang.org/x/sys/cpu.X86
}

// Machines are the kinds, the best first.
var Machines = [...]Machine{
	{"avx512", 16, 32, "AVX512", []string{"HasAVX512F", "HasAVX512DQ", "HasAVX512BW", "HasAVX512VL", "HasAVX2", "HasFMA", "HasBMI2"}},
	{"avx2", 8, 16, "AVX2", []string{"HasAVX2", "HasFMA", "HasBMI2"}},
}

// Target is a machine of the kind with the caches of another one.
func (m *Machine) Target(like codegen.Target) codegen.Target {
	like.Name, like.VL, like.Regs = m.ISA, m.VL, m.Regs
	return like
}

// machines writes the tables of kernels in assembly, the declarations of these, and which table is used.
func (m *Model) machines(f *jen.File) {
	var cases []jen.Code
	for _, mach := range Machines {
		has := jen.Qual(cpu, "X86").Dot(mach.needs[0])
		for _, n := range mach.needs[1:] {
			has = has.Op("&&").Qual(cpu, "X86").Dot(n)
		}
		cases = append(cases, jen.Case(has).Block(jen.Return(jen.Id("kernels"+mach.suffix))))
	}
	f.Comment("kernels are what the functions launch: the best that this processor can run.")
	f.Var().Id("kernels").Op("=").Func().Params().Index().Id("kernel").Block(
		jen.Switch().Block(cases...), jen.Return(jen.Id("plainKernels")),
	).Call()
	for n, mach := range Machines {
		f.Add(m.table("kernels"+mach.suffix, mach.suffix, func(k *Kernel) *codegen.Program { return k.Vector[n] }))
	}
	for n, mach := range Machines {
		for i, k := range m.Kernels {
			for ph := range k.Vector[n].Phases {
				f.Line().Comment("//go:noescape")
				f.Func().Id(kernelName(i, ph) + mach.suffix).Params(signature()...)
			}
		}
	}
}

const cpu = "golang.org/x/sys/cpu"

func (m *Model) otherMachines(f *jen.File) {
	f.Comment("kernels are what the functions launch.")
	f.Var().Id("kernels").Op("=").Id("plainKernels")
}

// assembly writes the kernels for each kind of machine.
func (m *Model) assembly() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n//go:build !purego\n\n%s", notice, goasm.AssemblyHeader)
	for i := range m.Kernels {
		k := &m.Kernels[i]
		for n, mach := range Machines {
			p := k.Vector[n]
			for ph := range p.Phases {
				name := kernelName(i, ph) + mach.suffix
				text, err := goasm.Assembly(p, mach.Target(codegen.Target{}), ph, name)
				if err != nil {
					fail("%v", err)
				}
				fmt.Fprintf(&b, "\n// %s\n//\n%s\n%s", name+" is "+k.Name+":", comment(k.Text), text)
			}
		}
	}
	return b.String()
}

// comment makes a text lines of comment.
func comment(text string) string {
	return "//\t" + strings.Join(strings.Split(strings.TrimSpace(text), "\n"), "\n//\t")
}
