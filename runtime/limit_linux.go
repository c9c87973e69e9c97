package runtime

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// availableMemory is the least of what the machine and the process's memory cgroups could still give.
func availableMemory() int64 {
	room := int64(unlimited)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		room = memAvailable(text)
	}
	for _, g := range cgroups() {
		room = min(room, g.room())
	}
	return room
}

// memAvailable reads the kernel's estimate of what can be had without swapping.
func memAvailable(meminfo []byte) int64 {
	for line := range bytes.Lines(meminfo) {
		f := strings.Fields(string(line))
		if len(f) >= 2 && f[0] == "MemAvailable:" {
			if kib, err := strconv.ParseInt(f[1], 10, 64); err == nil && kib < unlimited>>10 {
				return kib << 10
			}
		}
	}
	return unlimited
}

// cgroup is one memory cgroup: the files with its bound and its use, and the key in memory.stat of what could be dropped.
type cgroup struct{ max, current, stat, droppable string }

// room is what the cgroup allows beyond its present use; cached file pages are given up first, so they do not count.
func (g cgroup) room() int64 {
	bound, ok := readNumber(g.max)
	if !ok {
		return unlimited
	}
	used, ok := readNumber(g.current)
	if !ok {
		return bound
	}
	return max(0, bound-used+statValue(g.stat, g.droppable))
}

// readNumber reads a file that holds one number; "max" is none.
func readNumber(path string) (int64, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n, err == nil
}

// statValue is the number beside a key in a cgroup's memory.stat, 0 if it is not there.
func statValue(path, key string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(text) {
		if value, ok := strings.CutPrefix(string(line), key+" "); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			return n
		}
	}
	return 0
}

// cgroups are those that bound this process. They are looked for once: a process seldom moves, and limits are read anew.
var cgroups = sync.OnceValue(func() []cgroup {
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return nil
	}
	return findCgroups("/sys/fs/cgroup", string(text))
})

// findCgroups lists the process's memory cgroup and its parents, by version 2's and version 1's names, where they have a bound.
func findCgroups(root, self string) []cgroup {
	var found []cgroup
	for line := range strings.Lines(self) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) != 3 {
			continue
		}
		switch {
		case part[0] == "0" && part[1] == "":
			found = appendGroups(found, root, part[2], cgroup{"memory.max", "memory.current", "memory.stat", "inactive_file"})
		case strings.Contains(","+part[1]+",", ",memory,"):
			found = appendGroups(found, filepath.Join(root, "memory"), part[2],
				cgroup{"memory.limit_in_bytes", "memory.usage_in_bytes", "memory.stat", "total_inactive_file"})
		}
	}
	return found
}

// appendGroups adds the group at path below root and each of its parents that has a bound.
func appendGroups(found []cgroup, root, path string, names cgroup) []cgroup {
	for {
		dir := filepath.Join(root, path)
		g := cgroup{filepath.Join(dir, names.max), filepath.Join(dir, names.current), filepath.Join(dir, names.stat), names.droppable}
		if _, bounded := readNumber(g.max); bounded {
			found = append(found, g)
		}
		if path == "/" || path == "." || path == "" {
			return found
		}
		path = filepath.Dir(path)
	}
}
