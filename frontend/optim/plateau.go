package optim

import "math"

// Plateau says when ReduceLROnPlateau gives up waiting. Zero fields take PyTorch's values, but for Patience, which PyTorch has at 10.
type Plateau struct {
	Max       bool    // the metric should grow; false: it should fall
	Factor    float64 // the rate is multiplied by this; 0 means 0.1
	Patience  int     // epochs without progress that are borne
	Threshold float64 // what counts as progress; 0 means 1e-4
	Absolute  bool    // Threshold is a difference; false: a part of the best value
	Cooldown  int     // epochs after a reduction that are not counted
	MinLR     float64 // no rate goes below this
	Eps       float64 // smaller changes of a rate are not made; 0 means 1e-8
}

// PlateauScheduler lowers the learning rates when a metric stops getting better.
type PlateauScheduler struct {
	opt              *Optimizer
	p                Plateau
	best             float64
	epoch, bad, cool int
}

// ReduceLROnPlateau makes a scheduler that watches a metric. A factor of 1 or more panics with *tensor.Error.
func ReduceLROnPlateau(opt *Optimizer, p Plateau) *PlateauScheduler {
	p.Factor, p.Threshold, p.Eps = orElse(p.Factor, 0.1), orElse(p.Threshold, 1e-4), orElse(p.Eps, 1e-8)
	require("ReduceLROnPlateau", p.Factor < 1, "factor %v is not below 1", p.Factor)
	s := &PlateauScheduler{opt: opt, p: p, best: math.Inf(1)}
	if p.Max {
		s.best = math.Inf(-1)
	}
	return s
}

// Step is called once an epoch with the metric.
func (s *PlateauScheduler) Step(metric float64) {
	s.epoch++
	if s.better(metric) {
		s.best, s.bad = metric, 0
	} else {
		s.bad++
	}
	if s.cool > 0 {
		s.cool, s.bad = s.cool-1, 0
	}
	if s.bad > s.p.Patience {
		s.reduce()
		s.cool, s.bad = s.p.Cooldown, 0
	}
}

// better has PyTorch's bounds: best times 1 minus or plus the threshold, or the threshold below or above it.
func (s *PlateauScheduler) better(metric float64) bool {
	sign := -1.0
	if s.p.Max {
		sign = 1
	}
	bound := s.best * (1 + sign*s.p.Threshold)
	if s.p.Absolute {
		bound = s.best + sign*s.p.Threshold
	}
	return sign*metric > sign*bound
}

// reduce lowers the rates where that is worth it.
func (s *PlateauScheduler) reduce() {
	for _, g := range s.opt.Groups {
		if next := math.Max(g.LR*s.p.Factor, s.p.MinLR); g.LR-next > s.p.Eps {
			g.LR = next
		}
	}
}

// StateDict is what the scheduler remembers: the best metric, which is infinite at first, and its counts. The rates are the
// optimizer's.
func (s *PlateauScheduler) StateDict() *State {
	out := newState("ReduceLROnPlateau")
	out.Numbers["best"] = s.best
	for _, c := range s.counts() {
		out.Numbers[c.name] = float64(*c.n)
	}
	return out
}

type count struct {
	name string
	n    *int
}

func (s *PlateauScheduler) counts() []count {
	return []count{{"last_epoch", &s.epoch}, {"num_bad_epochs", &s.bad}, {"cooldown_counter", &s.cool}}
}

// LoadStateDict goes to a state that StateDict gave. Whatever is missing or too much is one error that lists it all, and then nothing
// has changed.
func (s *PlateauScheduler) LoadStateDict(state *State) error {
	r := newReader("ReduceLROnPlateau", state)
	next := *s
	next.best = r.number("best")
	for _, c := range next.counts() {
		*c.n = r.whole(c.name)
	}
	if err := r.err(); err != nil {
		return err
	}
	*s = next
	return nil
}
