package nn

import (
	"iter"

	"weft/frontend/tensor"
)

// Module computes a tensor from a tensor; Sequential is made of modules. The package's functions do not ask for it:
// they take any struct.
type Module interface {
	Forward(x *tensor.Tensor) *tensor.Tensor
}

// Func makes a module of a function without parameters, for Sequential.
type Func func(x *tensor.Tensor) *tensor.Tensor

// Forward calls f.
func (f Func) Forward(x *tensor.Tensor) *tensor.Tensor { return f(x) }

// Mode says whether a module is in training or in evaluation. Modules that behave differently in the two embed it; a
// new module is in training.
type Mode struct{ eval bool }

// Training says whether the module is in training.
func (m *Mode) Training() bool { return !m.eval }

func (m *Mode) setTraining(on bool) { m.eval = !on }

// Train puts a module and all below it into training.
func Train(m any) { setTraining(m, true) }

// Eval puts a module and all below it into evaluation: dropout passes everything, batch norm uses its running statistics.
func Eval(m any) { setTraining(m, false) }

func setTraining(m any, on bool) {
	walk(m, visitor{module: func(_ string, m any) {
		if mode, ok := m.(interface{ setTraining(bool) }); ok {
			mode.setTraining(on)
		}
	}})
}

// NamedParameters yields a module's parameters with their dotted names, each tensor once.
func NamedParameters(m any) iter.Seq2[string, *tensor.Tensor] { return named(m, false) }

// NamedBuffers yields a module's buffers with their dotted names, each tensor once.
func NamedBuffers(m any) iter.Seq2[string, *tensor.Tensor] { return named(m, true) }

type entry struct {
	name   string
	t      *tensor.Tensor
	buffer bool
}

// entries lists all tensors of a module, one that has two names twice.
func entries(m any) (all []entry) {
	walk(m, visitor{tensor: func(name string, t *tensor.Tensor, buffer bool) {
		all = append(all, entry{name, t, buffer})
	}})
	return all
}

func named(m any, buffers bool) iter.Seq2[string, *tensor.Tensor] {
	return func(yield func(string, *tensor.Tensor) bool) {
		seen := map[*tensor.Tensor]bool{}
		for _, e := range entries(m) {
			if e.buffer != buffers || seen[e.t] {
				continue
			}
			seen[e.t] = true
			if !yield(e.name, e.t) {
				return
			}
		}
	}
}

// Parameters lists a module's parameters, each once, in the order of its fields: what an optimizer wants.
func Parameters(m any) (all []*tensor.Tensor) {
	for _, p := range NamedParameters(m) {
		all = append(all, p)
	}
	return all
}

// Buffers lists a module's buffers, each once.
func Buffers(m any) (all []*tensor.Tensor) {
	for _, b := range NamedBuffers(m) {
		all = append(all, b)
	}
	return all
}

// ZeroGrad forgets the gradients of all parameters.
func ZeroGrad(m any) {
	for _, p := range Parameters(m) {
		p.ZeroGrad()
	}
}

// Freeze stops, and with false starts again, the tracking of all parameters.
func Freeze(m any, frozen ...bool) {
	on := len(frozen) > 0 && !frozen[0]
	for _, p := range Parameters(m) {
		p.SetRequiresGrad(on)
	}
}

// Count is the number of elements of all parameters.
func Count(m any) (n int) {
	for _, p := range Parameters(m) {
		n += p.Numel()
	}
	return n
}
