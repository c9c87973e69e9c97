//go:build !amd64

package runtime

import "runtime"

// GoroutineKey tells the running goroutines apart: no two that run have the same. It reads the number in
// "goroutine 12 [running]", the first line of a stack trace: Go gives no other way.
func GoroutineKey() uintptr {
	var buf [40]byte
	text := buf[:runtime.Stack(buf[:], false)]
	const prefix = "goroutine "
	var id uintptr
	for _, c := range text[min(len(prefix), len(text)):] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + uintptr(c-'0')
	}
	return id
}
