package lazy

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// callerPC is the program counter of the user's call: the first frame outside Weft's building packages. While a rule
// rewrites it is 0: the node gets the line of what it replaces.
func callerPC() uintptr {
	var pcs [16]uintptr
	n := runtime.Callers(3, pcs[:])
	for _, pc := range pcs[:n] {
		switch frameKindOf(pc) {
		case userFrame:
			return pc
		case ruleFrame:
			return 0
		}
	}
	return 0
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
	return userFrame
}
