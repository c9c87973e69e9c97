package runtime

import (
	"os"
	"testing"
	"time"
)

func TestPrune(t *testing.T) {
	c := diskCache{t.TempDir()}
	for i := range 10 {
		c.put(diskKey{byte(i)}, make([]byte, 1000))
		old := time.Now().Add(time.Duration(i-20) * time.Hour)
		if err := os.Chtimes(c.path(diskKey{byte(i)}), old, old); err != nil {
			t.Fatal(err)
		}
	}
	c.prune(1 << 20)
	if _, ok := c.get(diskKey{0}); !ok {
		t.Error("pruned below the bound")
	}
	c.prune(8000)
	for i, want := range []bool{false, false, false, false, false, false, false, true, true, true} {
		if _, ok := c.get(diskKey{byte(i)}); ok != want {
			t.Errorf("file %d: there %v", i, ok)
		}
	}
}
