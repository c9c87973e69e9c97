package runtime

import (
	"errors"
	"strings"
	"testing"

	"github.com/klauspost/cpuid/v2"

	"weft/codegen"
	"weft/lazy"
)

func TestTargetFor(t *testing.T) {
	has := func(features ...cpuid.FeatureID) func(...cpuid.FeatureID) bool {
		return func(wanted ...cpuid.FeatureID) bool {
			for _, w := range wanted {
				found := false
				for _, f := range features {
					found = found || f == w
				}
				if !found {
					return false
				}
			}
			return true
		}
	}
	all := isas[0].needs
	for _, c := range []struct {
		supports func(...cpuid.FeatureID) bool
		l1, l2   int64
		name     string
		want     codegen.Target
	}{
		{has(all...), 48 << 10, 1 << 20, "", codegen.Target{Name: "avx512", VL: 16, Regs: 32, L1: 48 << 10, L2: 1 << 20}},
		{has(isas[1].needs...), -1, -1, "", codegen.Target{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 512 << 10}},
		{has(append([]cpuid.FeatureID{cpuid.AVX512F}, isas[1].needs...)...), 0, 1 << 40, "", codegen.Target{Name: "avx2", VL: 8, Regs: 16, L1: 32 << 10, L2: 512 << 10}},
		{has(cpuid.AVX2), 1, 1, "", codegen.Target{Name: "generic", VL: 4, Regs: 16, L1: 32 << 10, L2: 512 << 10}},
		{has(all...), -1, -1, "scalar", codegen.Target{Name: "scalar", VL: 1, Regs: 16, L1: 32 << 10, L2: 512 << 10}},
	} {
		if got := targetFor(c.name, c.supports, c.l1, c.l2); got != c.want && canCall {
			t.Errorf("got %+v, want %+v", got, c.want)
		}
	}
}

func TestOpen(t *testing.T) {
	codegen.Register(&fakeBackend{name: "opens"})
	codegen.Register(&fakeBackend{name: "broken", broken: errors.New("apt install luck")})
	d, err := Open("cpu:opens")
	if err != nil || d.Name() != "cpu:opens" {
		t.Fatal(d, err)
	}
	if again, _ := Open("cpu:opens"); again != d {
		t.Error("a device was opened twice")
	}
	for name, want := range map[string]string{
		"cpu:broken": "apt install luck", "cpu:nonsense": `no device "cpu:nonsense"`, "cuda:0": `no device "cuda:0"`, "interp": "no device",
		copyDevice: "no device",
	} {
		_, err := Open(name)
		var typed *lazy.Error
		if !errors.As(err, &typed) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if names := strings.Join(DeviceNames(), " "); !strings.Contains(names, "cpu:opens") || strings.Contains(names, "broken") {
		t.Errorf("devices %s", names)
	}
}

// TestDeviceOfAnISA holds that a device may have an instruction set of its own, in the memory that all share.
func TestDeviceOfAnISA(t *testing.T) {
	codegen.Register(&fakeBackend{name: "opens"})
	d, err := Open("cpu:opens:generic")
	if err != nil || d.Target().Name != "generic" || d.Target().VL != 4 {
		t.Fatal(d, err)
	}
	if whole, _ := Open("cpu:opens"); whole == d || !whole.SharesMemory(d) {
		t.Error("the device with an instruction set is not one of its own in shared memory")
	}
	for name, want := range map[string]string{
		"cpu:opens:sse9": "is no instruction set", "cpu:goasm:generic": "for the instruction set generic", "cpu:opens:": "is no instruction set",
	} {
		if _, err := Open(name); canCall && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestDefault holds that the default is the embedded back end where it runs, even beside llvm, which must be asked for.
func TestDefault(t *testing.T) {
	want := "cpu:interp"
	if usable("goasm", Target()) == nil {
		want = "cpu:goasm"
	}
	if got := bestDevice(); got != want {
		t.Errorf("the default is %s, want %s", got, want)
	}
}

func TestNotLinked(t *testing.T) {
	if _, err := Open("cpu:llvm"); codegen.Lookup("llvm") == nil && (err == nil || !strings.Contains(err.Error(), "not linked")) {
		t.Errorf("got %v", err)
	}
}

func TestCopyDevice(t *testing.T) {
	codegen.Register(&fakeBackend{name: "opens"})
	if codegen.Lookup("interp") == nil {
		codegen.Register(&fakeBackend{name: "interp"})
	}
	EnableCopyDevice()
	defer devices.copy.Store(false)
	a, err := Open(copyDevice)
	b, err2 := Open("cpu:opens")
	c, err3 := Open("cpu:interp")
	if err != nil || err2 != nil || err3 != nil {
		t.Fatal(err, err2, err3)
	}
	if a.SharesMemory(b) || !b.SharesMemory(c) {
		t.Error("memory is shared wrongly")
	}
}

// TestRequired holds that a required back end must run where it is linked, that an optional one need not be linked, and
// that any other must.
func TestRequired(t *testing.T) {
	codegen.Register(&fakeBackend{name: "lame", broken: errors.New("no legs")})
	optional["absent"] = true
	defer delete(optional, "absent")
	for name, want := range map[string]string{"interp": "", "lame": "no legs", "absent": "", "missing": "is not linked into this program"} {
		switch err := required(name); {
		case want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}
