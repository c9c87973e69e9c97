package checkpoint

import (
	"fmt"

	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// changes give several objects new states: all of them or none.
type changes []change

type change struct {
	name     string
	do, undo func() error
}

func (c *changes) add(name string, do, undo func() error) { *c = append(*c, change{name, do, undo}) }

// load is the change of s to the state next. What it has now is kept for undo: values of tensors never change, so that costs nothing.
func (c *changes) load(name string, s Stateful, next *optim.State) {
	now := s.StateDict()
	c.add(name, func() error { return s.LoadStateDict(next) }, func() error { return s.LoadStateDict(now) })
}

// make makes the changes. If one fails, all have what they had, and its name is given with the error.
func (c changes) make() (failed string, err error) {
	for i, one := range c {
		if err := tensor.TryError(one.do); err != nil {
			for _, done := range c[:i+1] {
				if stuck := tensor.TryError(done.undo); stuck != nil {
					err = fmt.Errorf("%w; and %s cannot have what it had: %v", err, done.name, stuck)
				}
			}
			return one.name, err
		}
	}
	return "", nil
}
