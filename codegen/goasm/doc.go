// Package goasm is the back end that assembles machine code for amd64 by itself: a loop program becomes instructions on
// virtual registers, those get the machine's registers, and package asm encodes or prints the list. It needs nothing but
// the Go binary.
//
// The files mirror those of codegen/llvm: lower.go walks a program, loop.go and carry.go write its loops, access.go, store.go and address.go its
// loads and stores, alu.go, real.go, whole.go, cast.go and divide.go its operations on vectors, uniform.go those on single
// integers. Behind that live.go finds where values are needed, coalesce.go makes two of them one where a move allows it,
// alloc.go and spill.go hand out registers, and encode.go writes the list.
//
// A vector of 64-bit elements takes two registers, of all others one, in which an element of 8 or 16 bits is widened to 32.
// A bool is a mask register with AVX-512, lanes of ones and zeros with AVX2. A single float is the same in all lanes of a
// vector register, so that a splat costs nothing; a single integer, bool or 16-bit float is widened in a general register.
//
// A kernel is a leaf: it never changes the stack pointer, and spills below it, into the frame that the runtime gives every
// kernel.
package goasm
