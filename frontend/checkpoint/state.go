package checkpoint

import (
	"weft/frontend/data"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// State is a training run: what Save saves, and what Load loads into. Fields that a run has no use for stay zero; a file has
// to have exactly those parts that the State has which it is loaded into.
type State struct {
	Model      any                          // a module, as package nn takes it
	Optimizer  Stateful                     // All for several
	Scheduler  Stateful                     // All for several
	Loader     *data.Loader                 // its place in the epoch
	Generators map[string]*tensor.Generator // beside the default one, which is always saved

	// Load sets these to what the file has.
	Step  int
	Extra map[string]*tensor.Tensor
	Notes map[string]string
}

// Stateful is what remembers: an optimizer, a scheduler. LoadStateDict changes nothing if it gives an error.
type Stateful interface {
	StateDict() *optim.State
	LoadStateDict(*optim.State) error
}
