package runtime

import "math"

// reserve is what the pool leaves to everybody else when it goes by the machine's or cgroup's available memory.
const reserve = 64 << 20

// unlimited stands for no known bound.
const unlimited = math.MaxInt64

// headroom is how many bytes may still be mapped when so many are: up to the configured limit, or, without one, what
// the machine and its cgroup have available.
func headroom(limit, mapped int64) int64 {
	room := availableMemory()
	if room != unlimited {
		room = max(0, room-reserve)
	}
	if limit > 0 {
		room = min(room, limit-mapped)
	}
	return room
}
