package runtime

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/cpuid/v2"

	"weft/codegen"
)

// DeviceState is what `weft env` tells of a device.
type DeviceState struct {
	Name    string
	Problem string // why it cannot be opened, "" if it can
	Linked  bool   // its back end is in this program
}

// DeviceStates lists the devices that are known here, usable or not, the best first.
func DeviceStates() []DeviceState {
	var states []DeviceState
	for _, backend := range knownBackends() {
		s := DeviceState{Name: "cpu:" + backend, Linked: codegen.Lookup(backend) != nil}
		if err := usable(backend, Target()); err != nil {
			s.Problem = strings.TrimSuffix(err.Reason+"; "+err.Hint, "; ")
		}
		states = append(states, s)
	}
	return states
}

// CPUFeatures names what the processor can do, in cpuid's words.
func CPUFeatures() []string { return cpuid.CPU.FeatureSet() }

// CacheSize counts the compiled objects on disk and their bytes. What cannot be read counts as absent.
func CacheSize() (files int, bytes int64) {
	dir := CacheDir()
	if dir == "" {
		return 0, 0
	}
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			files++
			bytes += info.Size()
		}
		return nil
	})
	return files, bytes
}

// MemoryLimit is how many bytes of buffers may be handed out: WEFT_MEMORY, or what the machine and its cgroup have left.
var MemoryLimit = sync.OnceValue(func() int64 {
	if limit := config().Memory; limit > 0 {
		return limit
	}
	return availableMemory()
})
