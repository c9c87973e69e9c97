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
	for i := range 3 * generation {
		get(i)
		get(0)
	}
	if made != 3*generation {
		t.Errorf("made %d kernels; the one in use was forgotten", made)
	}
	if n := len(c.young) + len(c.old); n > 2*generation {
		t.Errorf("%d kernels are kept", n)
	}
}
