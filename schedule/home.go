package schedule

import "fmt"

// Place is where an intermediate lives.
type Place uint8

// The places.
const (
	Register Place = iota // computed where it is used
	Scratch               // a tile that belongs to an outer loop
	Buffer                // memory: a kernel ends here
)

func (p Place) String() string { return [...]string{"register", "scratch", "buffer"}[p] }

// Home is the answer to the one question of scheduling, with its reason.
type Home struct {
	Place  Place
	Reason string
}

func (h Home) String() string { return fmt.Sprintf("%s: %s", h.Place, h.Reason) }

func register(format string, args ...any) Home { return Home{Register, fmt.Sprintf(format, args...)} }
func buffer(format string, args ...any) Home   { return Home{Buffer, fmt.Sprintf(format, args...)} }

// The costs that decide, in flops an element unless said otherwise.
const (
	cheapCost    = 4                // repeating this much is no dearer than reading it back
	cheapLoads   = 2                // ... if it reads no more than this
	productCost  = 1                // what a contraction may repeat for each use of an operand
	stageCost    = 8                // from here on a row is kept in scratch rather than computed twice
	tinyWork     = 1 << 12          // flops in all: less than a launch
	kernelOps    = 400              // operations of one kernel
	kernelCost   = 1500             // flops an element of one kernel
	kernelBufs   = 24               // buffers of one kernel
	bytesPerFlop = 16               // flops that pass while one element moves to or from memory
	againCost    = 2 * bytesPerFlop // flops that pass while one element is written and read back
	leastRows    = 1 << 10          // loops around a row whose elements are no neighbours: lanes, and tiles to share out
	cacheLine    = 64               // bytes
	costCap      = 1 << 20
)
