package runtime

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"

	"weft/codegen"
	"weft/lazy"
	"weft/ops"
)

// fakeBackend compiles every program to "add scalar 0 to int64 element lo..hi of buffer 0", as closures or as an object.
type fakeBackend struct {
	name     string
	object   bool
	compiles atomic.Int32
	fn       codegen.Func
	broken   error
}

func (b *fakeBackend) Name() string     { return b.name }
func (b *fakeBackend) Available() error { return b.broken }
func (b *fakeBackend) Key() string      { return b.name }

func (b *fakeBackend) Compile(p *codegen.Program, _ codegen.Target, _ bool) (*codegen.Compiled, error) {
	b.compiles.Add(1)
	if p.Name == "bad" {
		return nil, errors.New("no such luck")
	}
	if b.object {
		return &codegen.Compiled{Object: addObject(), Symbols: []string{"k"}}, nil
	}
	fn := b.fn
	if fn == nil {
		fn = addClosure
	}
	c := &codegen.Compiled{}
	for range p.Phases {
		c.Funcs = append(c.Funcs, fn)
	}
	return c, nil
}

func addClosure(bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
	for i := lo; i < hi; i++ {
		*(*int64)(unsafe.Add(bufs[0], 8*i)) += scalars[0]
	}
}

// addObject holds the machine code of the same: see addCode in the tests of calls.
func addObject() []byte {
	return testObject{text: []byte{0x4c, 0x8b, 0x07, 0x4c, 0x8b, 0x0e, 0x48, 0x39, 0xca, 0x7d, 0x09, 0x4d, 0x01, 0x0c, 0xd0,
		0x48, 0xff, 0xc2, 0xeb, 0xf2, 0xc3}, symbols: []testSymbol{{"k", 1, 0, globalFunc}}}.build()
}

// addProgram adds to n elements; cost is what it claims a tile costs.
func addProgram(n int64, cost float64) *codegen.Program {
	return &codegen.Program{Name: "add", VL: 4, NumParams: 1, Scalars: []ops.DType{ops.Int64},
		Bufs:   []codegen.Buf{{DType: ops.Int64, Elems: n, Read: true, Written: true, Align: 64}},
		Phases: []codegen.Phase{{Tiles: n, TileCost: cost}}}
}

func fakeDevice(b *fakeBackend) *Device {
	openTeam()
	return &Device{name: "cpu:" + b.name, backend: b, pool: NewPool(0)}
}

// useDisk gives the process an empty cache folder for one test.
func useDisk(t *testing.T) string {
	old := theDisk
	dir := t.TempDir()
	theDisk = func() diskCache { return diskCache{dir} }
	t.Cleanup(func() { theDisk = old })
	return dir
}

func launchAdd(t *testing.T, k *Kernel, n int) {
	t.Helper()
	s, err := k.device.NewStorage(int64(8 * n))
	if err != nil {
		t.Fatal(err)
	}
	clear(s.Data())
	for range 3 {
		if err := k.Launch(t.Context(), []unsafe.Pointer{s.Pointer()}, []int64{5}); err != nil {
			t.Fatal(err)
		}
	}
	for i, v := range unsafe.Slice((*int64)(s.Pointer()), n) {
		if v != 15 {
			t.Fatalf("element %d of %d is %d", i, n, v)
		}
	}
	_ = s.Bytes()
}

func TestLaunch(t *testing.T) {
	useDisk(t)
	for _, object := range []bool{false, true} {
		if object && canRunCode() != nil {
			continue
		}
		d := fakeDevice(&fakeBackend{name: "fake", object: object})
		for _, threads := range []int{1, 2, 3} {
			SetThreads(threads)
			for _, n := range []int64{1, 10, 100_000} {
				for _, cost := range []float64{0, 0.001, 1, 1e4, 1e9} {
					k, err := d.Kernel(addProgram(n, cost))
					if err != nil {
						t.Fatal(err)
					}
					launchAdd(t, k, int(n))
				}
			}
		}
	}
	SetThreads(config().threads())
}

func TestLaunchCounts(t *testing.T) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	before := Snapshot()
	k, err := d.Kernel(addProgram(10, 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Kernel(addProgram(10, 1)); err != nil {
		t.Fatal(err)
	}
	launchAdd(t, k, 10)
	if got := Snapshot().Sub(before); got.Kernels != 3 || got.Compiles != 1 {
		t.Errorf("%+v", got)
	}
}

func TestLaunchChecksArguments(t *testing.T) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	k, _ := d.Kernel(addProgram(10, 1))
	if err := k.Launch(t.Context(), nil, []int64{1}); err == nil {
		t.Error("no buffers were accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := k.Launch(ctx, make([]unsafe.Pointer, 1), []int64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gave %v", err)
	}
}

func TestLaunchCancelsBetweenChunks(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var chunks atomic.Int32
	d := fakeDevice(&fakeBackend{name: "fake", fn: func([]unsafe.Pointer, []int64, int64, int64) {
		if chunks.Add(1) == 3 {
			cancel()
		}
	}})
	k, _ := d.Kernel(addProgram(1000, 1e6))
	if err := k.Launch(ctx, make([]unsafe.Pointer, 1), []int64{1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := chunks.Load(); n > 10 {
		t.Errorf("%d chunks ran", n)
	}
}

// TestLaunchScratch checks that each worker has scratch of its own, aligned, and that phases follow one another.
func TestLaunchScratch(t *testing.T) {
	SetThreads(3)
	defer SetThreads(config().threads())
	var mu sync.Mutex
	users := map[unsafe.Pointer]int{}
	fn := func(bufs []unsafe.Pointer, _ []int64, lo, hi int64) {
		mu.Lock()
		users[bufs[1]]++
		if users[bufs[1]] > 1 || uintptr(bufs[1])%64 != 0 || uintptr(bufs[2])%64 != 0 || bufs[1] == bufs[2] {
			t.Errorf("scratch %p and %p, used by %d", bufs[1], bufs[2], users[bufs[1]])
		}
		mu.Unlock()
		scratch := unsafe.Slice((*int64)(bufs[1]), 5)
		for i := range scratch {
			scratch[i] = lo
		}
		for i := lo; i < hi; i++ {
			*(*int64)(unsafe.Add(bufs[0], 8*i)) += scratch[4] + 1
		}
		mu.Lock()
		users[bufs[1]]--
		mu.Unlock()
	}
	d := fakeDevice(&fakeBackend{name: "fake", fn: fn})
	p := addProgram(200, 5e4)
	p.Phases = append(p.Phases, p.Phases[0])
	p.Bufs = append(p.Bufs, codegen.Buf{DType: ops.Int64, Elems: 5}, codegen.Buf{DType: ops.Float32, Elems: 1})
	k, err := d.Kernel(p)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]int64, 200)
	if err := k.Launch(t.Context(), []unsafe.Pointer{unsafe.Pointer(&data[0])}, []int64{1}); err != nil {
		t.Fatal(err)
	}
	for i, v := range data {
		if v < 2 {
			t.Fatalf("element %d is %d", i, v)
		}
	}
	if d.pool.Stats().Live != 0 {
		t.Error("scratch was not given back")
	}
}

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

func TestDiskCacheServesKernels(t *testing.T) {
	if canRunCode() != nil {
		t.Skip(canRunCode())
	}
	dir := useDisk(t)
	files := func() []string {
		found, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
		return found
	}
	compile := func() int32 {
		b := &fakeBackend{name: "fake", object: true}
		k, err := fakeDevice(b).Kernel(addProgram(10, 1))
		if err != nil {
			t.Fatal(err)
		}
		launchAdd(t, k, 10)
		return b.compiles.Load()
	}
	if compile() != 1 || len(files()) != 1 || compile() != 0 {
		t.Fatalf("the second device compiled again; files %v", files())
	}
	for _, damage := range []func([]byte) []byte{
		func(f []byte) []byte { return f[:len(f)/2] }, func([]byte) []byte { return nil },
		func(f []byte) []byte { f[len(f)-9] ^= 1; return f },
		func([]byte) []byte { return seal([]byte("valid seal, no object")) },
		func([]byte) []byte {
			return seal(encodeObject(&codegen.Compiled{Object: []byte("ELF?"), Symbols: []string{"k"}}))
		},
	} {
		good, _ := os.ReadFile(files()[0])
		if err := os.WriteFile(files()[0], damage(append([]byte(nil), good...)), 0o644); err != nil {
			t.Fatal(err)
		}
		if compile() != 1 || compile() != 0 {
			t.Error("a damaged entry was not written anew")
		}
	}
}

func TestDiskCacheUnwritable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := diskCache{filepath.Join(file, "below")} // a folder below a file cannot be made, not even by root
	c.put(diskKey{1}, []byte("x"))
	if _, ok := c.get(diskKey{1}); ok {
		t.Error("found what could not be written")
	}
	diskCache{}.put(diskKey{1}, nil)
}

func TestDiskCacheConcurrent(t *testing.T) {
	c := diskCache{t.TempDir()}
	payload := []byte(strings.Repeat("object", 10000))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				c.put(diskKey{7}, payload)
				if got, ok := c.get(diskKey{7}); !ok || string(got) != string(payload) {
					t.Error("read a part of a file")
				}
			}
		})
	}
	all.Wait()
	if left, _ := filepath.Glob(filepath.Join(c.dir, "*", ".new-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestProgramKey(t *testing.T) {
	b := &fakeBackend{name: "fake"}
	base := func() *codegen.Program {
		p := addProgram(8, 1)
		p.Phases[0].Body = []codegen.Instr{{Code: codegen.LoopOver, Loop: &codegen.Loop{Kind: codegen.Parallel, Step: 1,
			Body: []codegen.Instr{{Code: codegen.LoadMem, Mem: &codegen.Access{Terms: []codegen.Term{{Var: 0, Stride: 1}}}}}}}}
		return p
	}
	seen := map[diskKey]int{programKey(b, Target(), base()): -1}
	if programKey(b, Target(), base()) != programKey(b, Target(), base()) {
		t.Fatal("equal programs have different keys")
	}
	for i, change := range []func(p *codegen.Program){
		func(p *codegen.Program) { p.Name = "x" }, func(p *codegen.Program) { p.VL = 8 },
		func(p *codegen.Program) { p.Bufs[0].Elems++ }, func(p *codegen.Program) { p.Scalars[0] = ops.Float32 },
		func(p *codegen.Program) { p.Scalars = append(p.Scalars, ops.Float32) },
		func(p *codegen.Program) { p.Phases[0].TileCost = 2 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Step = 2 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Body[0].Mem.Terms[0].Stride = -1 },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop.Body[0].Mem.Else = ops.IntValue(ops.Int64, 3) },
		func(p *codegen.Program) { p.Phases[0].Body[0].Loop = nil },
		func(p *codegen.Program) { p.Phases[0].Body[0].Args = []codegen.Value{0} },
	} {
		p := base()
		change(p)
		key := programKey(b, Target(), p)
		if other, again := seen[key]; again {
			t.Errorf("changes %d and %d have one key", i, other)
		}
		seen[key] = i
	}
}

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

func BenchmarkLaunchSmall(b *testing.B) {
	d := fakeDevice(&fakeBackend{name: "fake"})
	k, err := d.Kernel(addProgram(8, 1))
	if err != nil {
		b.Fatal(err)
	}
	data := make([]int64, 8)
	bufs, scalars := []unsafe.Pointer{unsafe.Pointer(&data[0])}, []int64{1}
	for b.Loop() {
		if err := k.Launch(b.Context(), bufs, scalars); err != nil {
			b.Fatal(err)
		}
	}
}
