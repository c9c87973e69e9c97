package lazy

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// keyDepth is how many frames the key of a stack speaks for.
const keyDepth = 24

// stackKey gives equal keys to stacks whose innermost keyDepth return addresses are equal. It is nil where nobody knows
// a way that is cheaper than unwinding.
var stackKey func() uint64

// SetStackKey makes lines cheap: f gives a key of the innermost 24 frames. It is for package initialisation.
func SetStackKey(f func() uint64) { stackKey = f }

// stackLines remembers what callerPC found for a stack.
var stackLines [4096]atomic.Pointer[stackLine]

type stackLine struct {
	key uint64
	pc  uintptr
}

// callerPC is the program counter of the user's call: the first frame outside Weft's building packages. While a rule
// rewrites it is 0: the node gets the line of what it replaces.
func callerPC() uintptr {
	if stackKey == nil {
		pc, _ := unwind()
		return pc
	}
	key := stackKey()
	place := &stackLines[key>>52]
	if known := place.Load(); known != nil && known.key == key {
		return known.pc
	}
	pc, depth := unwind()
	if depth < keyDepth-2 { // else the key does not reach as far as the user's frame
		place.Store(&stackLine{key, pc})
	}
	return pc
}

// unwind walks the stack for callerPC, and tells how deep it had to look. Inlined calls count, so it does not look
// deeper than as many real frames.
func unwind() (pc uintptr, depth int) {
	var pcs [64]uintptr
	n := runtime.Callers(2, pcs[:])
	for i, pc := range pcs[:n] {
		switch frameKindOf(pc) {
		case userFrame:
			return pc, i
		case ruleFrame:
			return 0, i
		}
	}
	return 0, n
}

// UserCall is the name of the function of Weft that the user's code has called and that is running now, such as "Nonzero"; "" if
// the user is too far up the stack.
func UserCall() string {
	var pcs [64]uintptr
	called := ""
	for frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])]); ; {
		frame, more := frames.Next()
		if frameKindOf(frame.PC+1) == userFrame {
			return called
		}
		called = frame.Function[strings.LastIndexByte(frame.Function, '.')+1:]
		if !more {
			return ""
		}
	}
}

// Line turns a program counter kept by a node into "file.go:12", or "" when it is unknown.
func Line(pc uintptr) string {
	if pc == 0 {
		return ""
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if frame.File == "" {
		return ""
	}
	return fmt.Sprintf("%s:%d", filepath.Base(frame.File), frame.Line)
}

type frameKind int

const (
	userFrame frameKind = iota + 1
	innerFrame
	ruleFrame
)

// inner lists the packages whose frames are never the user's, tests apart.
var inner = []string{"weft/lazy.", "weft/autograd.", "weft/frontend/", "weft/schedule.", "weft/runtime."}

func kindOfFrame(f runtime.Frame) frameKind {
	switch {
	case strings.HasPrefix(f.Function, "weft/lazy.(*rewriter)"):
		return ruleFrame
	case strings.HasSuffix(f.File, "_test.go"):
		return userFrame
	}
	for _, p := range inner {
		if strings.HasPrefix(f.Function, p) {
			return innerFrame
		}
	}
	// A closure of ours is named after the user's function where the function that makes it was inlined there.
	if rest, ours := strings.CutPrefix(f.File, sourceRoot()); ours && strings.Contains(f.Function, ".func") {
		for _, p := range inner {
			if strings.HasPrefix("weft/"+rest, strings.TrimRight(p, "./")+"/") {
				return innerFrame
			}
		}
	}
	return userFrame
}

// sourceRoot is the folder of the module's source, as the compiler wrote it down.
var sourceRoot = sync.OnceValue(func() string {
	_, file, _, _ := runtime.Caller(0)
	return strings.TrimSuffix(file, "lazy/line.go")
})
