package runtime

import (
	"slices"
	"strings"
	"sync"
)

// codeRange is where one Code lies. It holds no pointer to it, so that it may become unreachable.
type codeRange struct {
	start, end uintptr
	kernel     string
	entries    map[string]int
}

// codeTable finds the kernel that an address belongs to: Go's own tracebacks know nothing of code made at run time.
type codeTable struct {
	mu     sync.Mutex
	ranges []codeRange // by address
}

var codeNames codeTable

func (t *codeTable) find(start uintptr) (int, bool) {
	return slices.BinarySearchFunc(t.ranges, start, func(r codeRange, s uintptr) int {
		switch {
		case r.start < s:
			return -1
		case r.start > s:
			return 1
		}
		return 0
	})
}

func (t *codeTable) add(c *Code, kernel string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	start := uintptr(c.base)
	i, _ := t.find(start)
	t.ranges = slices.Insert(t.ranges, i, codeRange{start, start + uintptr(c.size), kernel, c.entries})
}

func (t *codeTable) remove(start uintptr) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i, ok := t.find(start); ok {
		t.ranges = slices.Delete(t.ranges, i, i+1)
	}
}

// KernelAt names the kernel and the function of it whose code is at an address, "" if there is none.
func KernelAt(pc uintptr) string {
	codeNames.mu.Lock()
	defer codeNames.mu.Unlock()
	i, exact := codeNames.find(pc)
	if !exact {
		i--
	}
	if i < 0 || pc >= codeNames.ranges[i].end {
		return ""
	}
	return codeNames.ranges[i].function(pc)
}

// function is the last function that starts at or before the address.
func (r codeRange) function(pc uintptr) string {
	name, best := "", -1
	for n, at := range r.entries {
		if r.start+uintptr(at) <= pc && at > best {
			name, best = n, at
		}
	}
	return strings.TrimSpace(r.kernel + " " + name)
}
