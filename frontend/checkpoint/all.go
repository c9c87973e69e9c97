package checkpoint

import (
	"strconv"
	"strings"

	"weft/frontend/internal/files"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// All is several optimizers or schedulers as one, in an order that stays: those of the two sides of an adversarial pair, or a
// scheduler an optimizer.
type All []Stateful

const betweenKinds = ", "

// StateDict is the states of all: names begin with the number of whose they are.
func (a All) StateDict() *optim.State {
	all := &optim.State{Numbers: map[string]float64{}, Tensors: map[string]*tensor.Tensor{}}
	var kinds []string
	for i, one := range a {
		s, prefix := one.StateDict(), strconv.Itoa(i)+"."
		kinds = append(kinds, s.Kind)
		for name, v := range s.Numbers {
			all.Numbers[prefix+name] = v
		}
		for name, t := range s.Tensors {
			all.Tensors[prefix+name] = t
		}
	}
	all.Kind = strings.Join(kinds, betweenKinds)
	return all
}

// LoadStateDict gives each its state, or nothing to any.
func (a All) LoadStateDict(s *optim.State) error {
	at := files.Place{Op: "load_state_dict"}
	kinds := strings.Split(s.Kind, betweenKinds)
	if want := a.StateDict().Kind; s.Kind != want {
		return at.Errorf("the state of %q is expected, not of %q", want, s.Kind)
	}
	var all changes
	parts := map[string]bool{}
	for i, one := range a {
		part := strconv.Itoa(i)
		parts[part] = true
		all.load(part, one, &optim.State{Kind: kinds[i], Numbers: under(s.Numbers, part), Tensors: under(s.Tensors, part)})
	}
	none := map[string]bool{}
	if err := misfit(at, append(compare(none, s.Numbers, parts), compare(none, s.Tensors, parts)...)); err != nil {
		return err
	}
	_, err := all.make()
	return err
}
