package runtime

import (
	"errors"
	"sync/atomic"
	"testing"
	"unsafe"

	"weft/codegen"
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

func (b *fakeBackend) Name() string                   { return b.name }
func (b *fakeBackend) Available(codegen.Target) error { return b.broken }
func (b *fakeBackend) Key() string                    { return b.name }

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
	return &Device{name: "cpu:" + b.name, backend: b, target: Target(), pool: NewPool(0)}
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
