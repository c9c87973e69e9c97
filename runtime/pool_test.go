package runtime

import (
	"errors"
	"math/rand/v2"
	"runtime"
	"testing"
	"unsafe"

	"weft/lazy"
)

func testDevice(limit int64) *Device { return &Device{name: "cpu:test", pool: NewPool(limit)} }

func TestClassSize(t *testing.T) {
	last := int64(0)
	for n := int64(0); n < 64<<20; n += 1 + n/97 {
		c := classSize(n)
		if c < n || c < last || c%alignment != 0 || c != classSize(c) {
			t.Fatalf("class of %d is %d", n, c)
		}
		if n >= largeSize && c%hugePage != 0 {
			t.Fatalf("class of %d is %d, no whole huge pages", n, c)
		}
		if n > 4*alignment && c < largeSize && c > n+n/4+1 || n > 16<<20 && c > n+n/8 {
			t.Fatalf("class of %d wastes: %d", n, c)
		}
		last = c
	}
}

type held struct {
	ptr  unsafe.Pointer
	size int64
	fill byte
}

func (h held) bytes() []byte { return unsafe.Slice((*byte)(h.ptr), h.size) }

// TestPoolBlocksAreDisjoint hands out and takes back blocks at random; each keeps what was written to it.
func TestPoolBlocksAreDisjoint(t *testing.T) {
	p := NewPool(0)
	r := rand.New(rand.NewPCG(1, 2))
	var live []held
	for i := range 3000 {
		if len(live) > 40 || i > 2900 && len(live) > 0 {
			k := r.IntN(len(live))
			h := live[k]
			for _, b := range []byte{h.bytes()[0], h.bytes()[h.size/2], h.bytes()[h.size-1]} {
				if b != h.fill {
					t.Fatalf("block of %d bytes was overwritten", h.size)
				}
			}
			p.release(h.ptr, h.size)
			live[k] = live[len(live)-1]
			live = live[:len(live)-1]
			continue
		}
		n := int64(1) << r.IntN(22)
		n += r.Int64N(n)
		ptr, size, err := p.alloc(n)
		if err != nil || size < n || uintptr(ptr)%alignment != 0 || n >= largeSize && uintptr(ptr)%hugePage != 0 {
			t.Fatalf("alloc(%d) = %p, %d, %v", n, ptr, size, err)
		}
		h := held{ptr, size, byte(i)}
		h.bytes()[0], h.bytes()[size/2], h.bytes()[size-1] = h.fill, h.fill, h.fill
		live = append(live, h)
		if i%500 == 0 {
			p.Trim()
		}
	}
	for _, h := range live {
		p.release(h.ptr, h.size)
	}
	p.Trim()
	if s := p.Stats(); s.Live != 0 || s.Mapped > slabSize {
		t.Errorf("left behind: %+v", s)
	}
}

func TestPoolReuses(t *testing.T) {
	p := NewPool(0)
	for _, n := range []int64{10, 5000, 3 << 20} {
		a, size, _ := p.alloc(n)
		p.release(a, size)
		b, size, _ := p.alloc(n)
		p.release(b, size)
		if a != b {
			t.Errorf("a freed block of %d bytes was not used again", n)
		}
	}
}

func TestPoolBoundsSpare(t *testing.T) {
	p := NewPool(0)
	for n := int64(2 << 20); n < 200<<20; n += 2 << 20 {
		ptr, size, err := p.alloc(n)
		if err != nil {
			t.Skip(err)
		}
		p.release(ptr, size)
	}
	if s := p.Stats(); s.Mapped > 2*s.Peak+spare+64<<20 {
		t.Errorf("%+v", s)
	}
}

func TestPoolRefuses(t *testing.T) {
	d := testDevice(16 << 20)
	for _, n := range []int64{17 << 20, 1 << 50, -1} {
		_, err := d.NewStorage(n)
		var typed *lazy.Error
		if !errors.As(err, &typed) || typed.Kind != lazy.ErrMemory {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	s, err := d.NewStorage(9 << 20)
	if err != nil {
		t.Fatalf("after refusals: %v", err)
	}
	if _, err := d.NewArena(9 << 20); err == nil {
		t.Error("twice 9 MiB fit into 16 MiB")
	}
	runtime.KeepAlive(s)
	s = nil
	a, err := d.NewArena(9 << 20)
	if err != nil {
		t.Errorf("an unreachable buffer was not given up: %v", err)
	}
	a.Free()
}

// TestStorageCollected makes far more buffers than the limit holds: the pool collects before it refuses.
func TestStorageCollected(t *testing.T) {
	d := testDevice(64 << 20)
	for i := range 200 {
		s, err := d.NewStorage(4 << 20)
		if err != nil {
			t.Fatalf("buffer %d: %v", i, err)
		}
		s.Data()[0] = 1
	}
}

// TestCollectionRule holds the live bytes of unreachable buffers near the floor without any limit.
func TestCollectionRule(t *testing.T) {
	d := testDevice(0)
	for range 400 {
		s, err := d.NewStorage(2 << 20)
		if err != nil {
			t.Fatal(err)
		}
		s.Data()[0] = 1
	}
	if s := d.pool.Stats(); s.Peak > 3*collectFloor || s.Forced == 0 {
		t.Errorf("%+v", s)
	}
}

func TestStorage(t *testing.T) {
	d := testDevice(0)
	a, err := d.NewStorage(0)
	b, err2 := d.NewStorage(100)
	if err != nil || err2 != nil || a.RefID() == b.RefID() || b.Bytes() != 100 || len(b.Data()) != 100 || a.Device() != "cpu:test" {
		t.Fatal("storage")
	}
	if b.Exposed() {
		t.Error("exposed from the start")
	}
	if b.Expose(); !b.Exposed() {
		t.Error("not exposed")
	}
}
