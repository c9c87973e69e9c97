package optim

// Scheduler sets an optimizer's learning rates epoch by epoch. A new rate compiles nothing: rates are read at launch.
type Scheduler struct {
	opt      *Optimizer
	schedule Schedule
	base     []float64
	epoch    int
}

// NewScheduler starts a schedule: the optimizer has the rates of epoch 0 from now on.
func NewScheduler(opt *Optimizer, schedule Schedule) *Scheduler {
	s := &Scheduler{opt: opt, schedule: schedule}
	for _, g := range opt.Groups {
		s.base = append(s.base, g.LR)
	}
	s.set()
	return s
}

// Step goes on to the next epoch.
func (s *Scheduler) Step() {
	s.epoch++
	s.set()
}

// LR is the rate of the first group.
func (s *Scheduler) LR() float64 { return s.opt.Groups[0].LR }

func (s *Scheduler) set() {
	for i, g := range s.opt.Groups {
		g.LR = s.schedule(s.base[i], s.epoch)
	}
}
