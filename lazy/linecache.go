package lazy

import (
	"runtime"
	"sync"
)

// frameKinds remembers what the program counters met so far belong to: a process has few call sites.
var frameKinds sync.Map // uintptr -> frameKind

func frameKindOf(pc uintptr) frameKind {
	if known, ok := frameKinds.Load(pc); ok {
		return known.(frameKind)
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	kind := kindOfFrame(frame)
	frameKinds.Store(pc, kind)
	return kind
}
