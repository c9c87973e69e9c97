package codegen

import (
	"fmt"

	"weft/ops"
	"weft/schedule"
)

// lowering is the state of one kernel's way to a program.
type lowering struct {
	k      *schedule.Kernel
	t      Target
	p      *Program
	stages map[*schedule.Stage]int
}

// failure is a kernel that cannot be lowered; Lower turns it into an error.
type failure struct{ err error }

func fail(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

// Lower turns a kernel into a loop program for a machine.
func Lower(k *schedule.Kernel, t Target) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ours := r.(failure)
			if !ours {
				panic(r)
			}
			p, err = nil, fmt.Errorf("codegen: kernel %s: %w", k.Name, f.err)
		}
	}()
	l := &lowering{k: k, t: t, p: newProgram(k, t), stages: map[*schedule.Stage]int{}}
	for n := range k.Phases {
		f := factsOf(&k.Phases[n])
		l.p.Phases = append(l.p.Phases, l.emitNest(f, choose(f, t)))
	}
	return l.p, nil
}

func newProgram(k *schedule.Kernel, t Target) *Program {
	p := &Program{Name: k.Name, VL: t.VL, NumParams: len(k.Bufs), Scalars: append([]ops.DType(nil), k.Params...)}
	for _, b := range k.Bufs {
		p.Bufs = append(p.Bufs, Buf{DType: b.DType, Elems: b.Elems, Read: b.Read, Written: b.Written, Align: b.Align, Alias: b.Alias})
	}
	return p
}
