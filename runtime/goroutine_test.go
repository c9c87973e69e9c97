package runtime

import (
	"sync"
	"testing"
)

// TestGoroutineKey has many goroutines alive at once, whose stacks move.
func TestGoroutineKey(t *testing.T) {
	mine := GoroutineKey()
	var all, alive sync.WaitGroup
	var seen sync.Map
	alive.Add(50)
	for range 50 {
		all.Go(func() {
			key := GoroutineKey()
			if _, twice := seen.LoadOrStore(key, true); twice || key == mine || key == 0 {
				t.Errorf("key %#x twice", key)
			}
			alive.Done()
			alive.Wait()
			grow(200)
			if again := GoroutineKey(); again != key {
				t.Errorf("key %#x, then %#x", key, again)
			}
		})
	}
	all.Wait()
	if GoroutineKey() != mine {
		t.Error("the key has changed")
	}
}

// grow makes the goroutine's stack move.
func grow(n int) int {
	var big [1024]byte
	if n == 0 {
		return int(big[0])
	}
	return grow(n-1) + int(big[n])
}
