package runtime

import "sync"

// kernelCache keeps compiled kernels by key. It holds two generations: when the young one is full it becomes the old one, and
// what is not asked for in time is dropped, so that a program that never stops compiling does not grow without bound.
type kernelCache struct {
	mu         sync.Mutex
	young, old map[diskKey]*cacheEntry
}

// cacheEntry is one kernel, made once.
type cacheEntry struct {
	once   sync.Once
	kernel *Kernel
	err    error
}

// generation is how many kernels are young.
const generation = 4096

// get finds a kernel or makes it. Failures are not kept.
func (c *kernelCache) get(key diskKey, make func() (*Kernel, error)) (*Kernel, error) {
	e := c.entry(key)
	e.once.Do(func() { e.kernel, e.err = make() })
	if e.err != nil {
		c.drop(key, e)
	}
	return e.kernel, e.err
}

func (c *kernelCache) entry(key diskKey) *cacheEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.young[key]; e != nil {
		return e
	}
	e := c.old[key]
	if e == nil {
		e = &cacheEntry{}
	}
	if c.young == nil || len(c.young) >= generation {
		c.young, c.old = map[diskKey]*cacheEntry{}, c.young
	}
	c.young[key] = e
	return e
}

func (c *kernelCache) drop(key diskKey, e *cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.young[key] == e {
		delete(c.young, key)
	}
	if c.old[key] == e {
		delete(c.old, key)
	}
}
