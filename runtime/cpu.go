package runtime

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/cpuid/v2"

	"weft/codegen"
)

// The caches that are assumed where the processor, or the virtual machine around it, tells nothing sensible.
const (
	defaultL1, leastL1, mostL1 = 32 << 10, 8 << 10, 1 << 20
	defaultL2, leastL2, mostL2 = 512 << 10, 64 << 10, 64 << 20
)

// isa is one row of the instruction sets that code is made for, best first.
type isa struct {
	name     string
	vl, regs int
	needs    []cpuid.FeatureID
}

// isas names the sets. The AVX-512 parts are wanted together: kernels use masks on all element widths and lengths.
var isas = []isa{
	{"avx512", 16, 32, []cpuid.FeatureID{cpuid.AVX512F, cpuid.AVX512DQ, cpuid.AVX512BW, cpuid.AVX512VL, cpuid.AVX2, cpuid.FMA3, cpuid.F16C}},
	{"avx2", 8, 16, []cpuid.FeatureID{cpuid.AVX2, cpuid.FMA3, cpuid.F16C}},
	{"generic", 4, 16, nil},
	{"scalar", 1, 16, nil},
}

// runs says whether a processor has all that the set needs.
func (s *isa) runs(supports func(...cpuid.FeatureID) bool) bool {
	return len(s.needs) == 0 || runtime.GOARCH == "amd64" && supports(s.needs...)
}

// Target is this machine as the optimisations see it. It is the same for every back end, so that all of them run the very
// same loop programs.
var Target = sync.OnceValue(func() codegen.Target { return thisMachine(config().ISA) })

// thisMachine is the machine with the instruction set named, or its best one.
func thisMachine(set string) codegen.Target {
	return targetFor(set, cpuid.CPU.Supports, int64(cpuid.CPU.Cache.L1D), int64(cpuid.CPU.Cache.L2))
}

// knownISA is nil if the processor has the instruction set.
func knownISA(name string) error {
	at := slices.IndexFunc(isas, func(set isa) bool { return set.name == name })
	switch {
	case at < 0:
		return errors.New("is no instruction set")
	case !isas[at].runs(cpuid.CPU.Supports):
		return errors.New("is an instruction set that this processor does not have")
	}
	return nil
}

// targetFor is the named instruction set, or the best that a processor has, with its caches.
func targetFor(name string, supports func(...cpuid.FeatureID) bool, l1, l2 int64) codegen.Target {
	t := codegen.Target{L1: sane(l1, leastL1, mostL1, defaultL1), L2: sane(l2, leastL2, mostL2, defaultL2)}
	for _, set := range isas {
		if name == set.name || name == "" && set.runs(supports) {
			t.Name, t.VL, t.Regs = set.name, set.vl, set.regs
			break
		}
	}
	return t
}

// sane is v, or the default if v cannot be right.
func sane(v, least, most, otherwise int64) int64 {
	if v < least || v > most {
		return otherwise
	}
	return v
}

// CPU describes the processor in a line, for tables and DEBUG.
func CPU() string { return cpuFor(Target()) }

func cpuFor(t codegen.Target) string {
	openTeam()
	name := cpuid.CPU.BrandName
	if name == "" {
		name = runtime.GOARCH
	}
	return fmt.Sprintf("%s, %s, L1 %s, L2 %s, %d threads", name, t.Name, Bytes(t.L1), Bytes(t.L2), Threads())
}
