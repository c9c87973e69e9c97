//go:build linux

package runtime

import (
	"debug/elf"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

// addCode is: for (i = lo; i < hi; i++) ((i64*)bufs[0])[i] += vars[0];
var addCode = []byte{
	0x4c, 0x8b, 0x07, //            mov r8, [rdi]
	0x4c, 0x8b, 0x0e, //            mov r9, [rsi]
	0x48, 0x39, 0xca, //       next: cmp rdx, rcx
	0x7d, 0x09, //                  jge end
	0x4d, 0x01, 0x0c, 0xd0, //      add [r8+rdx*8], r9
	0x48, 0xff, 0xc2, //            inc rdx
	0xeb, 0xf2, //                  jmp next
	0xc3, //                   end: ret
}

// spinCode counts from lo to hi, about a nanosecond or less each.
var spinCode = []byte{
	0x48, 0x39, 0xca, // next: cmp rdx, rcx
	0x7d, 0x05, //             jge end
	0x48, 0xff, 0xc2, //       inc rdx
	0xeb, 0xf6, //             jmp next
	0xc3, //              end: ret
}

func load(t *testing.T, code []byte) (*Code, uintptr) {
	t.Helper()
	c, err := LoadCode(code, map[string]int{"k": 0})
	if err != nil {
		t.Fatal(err)
	}
	entry, ok := c.Entry("k")
	if !ok {
		t.Fatal("no entry")
	}
	return c, entry
}

func TestCall(t *testing.T) {
	c, entry := load(t, addCode)
	data := []int64{1, 2, 3, 4, 5}
	bufs := []unsafe.Pointer{unsafe.Pointer(&data[0])}
	vars := []int64{100}
	c.Call(entry, &bufs[0], &vars[0], 1, 4)
	if want := [5]int64{1, 102, 103, 104, 5}; [5]int64(data) != want {
		t.Errorf("got %v, want %v", data, want)
	}
	if name := KernelAt(entry + 5); name != "k" {
		t.Errorf("the code is named %q", name)
	}
	if name := KernelAt(1); name != "" {
		t.Errorf("address 1 is named %q", name)
	}
}

func TestCallAlignsStack(t *testing.T) {
	c, entry := load(t, []byte{0x4c, 0x8b, 0x07, 0x49, 0x89, 0x20, 0xc3}) // mov r8,[rdi]; mov [r8],rsp; ret
	var sp uint64
	bufs := []unsafe.Pointer{unsafe.Pointer(&sp)}
	c.Call(entry, &bufs[0], nil, 0, 0)
	if sp == 0 || (sp+8)%64 != 0 {
		t.Errorf("the stack pointer before the call was %#x", sp+8)
	}
}

func TestCallReportsStackOverrun(t *testing.T) {
	c, entry := load(t, []byte{
		0x48, 0x8d, 0xbc, 0x24, 0xf8, 0xbf, 0xff, 0xff, // lea rdi, [rsp-16392]
		0xb9, 0x50, 0x00, 0x00, 0x00, //                   mov ecx, 80
		0x31, 0xc0, 0xf3, 0xaa, 0xc3, //                   xor eax, eax; rep stosb; ret
	})
	defer func() {
		if recover() == nil {
			t.Error("a kernel that wrote past its stack went unnoticed")
		}
	}()
	c.Call(entry, nil, nil, 0, 0)
}

func TestLoadObjectRuns(t *testing.T) {
	object := testObject{ // mov rax,[rip+const]; mov r8,[rdi]; mov [r8],rax; ret
		text:   []byte{0x48, 0x8b, 0x05, 0, 0, 0, 0, 0x4c, 0x8b, 0x07, 0x49, 0x89, 0x00, 0xc3},
		rodata: []byte{42, 0, 0, 0, 0, 0, 0, 0}, symbols: []testSymbol{{"k", 1, 0, globalFunc}, {"c", 2, 0, 0}},
		relocs: []elf.Rela64{rela(3, 2, elf.R_X86_64_PC32, -4)},
	}
	c, err := LoadObject(object.build())
	if err != nil {
		t.Fatal(err)
	}
	entry, _ := c.Entry("k")
	var out int64
	bufs := []unsafe.Pointer{unsafe.Pointer(&out)}
	c.Call(entry, &bufs[0], nil, 0, 0)
	if out != 42 {
		t.Errorf("got %d", out)
	}
}

func TestNoPageIsWritableAndExecutable(t *testing.T) {
	c, _ := load(t, addCode)
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("no /proc/self/maps: ", err)
	}
	for line := range strings.Lines(string(maps)) {
		if strings.Contains(line, "rwx") {
			t.Error("writable and executable: " + line)
		}
	}
	runtime.KeepAlive(c)
}

func TestPrivateFallback(t *testing.T) {
	s := newCodeSpace()
	s.private = true
	for range 3 {
		c, err := s.load(len(addCode), map[string]int{"k": 0}, "", func(rw []byte, _ uint64) error {
			copy(rw, addCode)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		data, vars := int64(1), int64(2)
		bufs := unsafe.Pointer(&data)
		c.Call(uintptr(c.base), &bufs, &vars, 0, 1)
		if data != 3 {
			t.Fatalf("got %d", data)
		}
	}
}

func TestCodeIsFreed(t *testing.T) {
	s := newCodeSpace()
	for range 20 {
		if _, err := s.load(700<<10, nil, "", func([]byte, uint64) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 {
		runtime.GC()
		s.mu.Lock()
		left := s.bytes
		s.mu.Unlock()
		if left <= regionSize {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d bytes of unreachable code are still mapped", s.bytes)
}

// deep calls f below n frames, so that stacks grow and shrink.
func deep(n int, f func()) {
	var pad [256]byte
	if n == 0 {
		f()
		return
	}
	pad[n%256] = 1
	deep(n-1, f)
	runtime.KeepAlive(&pad)
}

// TestCallStress runs kernels in chunks beside collections, allocation, stack growth and stack dumps.
func TestCallStress(t *testing.T) {
	c, entry := load(t, addCode)
	spin, spinEntry := load(t, spinCode)
	stop := make(chan struct{})
	var noise, work sync.WaitGroup
	noise.Go(func() {
		buf := make([]byte, 1<<16)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
				runtime.Stack(buf, true)
			}
		}
	})
	for g := range 4 {
		work.Go(func() {
			data := make([]int64, 64)
			for i := range 300 {
				deep((g*37+i)%50, func() {
					bufs, one := [1]unsafe.Pointer{unsafe.Pointer(&data[0])}, int64(1)
					c.Call(entry, &bufs[0], &one, 0, 64)
					spin.Call(spinEntry, nil, nil, 0, 50_000)
				})
				_ = make([]byte, i*100)
			}
			for i, v := range data {
				if v != 300 {
					t.Errorf("element %d is %d", i, v)
				}
			}
		})
	}
	work.Wait()
	close(stop)
	noise.Wait()
}

func BenchmarkCall(b *testing.B) {
	c, err := LoadCode([]byte{0xc3}, map[string]int{"k": 0})
	if err != nil {
		b.Fatal(err)
	}
	entry, _ := c.Entry("k")
	for b.Loop() {
		c.Call(entry, nil, nil, 0, 0)
	}
}
