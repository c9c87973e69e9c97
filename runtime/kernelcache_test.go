package runtime

import (
	"testing"
)

func TestKernelCacheForgets(t *testing.T) {
	var c kernelCache
	made := 0
	get := func(i int) {
		key := diskKey{byte(i), byte(i >> 8), byte(i >> 16)}
		_, _ = c.get(key, func() (*Kernel, error) { made++; return &Kernel{}, nil })
	}
	for i := range 3 * kernelLimit {
		get(i)
		get(0)
	}
	if made != 3*kernelLimit {
		t.Errorf("made %d kernels; the one in use was forgotten", made)
	}
	if n := len(c.entries.young) + len(c.entries.old); n > 2*kernelLimit {
		t.Errorf("%d kernels are kept", n)
	}
}
