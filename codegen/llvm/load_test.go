//go:build linux && amd64

package llvm

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"runtime"
	"syscall"
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"

	"weft/codegen"
	"weft/codegen/internal/programs"
)

// image is an object mapped for a test. The runtime has the real loader; this one knows only what objects of this
// package contain, and leaks its mapping.
type image struct {
	base  uintptr
	funcs []uintptr
}

// mapObject lays the allocated sections of an object out in one mapping, relocates them and finds the symbols.
func mapObject(t testing.TB, object []byte, symbols []string) *image {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		t.Fatal(err)
	}
	offset, size := place(f)
	mem, err := syscall.Mmap(-1, 0, max(size, 4096), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range f.Sections {
		if at, ok := offset[i]; ok && s.Type != elf.SHT_NOBITS {
			data, err := s.Data()
			if err != nil {
				t.Fatal(err)
			}
			copy(mem[at:], data)
		}
	}
	im := &image{base: uintptr(unsafe.Pointer(&mem[0]))}
	syms, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range f.Sections {
		if at, ok := offset[int(s.Info)]; ok && s.Type == elf.SHT_RELA {
			relocate(t, mem, s, at, syms, offset)
		}
	}
	if err := syscall.Mprotect(mem, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		t.Fatal(err)
	}
	for _, name := range symbols {
		im.funcs = append(im.funcs, im.base+uintptr(findSymbol(t, syms, offset, name)))
	}
	return im
}

func place(f *elf.File) (offset map[int]int, size int) {
	offset = map[int]int{}
	for i, s := range f.Sections {
		if s.Flags&elf.SHF_ALLOC == 0 {
			continue
		}
		align := int(max(s.Addralign, 1))
		size = (size + align - 1) / align * align
		offset[i] = size
		size += int(s.Size)
	}
	return offset, size
}

func findSymbol(t testing.TB, syms []elf.Symbol, offset map[int]int, name string) int {
	for _, s := range syms {
		if s.Name == name && s.Section != elf.SHN_UNDEF {
			return offset[int(s.Section)] + int(s.Value)
		}
	}
	t.Fatalf("no symbol %s", name)
	return 0
}

func relocate(t testing.TB, mem []byte, s *elf.Section, at int, syms []elf.Symbol, offset map[int]int) {
	data, err := s.Data()
	if err != nil {
		t.Fatal(err)
	}
	base := int64(uintptr(unsafe.Pointer(&mem[0])))
	for ; len(data) >= 24; data = data[24:] {
		off, info := binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:])
		addend := int64(binary.LittleEndian.Uint64(data[16:]))
		sym := syms[info>>32-1]
		if sym.Section == elf.SHN_UNDEF {
			t.Fatalf("the object needs %q from outside", sym.Name)
		}
		value := int64(offset[int(sym.Section)]) + int64(sym.Value) + addend
		place := at + int(off)
		switch kind := elf.R_X86_64(info & 0xffffffff); kind {
		case elf.R_X86_64_PC32, elf.R_X86_64_PLT32:
			binary.LittleEndian.PutUint32(mem[place:], uint32(value-int64(place)))
		case elf.R_X86_64_64:
			binary.LittleEndian.PutUint64(mem[place:], uint64(base+value))
		default:
			t.Fatalf("relocation %v", kind)
		}
	}
}

// call runs one phase.
func (im *image) call(phase int, bufs []unsafe.Pointer, scalars []int64, lo, hi int64) {
	if len(scalars) == 0 {
		scalars = []int64{0}
	}
	purego.SyscallN(im.funcs[phase], uintptr(unsafe.Pointer(&bufs[0])), uintptr(unsafe.Pointer(&scalars[0])), uintptr(lo), uintptr(hi))
	runtime.KeepAlive(bufs)
	runtime.KeepAlive(scalars)
}

// runLLVM compiles a program with a library and gives its phases as functions.
func runLLVM(t testing.TB, l *library, p *codegen.Program, target codegen.Target) []codegen.Func {
	t.Helper()
	b := backend{open: func() (*library, error) { return l, nil }}
	c, err := b.Compile(p, target, false)
	if err != nil {
		text, _, _ := emit(p, target)
		t.Fatalf("%v\n%s", err, text)
	}
	im := mapObject(t, c.Object, c.Symbols)
	var funcs []codegen.Func
	for i := range c.Symbols {
		funcs = append(funcs, func(bufs []unsafe.Pointer, scalars []int64, lo, hi int64) { im.call(i, bufs, scalars, lo, hi) })
	}
	return funcs
}

// way is this back end with one of its libraries.
func way(l *library, target codegen.Target) programs.Way {
	return programs.Way{Name: "llvm", Target: target, Compile: func(t testing.TB, p *codegen.Program) []codegen.Func {
		t.Helper()
		return runLLVM(t, l, p, target)
	}}
}

// The targets that tests compile for.
var targets = []codegen.Target{
	{Name: "avx512", VL: 16, Regs: 32, L1: 32 << 10, L2: 1 << 20},
	{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 1 << 20},
	{Name: "generic", VL: 4, Regs: 16, L1: 32 << 10, L2: 1 << 20},
}

// eachTarget runs f on every library and every target that this processor can run.
func eachTarget(t *testing.T, f func(t *testing.T, l *library, target codegen.Target)) {
	eachLibrary(t, func(t *testing.T, l *library) {
		for _, target := range targets {
			if target.Name == "avx512" && !bytes.Contains([]byte(l.features), []byte("+avx512vl")) {
				continue
			}
			t.Run(target.Name, func(t *testing.T) { f(t, l, target) })
		}
	})
}
