//go:build linux && amd64

package llvm

import (
	"bytes"
	"errors"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/codegen/internal/programs"
	"weft/ops"
)

func TestRegistered(t *testing.T) {
	b := codegen.Lookup("llvm")
	if b == nil || b.Name() != "llvm" {
		t.Fatalf("registered: %v", b)
	}
	if err := b.Available(codegen.Target{}); err != nil {
		absent(t, err)
	}
	if k := b.Key(); !strings.HasPrefix(k, "llvm ") || k != b.Key() {
		t.Errorf("key %q", k)
	}
}

// A machine without a library is told what to install, and nothing fails before.
func TestUnavailable(t *testing.T) {
	_, none := searchLibrary(nil)
	b := backend{
		locate: func() (string, error) { return "", none },
		open:   func() (*library, error) { return nil, none },
	}
	if b.Key() == "" {
		t.Error("no key")
	}
	_, err := b.Compile(programs.Chain(4, 64), generic, false)
	for _, err := range []error{b.Available(codegen.Target{}), err} {
		if !errors.Is(err, ErrNoLibrary) || !strings.Contains(err.Error(), "libllvm19") || !strings.Contains(err.Error(), envLibrary) {
			t.Errorf("got %v", err)
		}
	}
}

// The same program gives the same bytes, and the texts only where they are asked for.
func TestDeterministic(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		b := backend{open: func() (*library, error) { return l, nil }}
		for _, p := range []*codegen.Program{programs.RowMax(target.VL, 4, 256), programs.Lookup(target.VL, 64, 10), programs.Random(3, target.VL)} {
			one, err := b.Compile(p, target, false)
			if err != nil {
				t.Fatal(err)
			}
			two, err := b.Compile(p, target, true)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(one.Object, two.Object) {
				t.Errorf("%s: other bytes", p.Name)
			}
			if one.Texts != nil || two.Texts["llvm"] == "" || two.Texts["llvm-optimised"] == "" || two.Texts["assembly"] == "" {
				t.Errorf("%s: texts %d and %d", p.Name, len(one.Texts), len(two.Texts))
			}
		}
	})
}

// What the inner loops of common kernels compile to: whole vectors, operands from memory, nothing spilled.
func TestAssembly(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		rows, vecs := 4, 2
		if target.Name == "avx512" {
			rows, vecs = 6, 4
		}
		b := backend{open: func() (*library, error) { return l, nil }}
		for _, c := range []struct {
			p    *codegen.Program
			want map[string]int
		}{
			{programs.MatmulTile(target.VL, 48, 256, 512, rows, vecs), map[string]int{"vfmadd": rows * vecs, "vbroadcastss": rows}},
			{programs.Chain(target.VL, 4096), map[string]int{"vmulps": 4}},
			{programs.RowMax(target.VL, 8, 1024), map[string]int{"vsubps": 1}},
		} {
			out, err := b.Compile(c.p, target, true)
			if err != nil {
				t.Fatal(err)
			}
			text := out.Texts["assembly"]
			for what, n := range c.want {
				if got := strings.Count(text, what); got != n {
					t.Errorf("%s: %d times %s, not %d\n%s", c.p.Name, got, what, n, text)
				}
			}
			for _, bad := range []string{"(%rsp", "call"} {
				if strings.Contains(text, bad) {
					t.Errorf("%s: %s in\n%s", c.p.Name, bad, text)
				}
			}
		}
	})
}

// atPageEnd makes a buffer that ends where the next page may not be touched.
func atPageEnd(t *testing.T, n int) []byte {
	const page = 4096
	mem, err := syscall.Mmap(-1, 0, 2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mprotect(mem[page:], syscall.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(mem) })
	return mem[page-n : page : page]
}

// Gated lanes touch nothing: a byte read past the end of these buffers would end the process.
func TestTailStaysInside(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for _, d := range ops.DTypes() {
			for _, n := range []int64{1, 7, 16, 19} {
				p := programs.Tail(target.VL, d, n)
				size := int(n) * d.Size()
				out, x := atPageEnd(t, size), atPageEnd(t, size)
				for i := range x {
					x[i] = byte(i*7 + 1)
					if d == ops.Bool {
						x[i] &= 1
					}
				}
				runLLVM(t, l, p, target)[0]([]unsafe.Pointer{unsafe.Pointer(&out[0]), unsafe.Pointer(&x[0])}, nil, 0, p.Phases[0].Tiles)
				if !bytes.Equal(out, x) {
					t.Errorf("%v, %d elements: %x, not %x", d, n, out, x)
				}
			}
		}
	})
}

// Lanes a few elements apart, either way, come from whole vectors that stay inside the buffer.
func TestStridedStaysInside(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		vl := int64(target.VL)
		for _, d := range []ops.DType{ops.Uint8, ops.Float16, ops.Float32, ops.Float64} {
			for _, step := range []int64{-4, -3, -2, -1, 2, 3, 4} {
				b := programs.New("strided", target.VL)
				out, x := b.Buf(d, vl), b.Buf(d, max(step, -step)*(vl-1)+1)
				b.Tiles(func(v int) {
					from := programs.At(x, v, 0, step)
					from.Base = max(0, -step*(vl-1))
					b.Store(d, true, b.Load(d, true, from), programs.At(out, v, 0, 1))
				})
				p := b.Program(1)
				for i := range p.Bufs {
					p.Bufs[i].Align = d.Size()
				}
				size := d.Size()
				dst, src := atPageEnd(t, int(vl)*size), atPageEnd(t, int(p.Bufs[1].Elems)*size)
				for i := range src {
					src[i] = byte(i * 3)
				}
				runLLVM(t, l, p, target)[0]([]unsafe.Pointer{unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0])}, nil, 0, 1)
				for i := range int(vl) {
					at := i * int(step)
					if step < 0 {
						at += -int(step) * int(vl-1)
					}
					if !bytes.Equal(dst[i*size:(i+1)*size], src[at*size:(at+1)*size]) {
						t.Fatalf("%v, step %d: lane %d is %x", d, step, i, dst[i*size:(i+1)*size])
					}
				}
			}
		}
	})
}

// Lookups and histograms agree with the interpreter.
func TestLookup(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		p := programs.Lookup(target.VL, 64, 10)
		got, want := way(l, target).Both(t, p, func(buf int, b []byte) {
			for i := range len(b) / 4 {
				switch buf {
				case 1:
					ops.IntValue(ops.Int32, int64(i*i%23-5)).Store(b[4*i:])
				case 2:
					ops.FloatValue(ops.Float32, float64(i)).Store(b[4*i:])
				}
			}
		}, nil)
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("buffer %d: %x, not %x", i, got[i], want[i])
			}
		}
	})
}

// wide keeps n vectors alive at once: it loads them all, then stores them in the other order, changed by what it met in
// between, so that none can be loaded again later.
func wide(vl, n int) *codegen.Program {
	const f32 = ops.Float32
	b := programs.New("wide", vl)
	x := b.Buf(f32, int64(n*vl))
	b.Tiles(func(v int) {
		var vs []codegen.Value
		spot := func(i int) *codegen.Access {
			a := programs.At(x, v, 0, 1)
			a.Base = int64(i * vl)
			return a
		}
		for i := range n {
			vs = append(vs, b.Load(f32, true, spot(i)))
		}
		for i := range n {
			b.Store(f32, true, b.ALU(ops.Sub, f32, true, vs[n-1-i], vs[i]), spot(i))
		}
	})
	return b.Program(1)
}

// A kernel may spill what fits its stack; one that needs more is an error, not a crash when it runs.
func TestStackIsKept(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		if target.Name != "avx512" {
			return // narrower vectors take many more, and LLVM long over them
		}
		fits := stackLimit / 4 / target.VL * 4 / 5
		got, want := way(l, target).Both(t, wide(target.VL, fits), func(buf int, b []byte) {
			for i := range len(b) / 4 {
				ops.FloatValue(ops.Float32, float64(i*i%1013)).Store(b[4*i:])
			}
		}, nil)
		if !bytes.Equal(got[0], want[0]) {
			t.Error("other bits")
		}
		_, err := backend{open: func() (*library, error) { return l, nil }}.Compile(wide(target.VL, 2*fits), target, false)
		if err == nil || !strings.Contains(err.Error(), stackComplaint) {
			t.Errorf("%d vectors at once: %v", 2*fits, err)
		}
	})
}

// Plain code, which a kernel gets that would need too much stack else, gives the same bits.
func TestPlainCode(t *testing.T) {
	eachTarget(t, func(t *testing.T, l *library, target codegen.Target) {
		for _, p := range []*codegen.Program{programs.RowMax(target.VL, 4, 256), programs.MatmulTile(target.VL, 4, int64(4*target.VL), 8, 2, 2)} {
			fill := func(buf int, b []byte) {
				for i := range len(b) / 4 {
					ops.FloatValue(ops.Float32, float64(i*i%1013)/7).Store(b[4*i:])
				}
			}
			text, symbols, err := emit(p, target)
			if err != nil {
				t.Fatal(err)
			}
			req := requestFor(l, target, false)
			req.plain = true
			out, err := l.compile(text, req)
			if err != nil {
				t.Fatal(err)
			}
			got, want := programs.Memory(p, fill), programs.Memory(p, fill)
			im := mapObject(t, out.object, symbols)
			if err := programs.RunAll(p, []codegen.Func{func(bufs []unsafe.Pointer, s []int64, lo, hi int64) { im.call(0, bufs, s, lo, hi) }}, got, nil); err != nil {
				t.Fatal(err)
			}
			if err := programs.RunAll(p, programs.Interp(target).Compile(t, p), want, nil); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got[0], want[0]) {
				t.Errorf("%s: other bits", p.Name)
			}
		}
	})
}
