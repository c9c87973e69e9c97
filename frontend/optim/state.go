package optim

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"weft/frontend/tensor"
	"weft/lazy"
)

// State is what an optimizer or a scheduler remembers, flat and by dotted names: what a checkpoint holds. Numbers are settings and
// counts (truths are 0 and 1), exact to the bit; Tensors are momenta and their like. Names are those of PyTorch's state
// dicts: "param_groups.0.lr", "state.2.step", "state.2.exp_avg". Parameters are numbered through all groups.
type State struct {
	Kind    string // whose state it is: "Adam", "Scheduler"
	Numbers map[string]float64
	Tensors map[string]*tensor.Tensor
}

func newState(kind string) *State {
	return &State{kind, map[string]float64{}, map[string]*tensor.Tensor{}}
}

// StateDict is the optimizer's settings and state. Later steps do not change it.
func (o *Optimizer) StateDict() *State {
	s := newState(o.name)
	for i, g := range o.Groups {
		s.Numbers[groupName(i, "params")] = float64(len(g.Params))
		g.settings(func(name string, v reflect.Value) { s.Numbers[groupName(i, name)] = number(v) })
	}
	for i, p := range o.params() {
		if st := o.state[p]; st != nil && st.step > 0 {
			s.put(i, st)
		}
	}
	return s
}

func groupName(i int, name string) string { return fmt.Sprintf("param_groups.%d.%s", i, name) }
func slotName(i int, name string) string  { return fmt.Sprintf("state.%d.%s", i, name) }

func (s *State) put(i int, st *state) {
	s.Numbers[slotName(i, "step")] = float64(st.step)
	if st.product != 0 {
		s.Numbers[slotName(i, "mu_product")] = st.product
	}
	for _, slot := range st.slots {
		s.Tensors[slotName(i, slot.name)] = slot.t.Detach()
	}
}

// number is a setting as a float64.
func number(v reflect.Value) float64 {
	if v.Kind() != reflect.Bool {
		return v.Float()
	}
	if v.Bool() {
		return 1
	}
	return 0
}

// LoadStateDict gives the optimizer the settings and the state of s, which StateDict gave of an optimizer of the same kind with
// parameters of the same shapes in the same groups. Whatever is missing, too much or of another shape is one error that
// lists it all, and then nothing has changed. Tensors are brought to their parameters' dtypes and devices.
func (o *Optimizer) LoadStateDict(s *State) error {
	r := newReader(o.name, s)
	var groups []Config
	for i, g := range o.Groups {
		groups = append(groups, r.group(i, g))
	}
	states, at := map[*tensor.Tensor]*state{}, 0
	for k, g := range o.Groups {
		for _, p := range g.Params {
			if st := r.state(o.rule, at, p, &groups[k]); st != nil {
				states[p] = st
			}
			at++
		}
	}
	if err := r.err(); err != nil {
		return err
	}
	for i, g := range o.Groups {
		g.Config = groups[i]
	}
	o.restore(states)
	return nil
}

// restore makes states those of the parameters. Tensors that there are keep their handles, so that functions compiled with
// them go on.
func (o *Optimizer) restore(states map[*tensor.Tensor]*state) {
	for p, old := range o.state {
		if states[p] == nil {
			*old = state{}
		}
	}
	for p, st := range states {
		old := o.state[p]
		if old == nil || len(old.slots) != len(st.slots) {
			o.state[p] = st
			continue
		}
		old.step, old.product = st.step, st.product
		for i, s := range st.slots {
			old.slots[i].name = s.name
			old.slots[i].t.SetData(s.t)
		}
	}
}

// reader takes the entries of a state one by one and notes what does not fit.
type reader struct {
	from     *State
	taken    map[string]bool
	problems []string
}

func newReader(kind string, s *State) *reader {
	r := &reader{from: s, taken: map[string]bool{}}
	if s.Kind != kind {
		r.note("the state is that of %q, not of %q", s.Kind, kind)
	}
	return r
}

func (r *reader) note(format string, args ...any) {
	r.problems = append(r.problems, fmt.Sprintf(format, args...))
}

func (r *reader) number(name string) float64 {
	v, ok := r.from.Numbers[name]
	if !ok {
		r.note("missing %s", name)
	}
	r.taken[name] = true
	return v
}

// whole is a number that counts something.
func (r *reader) whole(name string) int {
	v := r.number(name)
	if v != float64(int(v)) || v < 0 {
		r.note("%s is %v, no count", name, v)
	}
	return int(v)
}

func (r *reader) tensor(name string, like *tensor.Tensor) *tensor.Tensor {
	r.taken[name] = true
	t := r.from.Tensors[name]
	switch {
	case t == nil:
		r.note("missing %s", name)
		return nil
	case !slices.Equal(t.Shape(), like.Shape()):
		r.note("%s has shape %s, its parameter %s", name, lazy.ShapeString(t.Shape()), lazy.ShapeString(like.Shape()))
	}
	return t.Detach().To(like.Device()).Cast(like.DType())
}

func (r *reader) group(i int, g *Group) (c Config) {
	if n := r.whole(groupName(i, "params")); n != len(g.Params) {
		r.note("group %d has %d parameters in the state, %d in the optimizer", i, n, len(g.Params))
	}
	c.settings(func(name string, v reflect.Value) {
		x := r.number(groupName(i, name))
		if v.Kind() == reflect.Bool {
			v.SetBool(x != 0)
		} else {
			v.SetFloat(x)
		}
	})
	if wrong := c.wrong(); wrong != "" {
		r.note("group %d: %s", i, wrong)
	}
	return c
}

// state reads the state of one parameter. What a rule keeps of it is found by writing a step down, which runs nothing.
func (r *reader) state(rule rule, i int, p *tensor.Tensor, c *Config) *state {
	if _, ok := r.from.Numbers[slotName(i, "step")]; !ok {
		return nil
	}
	st := &state{step: max(1, r.whole(slotName(i, "step")))}
	sample := &update{Config: c, state: state{step: st.step}, p: p.Detach(), g: p.Detach()}
	rule(sample)
	if sample.product != 0 {
		st.product = r.number(slotName(i, "mu_product"))
	}
	for _, kept := range sample.next {
		st.slots = append(st.slots, slot{kept.name, r.tensor(slotName(i, kept.name), p)})
	}
	return st
}

// err is what was noted, and what nobody took, as one error.
func (r *reader) err() error {
	names := slices.Concat(slices.Collect(maps.Keys(r.from.Numbers)), slices.Collect(maps.Keys(r.from.Tensors)))
	slices.Sort(names)
	for _, name := range names {
		if !r.taken[name] {
			r.note("unexpected %s", name)
		}
	}
	if len(r.problems) == 0 {
		return nil
	}
	return &lazy.Error{Kind: lazy.ErrState, Op: "load_state_dict", Axis: -1, Reason: strings.Join(r.problems, "; "), Line: lazy.UserLine()}
}
