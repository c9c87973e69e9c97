package runtime

import (
	"context"
	"runtime"
	"sync"

	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// Program is a graph that was planned and compiled once, to be run again and again on other memory and with other numbers. It
// is safe from many goroutines.
type Program struct {
	d     *Device
	pl    *planned
	req   *schedule.Request
	place []int // of each root among those that have elements, -1 for the others
	runs  *runCache
}

// runCache keeps one run that is not in use, with its arena, which is freed with the program.
type runCache struct {
	mu   sync.Mutex
	idle *programRun
}

// programRun is what one run at a time needs and the next can use again.
type programRun struct {
	planRun
	arena Arena
}

// NewProgram plans and compiles the roots. Copies between devices and host functions cannot be part of a program.
func NewProgram(roots []*lazy.Node, opt RealizeOptions) (*Program, error) {
	d, err := Open(opt.Device)
	if err != nil {
		return nil, err
	}
	p := &Program{d: d, runs: &runCache{}}
	full := nonEmpty(roots)
	next := 0
	for _, r := range roots {
		at := -1
		if r.Numel() > 0 {
			at, next = next, next+1
		}
		p.place = append(p.place, at)
	}
	p.req = schedule.NewRequest(full, opt.schedule(), false)
	if len(p.req.Effects) > 0 {
		n := p.req.Effects[0]
		name := n.Op.String()
		if host, ok := n.Ref.(*lazy.HostFunc); ok {
			name = host.Name
		}
		return nil, &lazy.Error{Kind: lazy.ErrState, Op: name, Axis: -1, Line: lazy.Line(n.PC()),
			Reason: "a compiled function cannot copy between devices or call host functions", Hint: "do it outside the function"}
	}
	if err := onDevice(d, p.req); err != nil {
		return nil, err
	}
	if p.pl, err = d.plans.get(d, p.req); err != nil {
		return nil, err
	}
	runtime.AddCleanup(p, func(c *runCache) { c.swap(nil).free() }, p.runs)
	return p, nil
}

// Leaves is the memory that the graph reads, by number: as it was when the program was made, which each Run replaces.
func (p *Program) Leaves() []lazy.Kept { return p.req.Leaves }

// Scalars are the values of the program's numbers; ScalarRefs tells which scalar nodes they belong to, nil for constants.
func (p *Program) Scalars() []ops.Value { return p.req.Scalars }

// ScalarRefs are the identities of the scalar nodes behind Scalars.
func (p *Program) ScalarRefs() []lazy.Ref { return p.req.ScalarRefs() }

// Plan is what the program launches, planned anew with all that tools look at.
func (p *Program) Plan() (*schedule.Plan, error) { return makePlan(p.req) }

// Place is the number of a root's value among the plan's outputs, -1 if it has no elements.
func (p *Program) Place(root int) int { return p.place[root] }

// Check is what the plan's check number i is about.
func (p *Program) Check(c schedule.CheckAt) *lazy.CheckInfo {
	return p.req.Nodes[c.Node].Ref.(*lazy.CheckInfo)
}

// Fresh says whether a root gets memory that no other root and no source has.
func (p *Program) Fresh(root int) bool {
	if p.place[root] < 0 {
		return false
	}
	outputs := p.pl.plan.Outputs
	mem := outputs[p.place[root]].Mem
	users := 0
	for _, o := range outputs {
		if o.Mem == mem {
			users++
		}
	}
	return mem >= 0 && users == 1
}

// Run runs the program on leaves and with values, as many as Leaves and Scalars have. A root whose storage in into is not
// nil is written there; only a Fresh one can be, and nobody else may use that memory meanwhile. out receives, for each root, the
// memory that holds it. On an error it is left alone.
func (p *Program) Run(ctx context.Context, leaves []lazy.Kept, values []ops.Value, into []*Storage, out []lazy.Kept) error {
	r, err := p.take()
	if err != nil {
		return err
	}
	defer p.give(r)
	r.leaves, r.values = leaves, values
	for i, s := range into {
		if s != nil {
			r.stores[p.pl.plan.Outputs[p.place[i]].Mem] = s
		}
	}
	if err := r.bind(r.arena); err != nil {
		return err
	}
	if err := r.launchAll(ctx); err != nil {
		return err
	}
	return p.results(r, out)
}

func (p *Program) results(r *programRun, out []lazy.Kept) error {
	for i, at := range p.place {
		if at < 0 {
			s, err := p.d.NewStorage(0)
			if err != nil {
				return err
			}
			out[i] = lazy.Kept{Storage: s}
			continue
		}
		if o := p.pl.plan.Outputs[at]; o.Mem < 0 {
			out[i] = r.leaves[o.Leaf]
		} else {
			out[i] = lazy.Kept{Storage: r.stores[o.Mem]}
		}
	}
	return nil
}

// take is the idle run, or a new one.
func (p *Program) take() (*programRun, error) {
	if r := p.runs.swap(nil); r != nil {
		return r, nil
	}
	arena, err := p.d.NewArena(p.pl.plan.ArenaBytes)
	if err != nil {
		return nil, err
	}
	r := &programRun{planRun: planRun{d: p.d, pl: p.pl, nodes: p.req.Nodes}, arena: arena}
	r.stores = make([]*Storage, len(p.pl.plan.Mems))
	return r, nil
}

// give keeps a run for the next one.
func (p *Program) give(r *programRun) {
	clear(r.stores)
	clear(r.ptrs)
	r.leaves, r.values = nil, nil
	p.runs.swap(r).free()
}

// swap puts a run away and gives what was there.
func (c *runCache) swap(r *programRun) *programRun {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.idle
	c.idle = r
	return old
}

func (r *programRun) free() {
	if r != nil {
		r.arena.Free()
	}
}
