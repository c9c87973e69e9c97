package runtime

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"weft/schedule"
)

// PlanMade is a plan as it entered a device's schedule cache, with the compiled kernel of each launch.
type PlanMade struct {
	Device  *Device
	Plan    *schedule.Plan
	Kernels []*Kernel
}

// LaunchDone is one launch of a kernel that has ended.
type LaunchDone struct {
	Kernel *Kernel
	Site   Site
	Took   time.Duration
}

var (
	planObservers   observers[PlanMade]
	launchObservers observers[LaunchDone]
)

// ObservePlans has f told of every plan that is made from now on, one after another, until stop is called; plans found in
// the schedule cache are not made. It is for tools: f must not change what it is given, nor realize anything.
func ObservePlans(f func(PlanMade)) (stop func()) { return planObservers.add(f) }

// ObserveLaunches has f told of every launch of a kernel that ends from now on, one after another, until stop is called. Kernels
// run alone meanwhile, as they do under DEBUG=2. It is for tools: f must not change what it is given, nor realize anything.
func ObserveLaunches(f func(LaunchDone)) (stop func()) { return launchObservers.add(f) }

// Rates are what a launch of the kernel moves and computes by its program's account when it takes so many seconds.
func (k *Kernel) Rates(seconds float64) (gbs, gflops float64) {
	seconds = max(seconds, 1e-9)
	return float64(k.Bytes) / seconds / 1e9, float64(k.Flops) / seconds / 1e9
}

// observers are told of events of one kind.
type observers[E any] struct {
	some atomic.Bool // somebody wants to be told
	mu   sync.Mutex
	all  []*func(E)
}

func (o *observers[E]) add(f func(E)) (stop func()) {
	entry := &f
	o.change(func() { o.all = append(o.all, entry) })
	return func() {
		o.change(func() { o.all = slices.DeleteFunc(o.all, func(e *func(E)) bool { return e == entry }) })
	}
}

func (o *observers[E]) change(how func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	how()
	o.some.Store(len(o.all) > 0)
}

// tell tells everybody.
func (o *observers[E]) tell(e E) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.all {
		(*f)(e)
	}
}
