package runtime

import (
	"slices"
	"sync"

	"weft/schedule"
)

// PlanMade is a plan as it entered a device's schedule cache, with the compiled kernel of each launch.
type PlanMade struct {
	Device  *Device
	Plan    *schedule.Plan
	Kernels []*Kernel
}

// observers are told of plans.
var observers struct {
	mu  sync.Mutex
	all []*func(PlanMade)
}

// ObservePlans has f told of every plan that is made from now on, one after another, until stop is called; plans found in
// the schedule cache are not made. It is for tools: f must not change what it is given, nor realize anything.
func ObservePlans(f func(PlanMade)) (stop func()) {
	observers.mu.Lock()
	defer observers.mu.Unlock()
	entry := &f
	observers.all = append(observers.all, entry)
	return func() {
		observers.mu.Lock()
		defer observers.mu.Unlock()
		observers.all = slices.DeleteFunc(observers.all, func(e *func(PlanMade)) bool { return e == entry })
	}
}

// observed says that somebody wants to be told.
func observed() bool {
	observers.mu.Lock()
	defer observers.mu.Unlock()
	return len(observers.all) > 0
}

// planMade tells the observers.
func planMade(m PlanMade) {
	observers.mu.Lock()
	defer observers.mu.Unlock()
	for _, f := range observers.all {
		(*f)(m)
	}
}
