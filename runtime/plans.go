package runtime

import (
	"cmp"
	"crypto/sha256"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"weft/codegen"
	"weft/schedule"
)

// planned is a plan with its kernels compiled.
type planned struct {
	plan    *schedule.Plan
	kernels []*Kernel
	tunings []*tuning // of the launches that search is to look at; nil where it is off
}

// planLimit and lowerLimit are how many plans and lowered kernels are young.
const (
	planLimit  = 1024
	lowerLimit = 4096
)

// planCache is the schedule cache of a device: a hit plans and compiles nothing.
type planCache struct {
	mu    sync.Mutex
	plans generations[[2]uint64, *planned]
	// lowered finds the kernel for a schedule's kernel by its text, so that equal ones are lowered once.
	lowered generations[[32]byte, *Kernel]
}

func (c *planCache) get(d *Device, req *schedule.Request) (*planned, error) {
	c.mu.Lock()
	pl, _ := c.plans.get(req.Key)
	c.mu.Unlock()
	if pl != nil {
		counters.planHits.Add(1)
		return pl, nil
	}
	pl, err := c.find(d, req)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plans.limit = planLimit
	c.plans.put(req.Key, pl)
	return pl, nil
}

// find reads a plan from disk, or makes it and leaves it there.
func (c *planCache) find(d *Device, req *schedule.Request) (*planned, error) {
	key, keeps := d.planKey(req)
	if keeps {
		if pl := d.readPlan(key, req); pl != nil {
			counters.planReads.Add(1)
			return pl, nil
		}
	}
	counters.plans.Add(1)
	pl, err := c.make(d, req)
	if err == nil && keeps {
		d.keepPlan(key, req, pl)
	}
	return pl, err
}

func (c *planCache) make(d *Device, req *schedule.Request) (*planned, error) {
	plan, err := makePlan(req)
	if err != nil {
		return nil, err
	}
	kernels, err := c.compile(d, plan)
	if err != nil {
		return nil, err
	}
	planObservers.tell(PlanMade{d, plan, kernels})
	return &planned{plan.Slim(), kernels, tuningsOf(plan, kernels)}, nil
}

// compile makes the kernels of a plan: equal ones once, the others side by side, the longest first.
func (c *planCache) compile(d *Device, plan *schedule.Plan) ([]*Kernel, error) {
	debugPlan(plan)
	n := len(plan.Launches)
	keys, sizes := make([][32]byte, n), make([]int, n)
	_ = sideBySide(n, func(i int) error {
		text := plan.Launches[i].Kernel.Text()
		keys[i], sizes[i] = sha256.Sum256([]byte(text)), len(text)
		return nil
	})
	first := map[[32]byte]int{}
	var distinct []int
	for i, key := range keys {
		if _, ok := first[key]; !ok {
			first[key] = i
			distinct = append(distinct, i)
		}
	}
	slices.SortStableFunc(distinct, func(a, b int) int { return sizes[b] - sizes[a] })
	kernels := make([]*Kernel, n)
	err := sideBySide(len(distinct), func(j int) (err error) {
		i := distinct[j]
		if kernels[i], err = c.kernel(d, plan.Launches[i], keys[i]); err == nil {
			kernels[i] = d.winner(plan.Launches[i].Kernel, kernels[i])
		}
		return err
	})
	for i, key := range keys {
		kernels[i] = kernels[first[key]]
	}
	return kernels, err
}

// sideBySide does n things on as many cores as there are and gives the error of the first that failed.
func sideBySide(n int, do func(i int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		})
	}
	wg.Wait()
	return cmp.Or(errs...)
}

// lowerOptions has the loop program verified after every pass under DEBUG, and shown after every pass under DEBUG=7.
func lowerOptions(kernel string) codegen.LowerOptions {
	opt := codegen.LowerOptions{Verify: Debugging(DebugInfo)}
	if DebuggingKernel(DebugRewrite, kernel) {
		opt.Trace = func(pass, text string) { DebugText(DebugRewrite, kernel, "after pass "+pass+" of", text) }
	}
	return opt
}

// kernel is the compiled form of one launch as the model chooses it; key is the hash of its kernel's text.
func (c *planCache) kernel(d *Device, l *schedule.Launch, key [32]byte) (*Kernel, error) {
	c.mu.Lock()
	k, _ := c.lowered.get(key)
	c.mu.Unlock()
	if k != nil {
		return k, nil
	}
	p, err := codegen.LowerWith(l.Kernel, d.Target(), lowerOptions(l.Kernel.Name))
	if err != nil {
		return nil, err
	}
	if DebuggingKernel(DebugCode, l.Kernel.Name) {
		DebugText(DebugCode, l.Kernel.Name, "loop program of", p.Text())
	}
	if k, err = d.KernelFor(p, l.PC); err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lowered.limit = lowerLimit
	c.lowered.put(key, k)
	return k, nil
}

// debugPlan prints the kernels as the scheduler made them, with where what they compute lives.
func debugPlan(plan *schedule.Plan) {
	if !Debugging(DebugLoops) {
		return
	}
	why := plan.Why()
	for i, l := range plan.Launches {
		DebugText(DebugLoops, l.Kernel.Name, "kernel", l.Kernel.Text()+strings.Join(why[i], "\n"))
	}
}
