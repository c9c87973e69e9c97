package runtime

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"weft/lazy"
)

func TestCompileFailure(t *testing.T) {
	b := &fakeBackend{name: "fake"}
	d := fakeDevice(b)
	p := addProgram(1, 1)
	p.Name = "bad"
	for range 2 {
		var typed *lazy.Error
		if _, err := d.Kernel(p); !errors.As(err, &typed) || !strings.Contains(err.Error(), "no such luck") {
			t.Errorf("got %v", err)
		}
	}
	if b.compiles.Load() != 2 {
		t.Error("a failure was kept")
	}
}

func TestCompileOnceFromManyGoroutines(t *testing.T) {
	b := &fakeBackend{name: "fake"}
	d := fakeDevice(b)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if _, err := d.Kernel(addProgram(77, 1)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := b.compiles.Load(); n != 1 {
		t.Errorf("compiled %d times", n)
	}
}

func TestPhaseLearns(t *testing.T) {
	var p phase
	p.cost.Store(0x4059000000000000) // 100
	p.learn(10, 100*time.Nanosecond)
	if p.tileCost() != 10 {
		t.Errorf("a faster tile: %v", p.tileCost())
	}
	p.learn(1, 90*time.Nanosecond)
	if p.tileCost() != 20 {
		t.Errorf("a slower tile: %v", p.tileCost())
	}
}
