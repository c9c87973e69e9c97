package optim

import (
	"fmt"

	"weft/frontend/tensor"
)

// Scheduler sets an optimizer's learning rates, and its momenta where the schedule moves them, epoch by epoch. New rates re-plan
// and compile nothing: they are read at launch. Groups that are added later join with the settings that they then have.
type Scheduler struct {
	opt   *Optimizer
	dials []dial
	epoch int
}

// dial is a setting that a schedule moves.
type dial struct {
	name string // in state dicts
	of   func(c *Config) *float64
	move Curve
	base []float64 // by group
}

// NewScheduler starts a schedule: the optimizer has the settings of epoch 0 from now on. A schedule that moves the momentum panics
// with *tensor.Error where the optimizer has none.
func NewScheduler(opt *Optimizer, schedule Schedule) *Scheduler {
	s := &Scheduler{opt: opt, dials: []dial{{name: "lr", of: func(c *Config) *float64 { return &c.LR }, move: schedule.Rate}}}
	if schedule.Momentum != nil {
		s.dials = append(s.dials, dial{name: "momentum", of: opt.momentum(), move: schedule.Momentum})
	}
	s.set()
	return s
}

// momentum is the setting that PyTorch's cyclic schedules move: the momentum, or the first beta.
func (o *Optimizer) momentum() func(c *Config) *float64 {
	switch o.name {
	case "SGD", "RMSprop":
		return func(c *Config) *float64 { return &c.Momentum }
	case "Adam", "AdamW", "Adamax", "NAdam", "RAdam":
		return func(c *Config) *float64 { return &c.Beta1 }
	}
	fail("scheduler", "%s has no momentum to move; set NoMomentum", o.name)
	return nil
}

// Step goes on to the next epoch, or to the next batch where the schedule counts batches.
func (s *Scheduler) Step() {
	next := func() {
		s.epoch++
		s.set()
	}
	if !tensor.EachCall(nil, next) {
		next()
	}
}

// Epoch is the number of steps made so far.
func (s *Scheduler) Epoch() int { return s.epoch }

// LR is the rate of the first group.
func (s *Scheduler) LR() float64 { return s.opt.Groups[0].LR }

// LRs are the rates of all groups.
func (s *Scheduler) LRs() (all []float64) {
	for _, g := range s.opt.Groups {
		all = append(all, g.LR)
	}
	return all
}

func (s *Scheduler) set() {
	for k := range s.dials {
		d := &s.dials[k]
		for i, g := range s.opt.Groups {
			v := d.of(&g.Config)
			if i == len(d.base) {
				d.base = append(d.base, *v)
			}
			*v = d.move(d.base[i], s.epoch)
		}
	}
}

// StateDict is the scheduler's epoch and the settings that it moves, at its start and now. The schedule itself is a function and
// no part of it.
func (s *Scheduler) StateDict() *State {
	out := newState("Scheduler")
	out.Numbers["last_epoch"] = float64(s.epoch)
	for _, d := range s.dials {
		for i, base := range d.base {
			out.Numbers[dialName("base", d, i)] = base
			out.Numbers[dialName("last", d, i)] = *d.of(&s.opt.Groups[i].Config)
		}
	}
	return out
}

// refuse notes settings that no optimizer may have.
func (s *Scheduler) refuse(r *reader, now [][]float64) {
	for i, g := range s.opt.Groups {
		c := g.Config
		for k, d := range s.dials {
			if i < len(now[k]) {
				*d.of(&c) = now[k][i]
			}
		}
		if wrong := c.wrong(); wrong != "" {
			r.note("group %d: %s", i, wrong)
		}
	}
}

func dialName(when string, d dial, i int) string { return fmt.Sprintf("%s_%s.%d", when, d.name, i) }

// LoadStateDict goes to the epoch and gives the optimizer the settings of a state that StateDict gave of a scheduler of the same
// groups. Whatever is missing or too much is one error that lists it all, and then nothing has changed.
func (s *Scheduler) LoadStateDict(state *State) error {
	r := newReader("Scheduler", state)
	epoch := r.whole("last_epoch")
	var bases, now [][]float64
	for _, d := range s.dials {
		var base, last []float64
		for i := range d.base {
			base, last = append(base, r.number(dialName("base", d, i))), append(last, r.number(dialName("last", d, i)))
		}
		bases, now = append(bases, base), append(now, last)
	}
	s.refuse(r, now)
	if err := r.err(); err != nil {
		return err
	}
	s.epoch = epoch
	for k := range s.dials {
		d := &s.dials[k]
		d.base = bases[k]
		for i := range d.base {
			*d.of(&s.opt.Groups[i].Config) = now[k][i]
		}
	}
	return nil
}
