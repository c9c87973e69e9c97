package runtime

import (
	"os"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"weft/codegen"
	"weft/lazy"
)

// Device is a memory and a back end. There is one *Device for each name.
type Device struct {
	name    string
	backend codegen.Backend
	target  codegen.Target
	pool    *Pool
	kernels kernelCache
	framed  kernelCache // those of which only the frame is known
	plans   planCache
}

// preference orders back ends for the default device, best first; optional ones are never the default.
var preference = []string{"goasm", "llvm", "interp"}

// install says what to do about a back end that is not linked.
var install = map[string]string{
	"llvm":   `import _ "weft/codegen/llvm" and install libLLVM 14 or newer (Debian: apt install libllvm19)`,
	"goasm":  `it is linked into programs for linux/amd64; elsewhere use WEFT_DEVICE=cpu:interp`,
	"interp": `import _ "weft/codegen/interp"`,
}

// cpuPool is the memory that all CPU devices share.
var cpuPool = sync.OnceValue(func() *Pool { return NewPool(config().Memory) })

// devices are the opened devices by name.
var devices struct {
	mu   sync.Mutex
	open map[string]*Device
	copy atomic.Bool // cpu:copy may be opened
}

// copyDevice is the name of the test-only device with memory of its own.
const copyDevice = "cpu:copy"

// EnableCopyDevice makes cpu:copy known: interp with memory of its own, so that tests can meet the rules between devices
// on a machine that has one memory.
func EnableCopyDevice() { devices.copy.Store(true) }

// ready checks the environment once: its variables, and the back ends that WEFT_REQUIRE names.
var ready = sync.OnceValue(func() error {
	c, err := Env()
	if err != nil {
		return err
	}
	for _, name := range unknownVariables(os.Environ()) {
		WarnOnce("%s is not known and has no effect", name)
	}
	for _, name := range c.Require {
		if err := required(name); err != nil {
			return fail(lazy.ErrDevice, "WEFT_REQUIRE", err.Hint, "%s", err.Reason)
		}
	}
	return nil
})

// optional are the back ends that a program links only if it wants them, and uses only where it is told to. What WEFT_REQUIRE
// says of them is nothing to a program that does not link them: a whole test run can be told to require llvm, although some of
// its programs stay static.
var optional = map[string]bool{"llvm": true}

// required is nil if a back end that WEFT_REQUIRE names is fit for use, or is no part of this program by its own choice.
func required(backend string) *lazy.Error {
	if optional[backend] && codegen.Lookup(backend) == nil {
		return nil
	}
	return usable(backend, Target())
}

// Open gives the device of a name, or the default device for "". A device that cannot run here is an error that says what
// to install.
func Open(name string) (*Device, error) {
	if err := ready(); err != nil {
		return nil, err
	}
	if name == "" {
		name = DefaultName()
	}
	devices.mu.Lock()
	defer devices.mu.Unlock()
	if d := devices.open[name]; d != nil {
		return d, nil
	}
	d, err := newDevice(name)
	if err != nil {
		return nil, err
	}
	if devices.open == nil {
		devices.open = map[string]*Device{}
	}
	devices.open[name] = d
	return d, nil
}

// newDevice makes the device of a name: cpu: and a back end, and perhaps an instruction set, as in cpu:goasm:avx2.
func newDevice(name string) (*Device, error) {
	openTeam()
	kind, rest, _ := strings.Cut(name, ":")
	backend, set, forced := strings.Cut(rest, ":")
	pool, target := cpuPool(), Target()
	if name == copyDevice && devices.copy.Load() {
		backend, pool = "interp", NewPool(0)
	}
	if kind != "cpu" || install[backend] == "" && codegen.Lookup(backend) == nil {
		return nil, fail(lazy.ErrDevice, "device", "devices here: "+strings.Join(DeviceNames(), ", "), "there is no device %q", name)
	}
	if forced {
		if err := knownISA(set); err != nil {
			return nil, fail(lazy.ErrDevice, "device "+name, "", "%q %v", set, err)
		}
		target = thisMachine(set)
	}
	if err := usable(backend, target); err != nil {
		return nil, err
	}
	d := &Device{name: name, backend: codegen.Lookup(backend), target: target, pool: pool}
	Debugf(DebugInfo, "weft: device %s: %s; devices here: %s; compiled objects in %s", name, cpuFor(target), strings.Join(DeviceNames(), ", "), cacheName())
	return d, nil
}

// usable is nil if a back end is linked and makes code for this machine that runs here.
func usable(backend string, target codegen.Target) *lazy.Error {
	b := codegen.Lookup(backend)
	if b == nil {
		return fail(lazy.ErrDevice, "device cpu:"+backend, install[backend], "back end %s is not linked into this program", backend)
	}
	if err := b.Available(target); err != nil {
		return fail(lazy.ErrDevice, "device cpu:"+backend, "", "%v", err)
	}
	if err := canRunCode(); err != nil && backend != "interp" {
		return fail(lazy.ErrDevice, "device cpu:"+backend, "use WEFT_DEVICE=cpu:interp", "%v", err)
	}
	return nil
}

// canRunCode is nil if machine code made at run time can be run here.
var canRunCode = sync.OnceValue(tryCode)

func tryCode() error {
	if !canCall {
		return fail(lazy.ErrDevice, "run code", "", "machine code made at run time is supported on linux/amd64 only")
	}
	code, err := LoadCode([]byte{0xc3}, map[string]int{"ret": 0}) // a function that returns at once
	if err != nil {
		return err
	}
	entry, _ := code.Entry("ret")
	code.Call(entry, nil, nil, 0, 0)
	return nil
}

// DefaultName is the default device: what WEFT_DEVICE says, else goasm where it runs, else interp.
func DefaultName() string {
	if name := config().Device; name != "" {
		return name
	}
	return bestDevice()
}

var bestDevice = sync.OnceValue(chooseDevice)

func chooseDevice() string {
	for _, name := range preference {
		if optional[name] {
			continue
		}
		err := usable(name, Target())
		if err == nil {
			return "cpu:" + name
		}
		if codegen.Lookup(name) != nil {
			WarnOnce("device cpu:%s is not taken: %v", name, err)
		}
	}
	return "cpu:interp"
}

// DeviceNames lists the devices that can be opened here, the best first.
func DeviceNames() []string {
	var names []string
	for _, name := range knownBackends() {
		if usable(name, Target()) == nil {
			names = append(names, "cpu:"+name)
		}
	}
	if devices.copy.Load() {
		names = append(names, copyDevice)
	}
	return names
}

// knownBackends are the preferred back ends and whatever else is linked.
func knownBackends() []string {
	known := append([]string(nil), preference...)
	for _, name := range codegen.Backends() {
		if install[name] == "" {
			known = append(known, name)
		}
	}
	sort.Strings(known[len(preference):])
	return known
}

// DeviceError says why a device cannot be opened; nil if it can.
func DeviceError(name string) error {
	_, err := Open(name)
	return err
}

// Name is the device's name, such as "cpu:interp".
func (d *Device) Name() string { return d.name }

// Backend is what compiles for the device.
func (d *Device) Backend() codegen.Backend { return d.backend }

// Target is the machine that programs for the device are made for.
func (d *Device) Target() codegen.Target { return d.target }

// Memory is the pool that the device's buffers come from.
func (d *Device) Memory() *Pool { return d.pool }

// SharesMemory says whether the other device can read this one's buffers as they are.
func (d *Device) SharesMemory(other *Device) bool { return d.pool == other.pool }
