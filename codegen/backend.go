package codegen

import (
	"sort"
	"sync"
	"unsafe"
)

// Target is what the optimisations need to know of a machine.
type Target struct {
	Name   string // "avx512", "avx2" or "generic"
	VL     int    // lanes of a vector: 16, 8 or 4
	Regs   int    // vector registers of VL float32
	L1, L2 int64  // bytes of data cache a core
}

// Scales says whether the machine multiplies by powers of two in one instruction.
func (t Target) Scales() bool { return t.Name == "avx512" }

// Func runs tiles lo..hi of one phase: bufs is the pointer table (parameters, then this worker's scratch), scalars the scalar
// table.
type Func func(bufs []unsafe.Pointer, scalars []int64, lo, hi int64)

// Compiled is a back end's answer to a program: an object file with one symbol a phase, machine code that runs at any address
// that is a multiple of 64, or one Go closure a phase. Object and code are loaded by the runtime.
type Compiled struct {
	Object  []byte
	Symbols []string // of Object or Code, one a phase
	Code    []byte
	Entries []int // where in Code each phase starts
	Funcs   []Func
	// Texts are printable forms for DEBUG, such as the IR.
	Texts map[string]string
}

// Backend turns programs into code. It is a pure function: the same program gives the same bytes.
type Backend interface {
	// Name is the part of the device's name after "cpu:".
	Name() string
	// Available is nil if it makes code for the target and the machine can run that, else an error that says what to install.
	Available(target Target) error
	// Key names everything besides the program that the code depends on, for caches.
	Key() string
	// Compile makes the code. With texts it fills Compiled.Texts.
	Compile(p *Program, target Target, texts bool) (*Compiled, error)
}

var (
	backendsMu sync.RWMutex
	backends   = map[string]Backend{}
)

// Register makes a back end known; back ends call it from init.
func Register(b Backend) {
	backendsMu.Lock()
	defer backendsMu.Unlock()
	backends[b.Name()] = b
}

// Lookup finds a back end by name, nil if it is not linked.
func Lookup(name string) Backend {
	backendsMu.RLock()
	defer backendsMu.RUnlock()
	return backends[name]
}

// Backends names the linked back ends in order.
func Backends() []string {
	backendsMu.RLock()
	defer backendsMu.RUnlock()
	names := make([]string, 0, len(backends))
	for name := range backends {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
