package runtime

import (
	"crypto/sha256"
	"runtime"
	"strings"
	"sync"

	"weft/codegen"
	"weft/schedule"
)

// planned is a plan with its kernels compiled.
type planned struct {
	plan    *schedule.Plan
	kernels []*Kernel
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
	CountPlan(pl != nil)
	if pl != nil {
		return pl, nil
	}
	plan, err := makePlan(req)
	if err != nil {
		return nil, err
	}
	pl = &planned{plan: plan}
	if pl.kernels, err = c.compile(d, plan); err != nil {
		return nil, err
	}
	planMade(PlanMade{d, plan, pl.kernels})
	pl.plan = plan.Slim()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plans.limit = planLimit
	c.plans.put(req.Key, pl)
	return pl, nil
}

// compile makes the kernels of a plan, side by side.
func (c *planCache) compile(d *Device, plan *schedule.Plan) ([]*Kernel, error) {
	kernels, errs := make([]*Kernel, len(plan.Launches)), make([]error, len(plan.Launches))
	debugPlan(plan)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(plan.Launches)) {
		wg.Go(func() {
			for i := range next {
				kernels[i], errs[i] = c.kernel(d, plan.Launches[i])
			}
		})
	}
	for i := range plan.Launches {
		next <- i
	}
	close(next)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return kernels, nil
}

// lowerOptions has the loop program verified after every pass under DEBUG, and shown after every pass under DEBUG=7.
func lowerOptions(kernel string) codegen.LowerOptions {
	opt := codegen.LowerOptions{Verify: Debugging(DebugInfo)}
	if DebuggingKernel(DebugRewrite, kernel) {
		opt.Trace = func(pass, text string) { DebugText(DebugRewrite, kernel, "after pass "+pass+" of", text) }
	}
	return opt
}

// kernel is the compiled form of one launch.
func (c *planCache) kernel(d *Device, l *schedule.Launch) (*Kernel, error) {
	text := l.Kernel.Text()
	key := sha256.Sum256([]byte(text))
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
