//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// callC calls a C function. A pointer to Go memory is passed as uintptr(unsafe.Pointer(p)) written in the argument
// list: the directive below then moves what p points to to the heap and keeps it alive for the call. That matters,
// because a callback out of C runs on this goroutine's stack, which may grow, and move, meanwhile.
//
//go:uintptrescapes
func callC(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

// call calls one of LLVM's functions by its name; the same rule for pointers holds.
//
//go:uintptrescapes
func (l *library) call(name string, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(l.fn[name], args...)
	return r
}

// cstring is s as C wants it. The caller keeps the slice alive. It must not be inlined: a slice that a function
// returns is on the heap, where it stays put, while one made in place could be on the stack.
//
//go:noinline
func cstring(s string) []byte { return append([]byte(s), 0) }

// ptr is the address of what cstring made. It stays right as long as the slice is kept alive, which callers do with
// runtime.KeepAlive.
func ptr(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }

// foreign makes a pointer of an address that C gave. The memory is C's, so the collector has no part in it and the
// rule against such conversions, which guards Go memory, does not apply.
func foreign(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

// goString copies a C string.
func goString(address uintptr) string {
	if address == 0 {
		return ""
	}
	p := foreign(address)
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}

// takeMessage copies a string that LLVM allocated and gives it back to LLVM.
func (l *library) takeMessage(address uintptr) string {
	if address == 0 {
		return ""
	}
	s := goString(address)
	l.call("LLVMDisposeMessage", address)
	return s
}

// takeBuffer copies the content of an LLVM memory buffer and disposes of it.
func (l *library) takeBuffer(buffer uintptr) []byte {
	start, size := l.call("LLVMGetBufferStart", buffer), l.call("LLVMGetBufferSize", buffer)
	b := append([]byte(nil), unsafe.Slice((*byte)(foreign(start)), size)...)
	l.call("LLVMDisposeMemoryBuffer", buffer)
	return b
}
