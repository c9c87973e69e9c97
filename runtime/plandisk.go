package runtime

import (
	"crypto/sha256"
	"math"
	"reflect"

	"weft/codegen"
	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// planFile is a plan as the disk keeps it: what launching needs to know, with the keys of the kernels' objects. Graph and
// loops are not in it, so that a warm start neither rewrites nor plans nor lowers.
type planFile struct {
	Launches   []launchFile
	Mems       []memFile
	Outputs    []schedule.Result
	Keeps      []schedule.Keep
	Checks     []schedule.CheckAt
	ArenaBytes int64
	Kernels    []kernelFile
}

// launchFile is a launch of kernel number Kernel; Node is the request's node whose line it bears, or -1.
type launchFile struct {
	Kernel, Node, Ops int
	Mems, Params      []int
	Offsets           []int64
	Beside            bool
}

type memFile struct {
	Kind   schedule.MemKind
	DType  ops.DType
	Elems  int64
	Input  int
	Offset int64
}

// kernelFile is the frame of a program, which is all that a launch looks at, and its measures.
type kernelFile struct {
	Key               diskKey
	Name              string
	VL, NumParams     int
	Bufs              []codegen.Buf
	Scalars           []ops.DType
	Phases            []phaseFile
	Bytes, Flops, Ops int64
}

type phaseFile struct {
	Tiles    int64
	TileCost float64
}

// planKey names a request's plan on disk; false where plans are not kept: tools want to see how they are made, and a back
// end of closures leaves nothing to load; and with search on the kernels are not those of the model.
func (d *Device) planKey(req *schedule.Request) (diskKey, bool) {
	if theDisk().dir == "" || searching() || Debugging(DebugInfo) || planObservers.some.Load() || passesVersion() == "" {
		return diskKey{}, false
	}
	h := hasher{Hash: sha256.New()}
	h.text("plan")
	h.text(codeVersion)
	h.text(passesVersion())
	h.text(d.backend.Name())
	h.text(d.backend.Key())
	h.walk(reflect.ValueOf(d.Target()))
	h.number(req.Key[0])
	h.number(req.Key[1])
	return diskKey(h.flush()), true
}

// keepPlan writes a plan to disk if all its kernels are objects there.
func (d *Device) keepPlan(key diskKey, req *schedule.Request, pl *planned) {
	for _, k := range pl.kernels {
		if k.code == nil {
			return
		}
	}
	theDisk().put(key, encode(planFileOf(req, pl)))
}

func planFileOf(req *schedule.Request, pl *planned) planFile {
	p := pl.plan
	f := planFile{Outputs: p.Outputs, Keeps: p.Keeps, Checks: p.Checks, ArenaBytes: p.ArenaBytes}
	for _, m := range p.Mems {
		f.Mems = append(f.Mems, memFile{m.Kind, m.DType, m.Elems, m.Input, m.Offset})
	}
	nodeAt := map[uintptr]int{}
	for i, n := range req.Nodes {
		nodeAt[n.PC()] = i
	}
	number := map[*Kernel]int{}
	for i, l := range p.Launches {
		k := pl.kernels[i]
		if _, ok := number[k]; !ok {
			number[k] = len(f.Kernels)
			f.Kernels = append(f.Kernels, kernelFileOf(k))
		}
		node, ok := nodeAt[l.PC]
		if !ok {
			node = -1
		}
		f.Launches = append(f.Launches, launchFile{number[k], node, l.Ops, l.Mems, l.Params, l.Offsets, l.Beside})
	}
	return f
}

func kernelFileOf(k *Kernel) kernelFile {
	p := k.Program
	f := kernelFile{k.key, p.Name, p.VL, p.NumParams, p.Bufs, p.Scalars, nil, k.Bytes, k.Flops, k.Ops}
	for i := range p.Phases {
		f.Phases = append(f.Phases, phaseFile{p.Phases[i].Tiles, p.Phases[i].TileCost})
	}
	return f
}

// readPlan is the plan on disk with its kernels loaded; nil if any of it is missing, damaged or makes no sense.
func (d *Device) readPlan(key diskKey, req *schedule.Request) *planned {
	payload, ok := theDisk().get(key)
	if !ok {
		return nil
	}
	var f planFile
	if decode(payload, &f) != nil {
		return nil
	}
	plan, err := f.plan(req)
	if err != nil {
		WarnOnce("a schedule on disk is of no use and will be made anew: %v", err)
		return nil
	}
	loaded := make([]*Kernel, len(f.Kernels))
	if sideBySide(len(loaded), func(i int) (err error) { loaded[i], err = d.readKernel(&f.Kernels[i]); return }) != nil {
		return nil
	}
	pl := &planned{plan: plan}
	for _, l := range f.Launches {
		pl.kernels = append(pl.kernels, loaded[l.Kernel])
	}
	return pl
}

// readKernel loads a kernel of which only the frame is known.
func (d *Device) readKernel(f *kernelFile) (*Kernel, error) {
	return d.framed.get(f.Key, func() (*Kernel, error) {
		k := d.fromDisk(f.Key, f.frame())
		if k == nil {
			return nil, errWire
		}
		counters.diskHits.Add(1)
		k.Bytes, k.Flops, k.Ops = f.Bytes, f.Flops, f.Ops
		return k, nil
	})
}

// frame is the program without its bodies.
func (f *kernelFile) frame() *codegen.Program {
	p := &codegen.Program{Name: f.Name, VL: f.VL, NumParams: f.NumParams, Bufs: f.Bufs, Scalars: f.Scalars}
	for _, ph := range f.Phases {
		p.Phases = append(p.Phases, codegen.Phase{Tiles: ph.Tiles, TileCost: ph.TileCost})
	}
	return p
}

// plan makes the plan of a file and holds it to what every plan keeps to, and to the request.
func (f *planFile) plan(req *schedule.Request) (*schedule.Plan, error) {
	kernels := make([]*schedule.Kernel, len(f.Kernels))
	for i := range f.Kernels {
		if err := f.Kernels[i].verify(); err != nil {
			return nil, err
		}
		kernels[i] = f.Kernels[i].head()
	}
	p := &schedule.Plan{Outputs: f.Outputs, Keeps: f.Keeps, Checks: f.Checks, ArenaBytes: f.ArenaBytes}
	for _, m := range f.Mems {
		p.Mems = append(p.Mems, schedule.Mem{Kind: m.Kind, DType: m.DType, Elems: m.Elems, Input: m.Input, Offset: m.Offset})
	}
	for _, l := range f.Launches {
		if l.Kernel < 0 || l.Kernel >= len(kernels) || l.Node >= len(req.Nodes) {
			return nil, badPlan("a launch of kernel %d for node %d", l.Kernel, l.Node)
		}
		launch := &schedule.Launch{Kernel: kernels[l.Kernel], Mems: l.Mems, Offsets: l.Offsets, Params: l.Params, Ops: l.Ops, Beside: l.Beside}
		if l.Node >= 0 {
			launch.PC = req.Nodes[l.Node].PC()
		}
		p.Launches = append(p.Launches, launch)
	}
	if err := p.VerifyFor(req); err != nil {
		return nil, err
	}
	return p.Slim(), nil
}

// head is the kernel without its loops.
func (f *kernelFile) head() *schedule.Kernel {
	k := &schedule.Kernel{Name: f.Name, Params: f.Scalars}
	for _, b := range f.Bufs[:f.NumParams] {
		k.Bufs = append(k.Bufs, schedule.Buf{DType: b.DType, Elems: b.Elems, Read: b.Read, Written: b.Written, Align: b.Align, Alias: b.Alias})
	}
	return k
}

func (f *kernelFile) verify() error {
	if f.NumParams < 0 || f.NumParams > len(f.Bufs) || len(f.Phases) == 0 {
		return badPlan("a kernel of %d buffers, %d given, and %d phases", len(f.Bufs), f.NumParams, len(f.Phases))
	}
	for _, b := range f.Bufs {
		if !b.DType.Valid() || b.Elems < 0 || b.Elems > math.MaxInt64/16 {
			return badPlan("a buffer of %d elements of dtype %d", b.Elems, b.DType)
		}
	}
	for _, ph := range f.Phases {
		if ph.Tiles < 0 || !(ph.TileCost >= 0) || math.IsInf(ph.TileCost, 0) {
			return badPlan("a phase of %d tiles of %g ns", ph.Tiles, ph.TileCost)
		}
	}
	return nil
}

func badPlan(format string, args ...any) error {
	return fail(lazy.ErrData, "load a schedule", "", format, args...)
}
