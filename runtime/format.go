package runtime

import (
	"fmt"
	"time"
)

// Bytes prints a length for people: "512 B", "3.2 MiB".
func Bytes(n int64) string {
	if n < 1<<10 {
		return fmt.Sprintf("%d B", n)
	}
	value, unit := float64(n), ""
	for _, unit = range []string{"KiB", "MiB", "GiB", "TiB"} {
		if value /= 1 << 10; value < 1000 {
			break
		}
	}
	return fmt.Sprintf("%.3g %s", value, unit)
}

// duration prints a time with three figures: "12.3 µs".
func duration(d time.Duration) string {
	switch s := d.Seconds(); {
	case s < 1e-3:
		return fmt.Sprintf("%.3g µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.3g ms", s*1e3)
	default:
		return fmt.Sprintf("%.3g s", s)
	}
}
