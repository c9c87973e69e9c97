package nn

import (
	"iter"
	"slices"

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

// Parameter makes a parameter of a value: a leaf that requires gradients, with the value computed. A struct's exported field of type
// *tensor.Tensor that holds one is a parameter of the module. Values that are not floats panic with *tensor.Error.
func Parameter(value *tensor.Tensor) *tensor.Tensor {
	return value.Detach().Contiguous().Realize().RequireGrad()
}

// Train puts a module and all below it into training; modules are so when they are made.
func Train(m any) { setTraining(m, true) }

// Eval puts a module and all below it into evaluation: dropout passes everything, batch norm uses its running statistics.
func Eval(m any) { setTraining(m, false) }

func setTraining(m any, on bool) {
	walk(m, visitor{base: func(_ string, b *Base) { b.eval = !on }})
}

// Apply calls f with each module below m, children before the modules that hold them, and with m at last. Modules are pointers to
// structs.
func Apply(m any, f func(m any)) {
	walk(m, visitor{leave: func(_ string, m any) {
		if holds(m) {
			f(m)
		}
	}})
}

// NamedModules yields a module, under the name "", and all modules below it with their dotted names, each once: structs that embed
// Base, and structs that hold such or tensors. Modules are pointers to structs.
func NamedModules(m any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		seen, more := map[any]bool{}, true
		walk(m, visitor{enter: func(name string, m any) {
			if more && !seen[m] && holds(m) {
				seen[m] = true
				more = yield(name, m)
			}
		}})
	}
}

// NamedParameters yields a module's parameters with their dotted names, each tensor once.
func NamedParameters(m any) iter.Seq2[string, *tensor.Tensor] { return named(m, parameter) }

// NamedBuffers yields a module's buffers with their dotted names, each tensor once; those that are no part of the state dict too.
func NamedBuffers(m any) iter.Seq2[string, *tensor.Tensor] { return named(m, buffer, transient) }

type entry struct {
	name string
	t    *tensor.Tensor
	kind kind
}

// entries lists all tensors of a module, one that has two names twice. Two tensors of one name panic: one would hide the other.
func entries(m any) (all []entry) {
	byName := map[string]*tensor.Tensor{}
	walk(m, visitor{tensor: func(name string, t *tensor.Tensor, k kind) {
		if old := byName[name]; old != nil && old != t {
			fail("module", "%T has two tensors named %s", m, name)
		}
		byName[name] = t
		all = append(all, entry{name, t, k})
	}})
	return all
}

func named(m any, kinds ...kind) iter.Seq2[string, *tensor.Tensor] {
	return func(yield func(string, *tensor.Tensor) bool) {
		seen := map[*tensor.Tensor]bool{}
		for _, e := range entries(m) {
			if !slices.Contains(kinds, e.kind) || seen[e.t] {
				continue
			}
			seen[e.t] = true
			if !yield(e.name, e.t) {
				return
			}
		}
	}
}

// Parameters lists a module's parameters, each once, in the order of its fields, its own before those of modules below it: what an
// optimizer wants.
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

// ZeroGrad forgets the gradients of all parameters, or with true sets those that there are to zeros.
func ZeroGrad(m any, toZeros ...bool) {
	for _, p := range Parameters(m) {
		p.ZeroGrad(toZeros...)
	}
}

// Freeze stops, and with false starts again, the tracking of all parameters: PyTorch's requires_grad_(False). They stay parameters, and
// an optimizer leaves them alone as they get no gradients.
func Freeze(m any, frozen ...bool) {
	on := len(frozen) > 0 && !frozen[0]
	for _, p := range Parameters(m) {
		p.SetRequiresGrad(on)
	}
}

// Count is the number of elements of all parameters, a shared one counted once.
func Count(m any) (n int) {
	for _, p := range Parameters(m) {
		n += p.Numel()
	}
	return n
}
