package lazy

import (
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
)

// callerPC is the program counter of the user's call: the first frame outside Weft's building packages. It walks a
// few frames by return address only; names are looked up when a line is printed.
func callerPC() uintptr {
	var pcs [16]uintptr
	n := runtime.Callers(3, pcs[:])
	for _, pc := range pcs[:n] {
		if !internalPC(pc) {
			return pc
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

// building lists the packages whose frames are never the user's.
var building = []string{"weft/lazy.", "weft/autograd.", "weft/frontend/", "weft/schedule.", "weft/runtime."}

func isBuilding(function string) bool {
	for _, p := range building {
		if strings.HasPrefix(function, p) && !strings.HasSuffix(function, "_test") {
			return true
		}
	}
	return false
}
