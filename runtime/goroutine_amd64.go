package runtime

// GoroutineKey tells the running goroutines apart: no two that run have the same. One that has ended may pass its key on.
func GoroutineKey() uintptr
