package runtime

import (
	"context"
	"sync"
	"time"
	"unsafe"
)

// MachinePeak is the best this machine was seen to do with as many threads as kernels may use, for shares in DEBUG and profiles.
type MachinePeak struct {
	GBs    float64 // reading and writing memory
	GFlops float64 // float32 multiply-adds, two a piece; 0 where machine code cannot be run
}

var peaks struct {
	mu sync.Mutex
	of map[int]MachinePeak // by threads
}

// Peak measures the machine, once for each number of threads, in some tens of milliseconds.
func Peak() MachinePeak {
	openTeam()
	peaks.mu.Lock()
	defer peaks.mu.Unlock()
	p, ok := peaks.of[Threads()]
	if !ok {
		p = MachinePeak{peakBandwidth(), peakFlops()}
		if peaks.of == nil {
			peaks.of = map[int]MachinePeak{}
		}
		peaks.of[Threads()] = p
	}
	return p
}

const (
	peakRounds = 3
	peakCopy   = 32 << 20 // bytes, beyond the caches
	peakPart   = 256 << 10
	peakSpins  = 2_000_000 // rounds of the multiply-add loop
	peakChunk  = 20_000
)

// best is the shortest of some runs.
func best(run func()) float64 {
	least := time.Duration(unlimited)
	for range peakRounds {
		start := time.Now()
		run()
		least = min(least, time.Since(start))
	}
	return max(least.Seconds(), 1e-9)
}

func peakBandwidth() float64 {
	ptr, size, err := cpuPool().alloc(2 * peakCopy)
	if err != nil {
		return 0
	}
	defer cpuPool().release(ptr, size)
	from, to := unsafe.Slice((*byte)(ptr), peakCopy), unsafe.Slice((*byte)(unsafe.Add(ptr, peakCopy)), peakCopy)
	return 2 * peakCopy / 1e9 / best(func() {
		_ = Parallel(context.Background(), peakCopy, peakPart, func(_ int, lo, hi int64) error {
			copy(to[lo:hi], from[lo:hi])
			return nil
		})
	})
}

func peakFlops() float64 {
	code, lanes := fmaLoop()
	if code == nil || canRunCode() != nil {
		return 0
	}
	c, err := LoadCode(code, map[string]int{"peak": 0})
	if err != nil {
		return 0
	}
	entry, _ := c.Entry("peak")
	return 2 * float64(lanes) * fmaCount * peakSpins / 1e9 / best(func() {
		_ = Parallel(context.Background(), peakSpins, peakChunk, func(_ int, lo, hi int64) error {
			c.Call(entry, nil, nil, lo, hi)
			return nil
		})
	})
}

// fmaCount is how many independent multiply-adds a round has: enough for two units of latency four.
const fmaCount = 12

// fmaLoop is machine code that runs fmaCount vector multiply-adds for each of lo..hi, and how many lanes each has; nil
// where the processor has none.
func fmaLoop() ([]byte, int) {
	t := Target()
	if t.VL < 8 {
		return nil, 0
	}
	var body []byte
	for i := range byte(fmaCount) {
		body = append(body, fma(i, t.VL == 16)...)
	}
	var code []byte
	for i := range byte(16) { // vxorps xmm, xmm, xmm: zeroes are fast everywhere
		code = append(code, 0xc4, (1-i>>3)<<7|0x40|(1-i>>3)<<5|1, (^i&15)<<3, 0x57, 0xc0|(i&7)<<3|i&7)
	}
	code = append(code, 0x48, 0x39, 0xca, 0x7d, byte(len(body)+5)) // next: cmp rdx, rcx; jge end
	code = append(code, body...)
	code = append(code, 0x48, 0xff, 0xc2, 0xeb, byte(-len(body)-10)) // inc rdx; jmp next
	return append(code, 0xc3), t.VL                                  // end: ret
}

// fma encodes vfmadd231ps v_i, v14, v15 with 512 or 256 bits.
func fma(i byte, wide bool) []byte {
	high := (1 - i>>3) << 7 // the register number's fourth bit, inverted
	if wide {
		return []byte{0x62, high | 0x52, 0x0d, 0x48, 0xb8, 0xc0 | (i&7)<<3 | 7}
	}
	return []byte{0xc4, high | 0x42, 0x0d, 0xb8, 0xc0 | (i&7)<<3 | 7}
}
