package interp

import (
	"fmt"

	"weft/codegen"
)

func init() { codegen.Register(backend{}) }

type backend struct{}

// Name is the part of the device's name after "cpu:".
func (backend) Name() string { return "interp" }

// Available is always nil: plain Go runs anywhere.
func (backend) Available(codegen.Target) error { return nil }

// Key names what closures depend on besides the program: nothing.
func (backend) Key() string { return "interp" }

// Compile makes one Go function a phase. The program must be valid; what is found wrong while making the closures is an
// error, not a panic.
func (backend) Compile(p *codegen.Program, _ codegen.Target, _ bool) (*codegen.Compiled, error) {
	out := &codegen.Compiled{}
	for i := range p.Phases {
		ph, err := newPhase(p, &p.Phases[i])
		if err != nil {
			return nil, fmt.Errorf("interp: %s, phase %d: %w", p.Name, i, err)
		}
		out.Funcs = append(out.Funcs, ph.run)
	}
	return out, nil
}
