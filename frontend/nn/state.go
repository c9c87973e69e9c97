package nn

import (
	"fmt"
	"slices"
	"strings"

	"weft/frontend/tensor"
	"weft/lazy"
)

// StateDict is the values of all parameters and buffers by their dotted names, but for buffers that are not persistent. A tensor with two
// names is there twice. Later training does not change it.
func StateDict(m any) map[string]*tensor.Tensor {
	out := map[string]*tensor.Tensor{}
	for _, e := range persistent(m) {
		out[e.name] = e.t.Detach()
	}
	return out
}

func persistent(m any) []entry {
	return slices.DeleteFunc(entries(m), func(e entry) bool { return e.kind == transient })
}

// LoadStateDict gives a module's parameters and buffers the values of a state dict, brought to their dtypes and devices. Names that
// are missing or too many, and shapes that differ, are one error that lists them all, and then nothing has changed.
func LoadStateDict(m any, state map[string]*tensor.Tensor) error {
	missing, unexpected, clashes := compared(persistent(m), state)
	if err := stateError(m, missing, unexpected, clashes); err != nil {
		return err
	}
	load(m, state)
	return nil
}

// LoadPartial is LoadStateDict for the names that both have: PyTorch's strict=False. It gives the names that only the module has and
// those that only the state dict has; shapes that differ are still an error, and then nothing has changed.
func LoadPartial(m any, state map[string]*tensor.Tensor) (missing, unexpected []string, err error) {
	missing, unexpected, clashes := compared(persistent(m), state)
	if err := stateError(m, nil, nil, clashes); err != nil {
		return nil, nil, err
	}
	load(m, state)
	return missing, unexpected, nil
}

func load(m any, state map[string]*tensor.Tensor) {
	tensor.NoGrad(func() {
		for _, e := range persistent(m) {
			if v := state[e.name]; v != nil {
				e.t.Assign(v.Detach().To(e.t.Device()).Cast(e.t.DType()))
			}
		}
	})
}

// compared are the names that only the module has, those that only the state has, and what differs in shape.
func compared(all []entry, state map[string]*tensor.Tensor) (missing, unexpected, clashes []string) {
	wanted := map[string]bool{}
	for _, e := range all {
		wanted[e.name] = true
		switch got := state[e.name]; {
		case got == nil:
			missing = append(missing, e.name)
		case !slices.Equal(got.Shape(), e.t.Shape()):
			clashes = append(clashes, fmt.Sprintf("%s has shape %s in the state dict and %s in the module",
				e.name, lazy.ShapeString(got.Shape()), lazy.ShapeString(e.t.Shape())))
		}
	}
	for name := range state {
		if !wanted[name] {
			unexpected = append(unexpected, name)
		}
	}
	slices.Sort(unexpected)
	return missing, unexpected, clashes
}

func stateError(m any, missing, unexpected, clashes []string) error {
	var problems []string
	if len(missing) > 0 {
		problems = append(problems, "missing "+strings.Join(missing, ", "))
	}
	if len(unexpected) > 0 {
		problems = append(problems, "unexpected "+strings.Join(unexpected, ", "))
	}
	problems = append(problems, clashes...)
	if len(problems) == 0 {
		return nil
	}
	return &lazy.Error{Kind: lazy.ErrState, Op: "load_state_dict", Axis: -1, Line: lazy.UserLine(),
		Reason: fmt.Sprintf("%T: %s", m, strings.Join(problems, "; "))}
}

// To moves all parameters and buffers to a device, gradients along with them. The handles stay the same, so an optimizer made before
// goes on with them. A device that cannot run here panics with *tensor.Error.
func To(m any, device string) {
	tensor.NoGrad(func() {
		for _, e := range entries(m) {
			if e.t.Device() != device {
				e.t.MoveTo(device)
			}
		}
	})
}
