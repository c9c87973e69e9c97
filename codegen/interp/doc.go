// Package interp is the back end in plain Go: a program becomes lists of small closures, one per instruction, each of which
// works on all lanes of its operands. It runs on every platform Go runs on, and it is the check on the back ends that emit
// machine code: the same program gives the same bits.
//
// A phase is compiled once into a description and instantiated once a worker into a frame: its closures hold the frame's
// registers directly, so a tile allocates nothing and looks nothing up. Frames are kept for the next call.
package interp
