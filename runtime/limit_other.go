//go:build !linux

package runtime

// availableMemory is not known here; WEFT_MEMORY is the only bound.
func availableMemory() int64 { return unlimited }
