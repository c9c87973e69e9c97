package lazy

import (
	"runtime"
	"sync"
)

// internalPCs remembers which program counters belong to Weft itself: a process has few call sites.
var internalPCs sync.Map // uintptr -> bool

func internalPC(pc uintptr) bool {
	if known, ok := internalPCs.Load(pc); ok {
		return known.(bool)
	}
	frame, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	internal := isBuilding(frame.Function)
	internalPCs.Store(pc, internal)
	return internal
}
