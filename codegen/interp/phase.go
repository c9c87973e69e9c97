package interp

import (
	"fmt"
	"sync"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// phase is one compiled phase: what every frame is made from, and the frames that are free.
type phase struct {
	prog   *codegen.Program
	phase  *codegen.Phase
	values []value
	uses   []int

	mu   sync.Mutex
	free []*frame
}

// value is what is known of an SSA value before any frame exists.
type value struct {
	dtype ops.DType
	vec   bool
	def   *codegen.Instr // nil for what loops and ifs define
	root  codegen.Value  // the value whose register it shares; itself if its own
}

func newPhase(p *codegen.Program, ph *codegen.Phase) (*phase, error) {
	c := &phase{prog: p, phase: ph, values: make([]value, ph.NumValues), uses: make([]int, ph.NumValues)}
	for i := range c.values {
		c.values[i].root = codegen.Value(i)
	}
	c.collect(ph.Body)
	c.coalesce(ph.Body)
	f, err := c.newFrame()
	if err != nil {
		return nil, err
	}
	c.free = append(c.free, f)
	return c, nil
}

// run is the codegen.Func of the phase. Any number of goroutines may be in it, each with a frame of its own.
func (c *phase) run(bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
	f := c.take()
	for i, bind := range f.bind {
		if bind != nil {
			bind(bufs[i])
		}
	}
	f.scalars, f.lo, f.hi = scalars, lo, hi
	for _, do := range f.body {
		do()
	}
	f.scalars = nil
	c.mu.Lock()
	c.free = append(c.free, f)
	c.mu.Unlock()
}

func (c *phase) take() *frame {
	c.mu.Lock()
	if n := len(c.free); n > 0 {
		f := c.free[n-1]
		c.free = c.free[:n-1]
		c.mu.Unlock()
		return f
	}
	c.mu.Unlock()
	f, err := c.newFrame()
	if err != nil {
		panic(err) // cannot be: newPhase made one
	}
	return f
}

// lanes is the number of lanes of v.
func (c *phase) lanes(v codegen.Value) int {
	if c.values[v].vec {
		return c.prog.VL
	}
	return 1
}

// newFrame instantiates the phase. Making closures of an invalid program may panic on a type or an index; that becomes an
// error here, so that a bad program is refused instead of crashing the process.
func (c *phase) newFrame() (f *frame, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = nil, fmt.Errorf("invalid program: %v", r)
		}
	}()
	f = &frame{
		phase: c,
		regs:  make([]any, len(c.values)),
		vars:  make([]int64, c.phase.NumVars),
		mem:   make([]any, len(c.prog.Bufs)),
		bind:  make([]func(unsafe.Pointer), len(c.prog.Bufs)),
	}
	f.body = f.block(c.phase.Body)
	return f, nil
}
