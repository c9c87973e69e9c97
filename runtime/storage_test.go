package runtime

import (
	"runtime"
	"sync"
	"testing"
)

// TestFree: freed memory is the next that is handed out, once, whether or not the collector finds the storage later.
func TestFree(t *testing.T) {
	d := testDevice(0)
	s, err := d.NewStorage(3 << 20)
	if err != nil {
		t.Fatal(err)
	}
	at := s.Pointer()
	s.Free()
	s.Free()
	if !s.Freed() || s.Data() != nil || s.hold() || d.pool.Stats().Live != 0 {
		t.Fatalf("not freed: %+v", d.pool.Stats())
	}
	next, err := d.NewStorage(3 << 20)
	if err != nil {
		t.Fatal(err)
	}
	if next.Pointer() != at {
		t.Error("freed memory was not used again")
	}
	runtime.KeepAlive(s)
	d.pool.Collect()
	if live := d.pool.Stats().Live; live != 4<<20 {
		t.Errorf("%d bytes live after the collection of a freed storage", live)
	}
	runtime.KeepAlive(next)
}

// TestFreeLeavesAlone: what is exposed, or read now, stays until the collector takes it.
func TestFreeLeavesAlone(t *testing.T) {
	d := testDevice(0)
	read, _ := d.NewStorage(2 << 20)
	shared, _ := d.NewStorage(2 << 20)
	if !read.hold() {
		t.Fatal("not held")
	}
	shared.Expose()
	shared.Expose()
	read.Free()
	shared.Free()
	if read.Freed() || shared.Freed() {
		t.Error("memory in use was freed")
	}
	read.unhold()
	read.Free()
	if !read.Freed() {
		t.Error("memory that is no longer read was not freed")
	}
	runtime.KeepAlive(shared)
	shared = nil
	for range 10 {
		if d.pool.Collect(); d.pool.Stats().Live == 0 {
			return
		}
	}
	t.Errorf("%+v", d.pool.Stats())
}

// TestFreeOrHold: of those who free and those who hold or expose at the same time, either the former win or the latter.
func TestFreeOrHold(t *testing.T) {
	d := testDevice(0)
	for range 500 {
		s, err := d.NewStorage(64)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for _, use := range []func() bool{s.hold, func() bool { s.Expose(); return !s.Freed() }} {
			all.Go(func() {
				if ok := use(); ok == s.Freed() {
					t.Error("used and freed")
				}
			})
		}
		all.Go(s.Free)
		all.Wait()
	}
}

// TestFreeIsNoGarbage: what is freed does not make a collection due.
func TestFreeIsNoGarbage(t *testing.T) {
	d := testDevice(0)
	for range 200 {
		s, err := d.NewStorage(4 << 20)
		if err != nil {
			t.Fatal(err)
		}
		s.Free()
	}
	if s := d.pool.Stats(); s.Forced != 0 || s.Peak != 4<<20 || s.Mapped != 4<<20 {
		t.Errorf("%+v", s)
	}
}
