package runtime

import (
	"runtime"
	"sync"
	"unsafe"

	"weft/lazy"
)

// regionSize is the least mapping that code is placed in. Pages of it that no code reaches cost nothing.
const regionSize = 1 << 20

// codeAlign is the alignment of placed code, a cache line.
const codeAlign = 64

// region is executable memory: written through rw, run at rx. In the fallback both are one mapping that holds one
// block and turns from writable to executable when it is published.
type region struct {
	rw     []byte
	rx     unsafe.Pointer
	used   int // bytes given, in order; none is given twice, so published code never changes
	live   int // blocks that are still in use
	shared bool
}

// mappings are the ways to executable memory. Tests have some that refuse.
type mappings struct {
	shared, private func(size int) (*region, error)
	protect         func(*region) error
}

// codeSpace places code. A region is unmapped when it is no longer filled and all its blocks are gone.
type codeSpace struct {
	system  mappings
	mu      sync.Mutex
	current *region
	private bool // two mappings of one memory are refused here
	bytes   int  // mapped
}

// theCode is where all code of the process is placed.
var theCode = newCodeSpace()

func newCodeSpace() *codeSpace {
	return &codeSpace{system: mappings{mapShared, mapPrivate, protect}}
}

// Code is machine code in executable memory. Whoever runs it must keep it alive (runtime.KeepAlive); its memory is
// given up when it is unreachable.
type Code struct {
	base    unsafe.Pointer
	size    int
	entries map[string]int // function -> offset
}

// placed is a block of executable memory while it is being filled.
type placed struct {
	region *region
	rw     []byte
	rx     unsafe.Pointer
}

// place reserves n bytes.
func (s *codeSpace) place(n int) (placed, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n = int(roundUp(int64(max(n, 1)), codeAlign))
	if s.current == nil || s.private || len(s.current.rw)-s.current.used < n {
		r, err := s.mapRegion(n)
		if err != nil {
			return placed{}, fail(lazy.ErrDevice, "load code", "use WEFT_DEVICE=cpu:interp, which needs none",
				"this system refuses executable memory: %v", err)
		}
		s.retire()
		s.current = r
	}
	r := s.current
	at := r.used
	r.used += n
	r.live++
	return placed{r, r.rw[at : at+n : at+n], unsafe.Add(r.rx, at)}, nil
}

// mapRegion maps a region for at least n bytes, shared if it can be.
func (s *codeSpace) mapRegion(n int) (*region, error) {
	size := int(roundUp(int64(max(n, regionSize)), regionSize))
	if !s.private {
		if r, err := s.system.shared(size); err == nil {
			s.bytes += len(r.rw)
			return r, nil
		}
		s.private = true
	}
	r, err := s.system.private(int(roundUp(int64(n), 4096)))
	if err == nil {
		s.bytes += len(r.rw)
	}
	return r, err
}

// publish makes a filled block executable. Nothing may write it any more.
func (s *codeSpace) publish(p placed) error {
	if p.region.shared {
		return nil
	}
	if err := s.system.protect(p.region); err != nil {
		return fail(lazy.ErrDevice, "load code", "use WEFT_DEVICE=cpu:interp, which needs none",
			"this system refuses executable memory: %v", err)
	}
	return nil
}

// retire lets the current region go once it is empty.
func (s *codeSpace) retire() {
	if r := s.current; r != nil && r.live == 0 {
		s.unmap(r)
	}
	s.current = nil
}

// give takes a block's place back.
func (s *codeSpace) give(r *region) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.live--
	if r.live == 0 && r != s.current {
		s.unmap(r)
	}
}

func (s *codeSpace) unmap(r *region) {
	s.bytes -= len(r.rw)
	unmapRegion(r)
}

// load places n bytes that fill writes, knowing the address they will run at, and makes them Code of a kernel with these entries.
func (s *codeSpace) load(n int, entries map[string]int, kernel string, fill func(rw []byte, at uint64) error) (*Code, error) {
	p, err := s.place(n)
	if err != nil {
		return nil, err
	}
	if err = fill(p.rw[:n], uint64(uintptr(p.rx))); err == nil {
		err = s.publish(p)
	}
	if err != nil {
		s.give(p.region)
		return nil, err
	}
	c := &Code{p.rx, n, entries}
	codeNames.add(c, kernel)
	runtime.AddCleanup(c, func(p placed) {
		codeNames.remove(uintptr(p.rx))
		s.give(p.region)
	}, p)
	return c, nil
}

// LoadCode makes position-independent machine code runnable.
func LoadCode(code []byte, entries map[string]int) (*Code, error) { return loadCode(code, entries, "") }

func loadCode(code []byte, entries map[string]int, kernel string) (*Code, error) {
	for name, at := range entries {
		if at < 0 || at >= len(code) {
			return nil, fail(lazy.ErrValue, "load code", "", "%s starts outside the code", name)
		}
	}
	return theCode.load(len(code), entries, kernel, func(rw []byte, _ uint64) error {
		copy(rw, code)
		return nil
	})
}

// LoadObject makes the functions of a relocatable ELF object runnable.
func LoadObject(object []byte) (*Code, error) { return loadObject(object, "") }

func loadObject(object []byte, kernel string) (*Code, error) {
	o, err := parseObject(object)
	if err != nil {
		return nil, err
	}
	return theCode.load(o.size, o.entries, kernel, o.link)
}

// Entry is the address of a function, or false if the code has none of that name.
func (c *Code) Entry(name string) (uintptr, bool) {
	at, ok := c.entries[name]
	return uintptr(c.base) + uintptr(at), ok
}

// Size is the length of the code in bytes, constants included.
func (c *Code) Size() int { return c.size }
