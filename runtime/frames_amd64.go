package runtime

import "weft/lazy"

// stackKey is in frames_amd64.s.
func stackKey() uint64

// Every node remembers the user's line. Unwinding the stack costs more than all the rest of making a node; with a key of
// the stack that costs next to nothing, a line is looked up once for each path through the program.
func init() { lazy.SetStackKey(stackKey) }
