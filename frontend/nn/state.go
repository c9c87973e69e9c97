package nn

import (
	"fmt"
	"sort"
	"strings"

	"weft/frontend/tensor"
	"weft/lazy"
)

// StateDict is the values of all parameters and buffers by their dotted names. Later training does not change it.
func StateDict(m any) map[string]*tensor.Tensor {
	out := map[string]*tensor.Tensor{}
	for _, e := range entries(m) {
		out[e.name] = e.t.Detach()
	}
	return out
}

// LoadStateDict gives a module's parameters and buffers the values of a state dict. Names that are missing or too many,
// and shapes that differ, are one error that lists them all, and then nothing has changed.
func LoadStateDict(m any, state map[string]*tensor.Tensor) error {
	all := entries(m)
	if problems := mismatches(all, state); len(problems) > 0 {
		return &lazy.Error{Kind: lazy.ErrState, Op: "load_state_dict", Axis: -1,
			Reason: fmt.Sprintf("%T: %s", m, strings.Join(problems, "; "))}
	}
	tensor.NoGrad(func() {
		for _, e := range all {
			e.t.Assign(state[e.name].Detach().To(e.t.Device()).Cast(e.t.DType()))
		}
	})
	return nil
}

func mismatches(all []entry, state map[string]*tensor.Tensor) (problems []string) {
	wanted := map[string]bool{}
	for _, e := range all {
		wanted[e.name] = true
		switch got := state[e.name]; {
		case got == nil:
			problems = append(problems, "missing "+e.name)
		case lazy.ShapeString(got.Shape()) != lazy.ShapeString(e.t.Shape()):
			problems = append(problems, fmt.Sprintf("%s has shape %s in the state dict and %s in the module",
				e.name, lazy.ShapeString(got.Shape()), lazy.ShapeString(e.t.Shape())))
		}
	}
	var unexpected []string
	for name := range state {
		if !wanted[name] {
			unexpected = append(unexpected, "unexpected "+name)
		}
	}
	sort.Strings(unexpected)
	return append(problems, unexpected...)
}

// To moves all parameters and buffers to a device. The handles stay the same, so an optimizer made before goes on with them.
func To(m any, device string) {
	tensor.NoGrad(func() {
		for _, e := range entries(m) {
			if e.t.Device() != device {
				e.t.MoveTo(device)
			}
		}
	})
}
