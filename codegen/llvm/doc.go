// Package llvm is the back end that lets libLLVM make the machine code: a loop program becomes the text of an LLVM
// module, and libLLVM, opened in the process at the first compile, makes object bytes of it.
//
// A program that wants it imports the package for its effect alone:
//
//	import _ "weft/codegen/llvm"
//
// There is no cgo and no toolchain: the library is opened with dlopen through purego, which makes the binary a dynamic
// one. Where no library is found, the error names what to install; nothing fails at start.
//
// The files mirror those of codegen/interp: emit.go walks a program, loop.go writes its loops, access.go its loads and
// stores, ops.go and cast.go its operations. The library side is apart from that: library.go finds and opens it,
// session.go turns IR text into bytes, diagnose.go turns what LLVM complains about into Go errors.
//
// Whatever LLVM says is an error in Go and the process lives: a syntax error, a module that does not verify, an
// unknown pass, even the fatal errors that end a C++ program.
package llvm
