package runtime

import (
	"context"
	"math"
	"runtime/pprof"
	"slices"
	"sync/atomic"
	"time"
	"unsafe"

	"weft/codegen"
	"weft/lazy"
)

// Kernel is a compiled program, ready to launch on its device.
type Kernel struct {
	Program *codegen.Program
	// Bytes and Flops are what one launch moves and computes by the program's account; Ops are its arithmetic instructions.
	Bytes, Flops, Ops int64
	// CompileTime is what compiling or loading took.
	CompileTime time.Duration

	key     diskKey
	device  *Device
	code    *Code // holds entries; nil for closures
	phases  []phase
	offsets []int64     // of each scratch buffer in a worker's scratch
	scratch int64       // bytes of a worker's scratch
	told    atomic.Bool // DEBUG=2 has told what compiling took
	labels  *pprof.LabelSet
}

// phase is one phase's code and what a tile of it is known to cost.
type phase struct {
	entry uintptr
	fn    codegen.Func
	tiles int64
	cost  atomic.Uint64 // ns a tile, as float64 bits
}

// tileCost is the expected time of one tile in nanoseconds.
func (p *phase) tileCost() float64 { return math.Float64frombits(p.cost.Load()) }

// learn lets measured time correct the estimate: at once if a tile was faster, slowly if it was slower, since a thread may
// have been put aside meanwhile. Only the sizes of chunks depend on it, never a result.
func (p *phase) learn(tiles int64, spent time.Duration) {
	measured, known := max(float64(spent)/float64(tiles), 0.01), p.tileCost()
	if measured > known {
		measured = known + (measured-known)/8
	}
	p.cost.Store(math.Float64bits(measured))
}

// labelled is call with the kernel's name as a label, where profiles are to tell kernels apart: all that they see of
// machine code is that it is not Go's.
func (k *Kernel) labelled(ctx context.Context, p *phase, bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
	if k.labels == nil {
		k.call(p, bufs, scalars, lo, hi)
		return
	}
	pprof.Do(ctx, *k.labels, func(context.Context) { k.call(p, bufs, scalars, lo, hi) })
}

// call runs one chunk of a phase on this goroutine.
func (k *Kernel) call(p *phase, bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
	if p.fn != nil {
		p.fn(bufs, scalars, lo, hi)
		return
	}
	k.code.Call(p.entry, unsafe.SliceData(bufs), unsafe.SliceData(scalars), lo, hi)
}

// Kernel gives the compiled form of a program: from memory, from disk, or by compiling it. Programs are never changed
// once they are given here. It is safe from many goroutines, and compiles equal programs once.
func (d *Device) Kernel(p *codegen.Program) (*Kernel, error) {
	key := programKey(d.backend, d.Target(), p)
	return d.kernels.get(key, func() (*Kernel, error) {
		k, err := d.build(key, p)
		if err == nil {
			k.key = key
		}
		return k, err
	})
}

// build loads a program's object from disk or has the back end compile it.
func (d *Device) build(key diskKey, p *codegen.Program) (*Kernel, error) {
	start := time.Now()
	texts := DebuggingKernel(DebugCode, p.Name)
	if !texts {
		if k := d.fromDisk(key, p); k != nil {
			counters.diskHits.Add(1)
			k.CompileTime = time.Since(start)
			return k, nil
		}
	}
	counters.compiles.Add(1)
	k, err := d.compile(key, p, texts)
	if err != nil {
		return nil, err
	}
	k.CompileTime = time.Since(start)
	return k, nil
}

// standIns compile what a back end that nobody need ask for cannot, unless WEFT_REQUIRE names that one.
var standIns = map[string]string{"goasm": "interp"}

// compile has the back end make a program's kernel, or its stand-in.
func (d *Device) compile(key diskKey, p *codegen.Program, texts bool) (*Kernel, error) {
	name := d.backend.Name()
	k, err := d.compileBy(d.backend, key, p, texts)
	if err == nil || standIns[name] == "" || slices.Contains(config().Require, name) {
		return k, err
	}
	counters.fallbacks.Add(1)
	Debugf(DebugInfo, "weft: %s takes the kernel %s: %v", standIns[name], p.Name, err)
	return d.compileBy(codegen.Lookup(standIns[name]), key, p, texts)
}

// compileBy has one back end make the code, loads it, and keeps an object on disk.
func (d *Device) compileBy(b codegen.Backend, key diskKey, p *codegen.Program, texts bool) (*Kernel, error) {
	compiled, err := b.Compile(p, d.Target(), texts)
	if err != nil {
		return nil, fail(lazy.ErrDevice, "compile "+p.Name, "", "%v", err)
	}
	printTexts(p.Name, compiled.Texts)
	k, err := d.assemble(p, compiled)
	if err == nil && compiled.Object != nil {
		theDisk().put(key, encodeObject(compiled))
	}
	return k, err
}

// fromDisk is the kernel made of the object on disk, nil if there is none that loads.
func (d *Device) fromDisk(key diskKey, p *codegen.Program) *Kernel {
	payload, ok := theDisk().get(key)
	if !ok {
		return nil
	}
	compiled, err := decodeObject(payload)
	if err != nil {
		return nil
	}
	k, err := d.assemble(p, compiled)
	if err != nil {
		WarnOnce("a cached object is of no use: %v", err)
		return nil
	}
	return k
}

// assemble makes a kernel of a back end's answer.
func (d *Device) assemble(p *codegen.Program, c *codegen.Compiled) (*Kernel, error) {
	k := &Kernel{Program: p, device: d, phases: make([]phase, len(p.Phases))}
	code, err := loadCompiled(c, p.Name)
	if err != nil {
		return nil, err
	}
	k.code = code
	for i := range k.phases {
		ph := &k.phases[i]
		ph.tiles = p.Phases[i].Tiles
		ph.cost.Store(math.Float64bits(max(p.Phases[i].TileCost, 0.01)))
		if err := k.bind(i, c); err != nil {
			return nil, err
		}
	}
	if config().Profile {
		labels := pprof.Labels("kernel", p.Name)
		k.labels = &labels
	}
	k.layScratch()
	t := measure(p)
	k.Bytes, k.Flops, k.Ops = t.bytes(p), t.flops, t.instrs
	return k, nil
}

// LoadCompiled makes the machine code of a back end's answer runnable; nil where it is closures.
func LoadCompiled(c *codegen.Compiled) (*Code, error) { return loadCompiled(c, "") }

// loadCompiled is LoadCompiled for the kernel of a name.
func loadCompiled(c *codegen.Compiled, kernel string) (*Code, error) {
	switch {
	case c.Object != nil:
		return loadObject(c.Object, kernel)
	case c.Code != nil:
		entries := map[string]int{}
		for i, name := range c.Symbols {
			entries[name] = c.Entries[i]
		}
		return loadCode(c.Code, entries, kernel)
	}
	return nil, nil
}

// bind finds the code of a phase.
func (k *Kernel) bind(i int, c *codegen.Compiled) error {
	missing := fail(lazy.ErrDevice, "compile "+k.Program.Name, "", "the back end gave no code for phase %d", i)
	if k.code == nil {
		if i >= len(c.Funcs) || c.Funcs[i] == nil {
			return missing
		}
		k.phases[i].fn = c.Funcs[i]
		return nil
	}
	if i >= len(c.Symbols) {
		return missing
	}
	entry, ok := k.code.Entry(c.Symbols[i])
	if !ok {
		return missing
	}
	k.phases[i].entry = entry
	return nil
}

// layScratch places a worker's scratch buffers one after another. A worker's share is a whole number of cache lines.
func (k *Kernel) layScratch() {
	for _, b := range k.Program.Bufs[k.Program.NumParams:] {
		k.offsets = append(k.offsets, k.scratch)
		k.scratch += roundUp(b.Elems*int64(b.DType.Size()), alignment)
	}
}
