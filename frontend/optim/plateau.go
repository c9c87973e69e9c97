package optim

import "math"

// Plateau says when ReduceLROnPlateau gives up waiting. Zero fields take PyTorch's values, but for Patience.
type Plateau struct {
	Max       bool    // the metric should grow; false: it should fall
	Factor    float64 // the rate is multiplied by this; 0 means 0.1
	Patience  int     // epochs without progress that are borne
	Threshold float64 // what counts as progress; 0 means 1e-4
	Absolute  bool    // Threshold is a difference; false: a part of the best value
	Cooldown  int     // epochs after a reduction that are not counted
	MinLR     float64 // no rate goes below this
}

// PlateauScheduler lowers the learning rates when a metric stops getting better.
type PlateauScheduler struct {
	opt       *Optimizer
	p         Plateau
	best      float64
	bad, cool int
}

// ReduceLROnPlateau makes a scheduler that watches a metric.
func ReduceLROnPlateau(opt *Optimizer, p Plateau) *PlateauScheduler {
	p.Factor, p.Threshold = orElse(p.Factor, 0.1), orElse(p.Threshold, 1e-4)
	s := &PlateauScheduler{opt: opt, p: p, best: math.Inf(1)}
	if p.Max {
		s.best = math.Inf(-1)
	}
	return s
}

// Step is called once an epoch with the metric.
func (s *PlateauScheduler) Step(metric float64) {
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

func (s *PlateauScheduler) better(metric float64) bool {
	margin := s.p.Threshold
	if !s.p.Absolute {
		margin *= math.Abs(s.best)
	}
	switch {
	case math.IsInf(s.best, 0):
		return metric == metric && metric != s.best
	case s.p.Max:
		return metric > s.best+margin
	}
	return metric < s.best-margin
}

func (s *PlateauScheduler) reduce() {
	for _, g := range s.opt.Groups {
		if next := math.Max(g.LR*s.p.Factor, s.p.MinLR); g.LR-next > 1e-8 {
			g.LR = next
		}
	}
}
