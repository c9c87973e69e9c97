package runtime

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"time"
	"unsafe"

	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// RealizeOptions say how to compute a graph.
type RealizeOptions struct {
	// Device computes the graph; "" is the default device.
	Device string
	// KeepIntermediates leaves each intermediate that got a buffer with its node (lazy.Node.Kept).
	KeepIntermediates bool
	// Unfused puts a buffer after every operation, as WEFT_FUSE=0 does.
	Unfused bool
}

// schedule is what the options mean to the scheduler, here and now.
func (o RealizeOptions) schedule() schedule.Options {
	return schedule.Options{Unfused: o.Unfused || !Fusion(), L2: Target().L2}
}

// Realize computes the roots in one schedule and gives, for each, the memory that holds it, row by row. On an error, that of a
// failed check or of a ctx that ended among them, nothing is kept.
func Realize(ctx context.Context, roots []*lazy.Node, opt RealizeOptions) ([]*lazy.Kept, error) {
	d, err := Open(opt.Device)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if full := nonEmpty(roots); len(full) < len(roots) {
		return realizeAround(ctx, d, roots, full, opt)
	}
	opts := opt.schedule()
	req := schedule.NewRequest(roots, opts, opt.KeepIntermediates)
	if len(req.Effects) > 0 {
		err := effects(ctx, req.Effects, opt)
		req.Release()
		if err != nil {
			return nil, err
		}
		req = schedule.NewRequest(roots, opts, opt.KeepIntermediates)
	}
	defer req.Release()
	if err := onDevice(d, req); err != nil {
		return nil, err
	}
	before, start := Snapshot(), time.Now()
	pl, err := d.plans.get(d, req)
	if err != nil {
		return nil, err
	}
	out, err := d.run(ctx, pl, req)
	DebugTotals(fmt.Sprintf("realize %d", len(roots)), before, time.Since(start), d.pool)
	return out, err
}

// fusion overrides WEFT_FUSE: 0 leaves it to the environment, 1 is on, 2 is off.
var fusion atomic.Int32

// Fusion says whether graphs are fused: as SetFusion said last, else as WEFT_FUSE does.
func Fusion() bool {
	if f := fusion.Load(); f != 0 {
		return f == 1
	}
	return config().Fuse
}

// SetFusion turns fusion on or off for the whole process; benchmarks compare the two.
func SetFusion(on bool) {
	if on {
		fusion.Store(1)
		return
	}
	fusion.Store(2)
}

// nonEmpty are the roots that have elements.
func nonEmpty(roots []*lazy.Node) []*lazy.Node {
	full := make([]*lazy.Node, 0, len(roots))
	for _, r := range roots {
		if r.Numel() > 0 {
			full = append(full, r)
		}
	}
	return full
}

// realizeAround computes the roots that have elements and gives the others memory of no length.
func realizeAround(ctx context.Context, d *Device, roots, full []*lazy.Node, opt RealizeOptions) ([]*lazy.Kept, error) {
	var computed []*lazy.Kept
	if len(full) > 0 {
		var err error
		if computed, err = Realize(ctx, full, opt); err != nil {
			return nil, err
		}
	}
	out := make([]*lazy.Kept, len(roots))
	for i, r := range roots {
		if r.Numel() > 0 {
			out[i], computed = computed[0], computed[1:]
			continue
		}
		s, err := d.NewStorage(0)
		if err != nil {
			return nil, err
		}
		out[i] = &lazy.Kept{Storage: s}
	}
	return out, nil
}

// onDevice refuses memory of another device.
func onDevice(d *Device, req *schedule.Request) error {
	for _, k := range req.Leaves {
		name := k.Storage.Device()
		if name == d.name {
			continue
		}
		other, err := Open(name)
		if err != nil {
			return err
		}
		if !other.SharesMemory(d) {
			return fail(lazy.ErrDevice, "realize", "move one with To", "memory on %s in a graph for %s", name, d.name)
		}
	}
	return nil
}

// run launches a plan on the request's memory and values.
func (d *Device) run(ctx context.Context, pl *planned, req *schedule.Request) ([]*lazy.Kept, error) {
	r := &planRun{d: d, pl: pl, nodes: req.Nodes, leaves: req.Leaves, values: req.Scalars}
	arena, err := d.NewArena(pl.plan.ArenaBytes)
	if err != nil {
		return nil, err
	}
	defer arena.Free()
	held, err := hold(req.Leaves)
	defer unhold(held)
	if err != nil {
		return nil, err
	}
	if err := r.bind(arena); err != nil {
		return nil, err
	}
	if err := r.launchAll(ctx); err != nil {
		return nil, err
	}
	r.keep()
	req.ShareKept()
	return r.results(), nil
}

// hold keeps the memory of leaves from being given back, and returns those that it holds.
func hold(leaves []lazy.Kept) ([]lazy.Kept, error) {
	for i, k := range leaves {
		if !k.Storage.(*Storage).hold() {
			return leaves[:i], errFreed()
		}
	}
	return leaves, nil
}

func unhold(leaves []lazy.Kept) {
	for _, k := range leaves {
		k.Storage.(*Storage).unhold()
	}
}

func errFreed() error {
	return fail(lazy.ErrState, "realize", "free a tensor after what was made of it has been realized", "memory that is read was given back by Free")
}

// planRun is one run of a plan: on which memory, with which numbers.
type planRun struct {
	d       *Device
	pl      *planned
	nodes   []*lazy.Node // of the request, for messages and what is kept
	leaves  []lazy.Kept  // memory of the sources
	values  []ops.Value  // numbers
	stores  []*Storage   // memory of what is not internal; those given before are used
	ptrs    []unsafe.Pointer
	scalars []int64
}

// bind finds memory for every buffer of the plan: internal ones lie in the arena.
func (r *planRun) bind(arena Arena) error {
	p := r.pl.plan
	if r.stores == nil {
		r.stores = make([]*Storage, len(p.Mems))
	}
	if r.ptrs == nil {
		r.ptrs = make([]unsafe.Pointer, len(p.Mems))
	}
	for i := range p.Mems {
		switch m := &p.Mems[i]; m.Kind {
		case schedule.Internal:
			r.ptrs[i] = arena.At(m.Offset)
		case schedule.Input:
			k := r.leaves[m.Input]
			s := k.Storage.(*Storage)
			if s.Freed() {
				return errFreed()
			}
			r.ptrs[i] = unsafe.Add(s.Pointer(), k.Offset*m.DType.Size())
		default:
			if err := r.own(i, m.Bytes()); err != nil {
				return err
			}
		}
	}
	r.scalars = r.scalars[:0]
	for _, v := range r.values {
		r.scalars = append(r.scalars, ScalarBits(v))
	}
	return nil
}

// own gives buffer i memory that outlives the run, unless it has some.
func (r *planRun) own(i int, bytes int64) error {
	if r.stores[i] == nil {
		s, err := r.d.NewStorage(bytes)
		if err != nil {
			return err
		}
		r.stores[i] = s
	}
	r.ptrs[i] = r.stores[i].Pointer()
	return nil
}

// launchAll launches the kernels, wave after wave, and looks at the checks.
func (r *planRun) launchAll(ctx context.Context) error {
	for i, n := 0, 0; i < len(r.pl.plan.Launches); i += n {
		n = r.waveAt(i)
		if err := r.launchWave(ctx, i, n); err != nil {
			return err
		}
	}
	err := r.checks()
	runtime.KeepAlive(r.stores)
	runtime.KeepAlive(r.leaves)
	return err
}

// ScalarBits is an entry of the scalar table.
func ScalarBits(v ops.Value) int64 {
	switch v.DType {
	case ops.Float64:
		return int64(v.Bits)
	case ops.Float32, ops.Float16, ops.BFloat16:
		return int64(math.Float32bits(float32(v.Float())))
	}
	return int64(v.Bits)
}

func (r *planRun) launch(ctx context.Context, i int) error {
	var few [16]unsafe.Pointer
	var some [8]int64
	l := r.pl.plan.Launches[i]
	bufs, scalars := r.operands(l, few[:0], some[:0])
	k := r.pl.kernels[i]
	if r.pl.tunings != nil && r.pl.tunings[i] != nil {
		k = r.pl.tunings[i].kernel(ctx, k, bufs, scalars)
	}
	return k.LaunchAt(ctx, bufs, scalars, Site{PC: l.PC, Ops: l.Ops})
}

// operands adds a launch's buffers and scalars to what it is given.
func (r *planRun) operands(l *schedule.Launch, bufs []unsafe.Pointer, scalars []int64) ([]unsafe.Pointer, []int64) {
	for j, m := range l.Mems {
		at := r.ptrs[m]
		if l.Offsets != nil {
			at = unsafe.Add(at, l.Offsets[j]*int64(r.pl.plan.Mems[m].DType.Size()))
		}
		bufs = append(bufs, at)
	}
	for _, s := range l.Params {
		scalars = append(scalars, r.scalars[s])
	}
	return bufs, scalars
}

// checks reports the first check that failed.
func (r *planRun) checks() error {
	for _, c := range r.pl.plan.Checks {
		if at := *(*int64)(r.ptrs[c.Mem]); at >= 0 {
			n := r.nodes[c.Node]
			info := n.Ref.(*lazy.CheckInfo)
			return &lazy.Error{Kind: lazy.ErrIndex, Op: info.Op, Axis: -1, Line: lazy.Line(n.PC()),
				Reason: fmt.Sprintf("%s at position %s", info.Message, position(c.Last-at, n.Src[1].Shape))}
		}
	}
	return nil
}

// position prints a flat position as an index of shape.
func position(flat int64, shape []int) string {
	idx := make([]int, len(shape))
	for i := len(shape) - 1; i >= 0; i-- {
		idx[i] = int(flat % int64(shape[i]))
		flat /= int64(shape[i])
	}
	return lazy.ShapeString(idx)
}

// keep leaves intermediates with their nodes.
func (r *planRun) keep() {
	for _, k := range r.pl.plan.Keeps {
		r.nodes[k.Node].SetKept(&lazy.Kept{Storage: r.stores[k.Mem]})
	}
}

// results are the memory of the outputs. What several have, or a source, is exposed.
func (r *planRun) results() []*lazy.Kept {
	out, given := make([]*lazy.Kept, len(r.pl.plan.Outputs)), make([]bool, len(r.stores))
	for i, o := range r.pl.plan.Outputs {
		if o.Mem < 0 {
			k := r.leaves[o.Leaf]
			k.Storage.(*Storage).Expose()
			out[i] = &k
			continue
		}
		if given[o.Mem] {
			r.stores[o.Mem].Expose()
		}
		given[o.Mem] = true
		out[i] = &lazy.Kept{Storage: r.stores[o.Mem]}
	}
	return out
}
