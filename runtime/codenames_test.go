//go:build linux && amd64

package runtime

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"
	"unsafe"

	"weft/codegen"
)

// TestKernelAt holds that the address of a kernel's code leads to its name.
func TestKernelAt(t *testing.T) {
	d, err := Open("cpu:goasm")
	if err != nil {
		t.Skip(err)
	}
	p, err := codegen.Lower(matmul(64, 64, 64), d.Target())
	if err != nil {
		t.Fatal(err)
	}
	k, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range k.phases {
		if name := KernelAt(k.phases[i].entry + 3); !strings.HasPrefix(name, "matmul k") {
			t.Errorf("phase %d is named %q", i, name)
		}
	}
	runtime.KeepAlive(k)
}

// TestProfileNamesKernels holds that samples of a CPU profile bear the name of the kernel that ran.
func TestProfileNamesKernels(t *testing.T) {
	old := config().Profile
	config().Profile = true
	defer func() { config().Profile = old }()
	useDisk(t)
	d := fakeDevice(&fakeBackend{name: "fake", object: true})
	p := addProgram(1<<20, 1)
	p.Name = "a_kernel_to_be_found"
	kernel, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.NewStorage(8 << 20)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := pprof.StartCPUProfile(&out); err != nil {
		t.Skip(err)
	}
	for end := time.Now().Add(400 * time.Millisecond); time.Now().Before(end); {
		if err := kernel.Launch(t.Context(), []unsafe.Pointer{s.Pointer()}, []int64{1}); err != nil {
			t.Fatal(err)
		}
	}
	pprof.StopCPUProfile()
	runtime.KeepAlive(s)
	r, err := gzip.NewReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(profile, []byte(p.Name)) { // in its table of strings
		t.Error("the profile does not name the kernel")
	}
}

// TestCodeStaysWhileItRuns drops all that holds a kernel's code but the call that runs it: it must stay until that has returned,
// and go then.
func TestCodeStaysWhileItRuns(t *testing.T) {
	s := newCodeSpace()
	s.private = true // a mapping of its own, so that the block's end is the mapping's
	var entry uintptr
	done := make(chan struct{})
	func() {
		c, err := s.load(len(spinCode), map[string]int{"spins": 0}, "long", func(rw []byte, _ uint64) error {
			copy(rw, spinCode)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		entry, _ = c.Entry("spins")
		s.mu.Lock()
		s.current = nil // as if the next block had been placed
		s.mu.Unlock()
		go func() {
			defer close(done)
			for lo := int64(0); lo < 3000; lo++ {
				c.Call(entry, nil, nil, lo, lo+100_000)
			}
		}()
	}()
	for running := true; running; {
		runtime.GC()
		name := KernelAt(entry)
		select {
		case <-done:
			running = false
		default:
			if name != "long spins" {
				t.Fatalf("the code that runs is named %q", name)
			}
		}
	}
	for range 100 {
		runtime.GC()
		s.mu.Lock()
		left := s.bytes
		s.mu.Unlock()
		if left == 0 && KernelAt(entry) == "" {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d bytes of code that nobody holds are still mapped", s.bytes)
}
