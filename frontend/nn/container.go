package nn

import (
	"slices"
	"strings"

	"weft/frontend/tensor"
)

// Sequential calls modules one after another; its state dict names them 0, 1, 2 and so on.
type Sequential struct {
	Base
	Modules []Module `nn:",inline"`
}

// NewSequential lists modules.
func NewSequential(modules ...Module) *Sequential { return &Sequential{Modules: modules} }

// Forward calls the modules in order.
func (s *Sequential) Forward(x *tensor.Tensor) *tensor.Tensor {
	return s.Call(x, func(x *tensor.Tensor) *tensor.Tensor {
		for _, m := range s.Modules {
			x = m.Forward(x)
		}
		return x
	})
}

// Append adds modules at the end and returns s.
func (s *Sequential) Append(modules ...Module) *Sequential {
	s.Modules = append(s.Modules, modules...)
	return s
}

// Len is the number of modules.
func (s *Sequential) Len() int { return len(s.Modules) }

// At is the i-th module, counted from the end where i is negative. A place that there is not panics with *tensor.Error.
func (s *Sequential) At(i int) Module {
	n := len(s.Modules)
	if i < -n || i >= n {
		fail("sequential", "module %d of %d", i, n)
	}
	return s.Modules[(i+n)%n]
}

// ModuleList is modules of one type, or of several behind an interface, which the module that holds it calls as it likes. They are named by
// their places; a plain slice of them does the same.
type ModuleList[M any] []M

// ParameterList is parameters that are named by their places.
type ParameterList = ModuleList[*tensor.Tensor]

// Entry is one module or parameter of a ModuleDict.
type Entry[M any] struct {
	Name   string
	Module M
}

// keyed is an entry of whatever type.
type keyed interface{ key() string }

func (e Entry[M]) key() string { return e.Name }

// ModuleDict is modules with names, in the order in which they were put in. A plain map of them is walked in the order of the names.
type ModuleDict[M any] []Entry[M]

// ParameterDict is parameters with names, in the order in which they were put in.
type ParameterDict = ModuleDict[*tensor.Tensor]

// Set puts a module in under a name, in the place of the one that has it, else at the end. A name that is empty or has a dot panics
// with *tensor.Error.
func (d *ModuleDict[M]) Set(name string, m M) {
	if name == "" || strings.Contains(name, ".") {
		fail("module_dict", "%q is no name: it must have letters and no dots", name)
	}
	if i := d.index(name); i >= 0 {
		(*d)[i].Module = m
		return
	}
	*d = append(*d, Entry[M]{name, m})
}

func (d ModuleDict[M]) index(name string) int {
	return slices.IndexFunc(d, func(e Entry[M]) bool { return e.Name == name })
}

// Get is the module of a name. A name that there is not panics with *tensor.Error, which lists those that there are.
func (d ModuleDict[M]) Get(name string) M {
	i := d.index(name)
	if i < 0 {
		fail("module_dict", "no module %s; there are %s", name, strings.Join(d.Names(), ", "))
	}
	return d[i].Module
}

// Has says whether there is a module of a name.
func (d ModuleDict[M]) Has(name string) bool { return d.index(name) >= 0 }

// Names are the names in order.
func (d ModuleDict[M]) Names() []string {
	names := make([]string, len(d))
	for i, e := range d {
		names[i] = e.Name
	}
	return names
}
