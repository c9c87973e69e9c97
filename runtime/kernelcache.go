package runtime

import "sync"

// kernelCache keeps compiled kernels by key.
type kernelCache struct {
	mu      sync.Mutex
	entries generations[diskKey, *cacheEntry]
}

// cacheEntry is one kernel, made once.
type cacheEntry struct {
	once   sync.Once
	kernel *Kernel
	err    error
}

// kernelLimit is how many kernels are young.
const kernelLimit = 4096

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
	e, ok := c.entries.get(key)
	if !ok {
		e = &cacheEntry{}
		c.entries.limit = kernelLimit
		c.entries.put(key, e)
	}
	return e
}

func (c *kernelCache) drop(key diskKey, e *cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now, _ := c.entries.get(key); now == e {
		c.entries.drop(key)
	}
}
