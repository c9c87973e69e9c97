//go:build linux && amd64

package runtime

import (
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/ops"
)

// said is what f prints on stderr under DEBUG=1.
func said(t *testing.T, f func()) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stderr, debug := os.Stderr, config().Debug
	os.Stderr, config().Debug = w, Debug{Level: DebugInfo}
	defer func() { os.Stderr, config().Debug = stderr, debug }()
	f()
	w.Close()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// require sets WEFT_REQUIRE for a test.
func require(t *testing.T, names ...string) {
	old := config().Require
	config().Require = names
	t.Cleanup(func() { config().Require = old })
}

// TestStandIn holds that interp takes a kernel that goasm's like cannot compile, with one line about it, and that the answer is
// interp's; and that it is an error with the program's name where the back end is required.
func TestStandIn(t *testing.T) {
	codegen.Register(&fakeBackend{name: "picky"})
	standIns["picky"] = "interp"
	defer delete(standIns, "picky")
	require(t)
	bad := elementwise(1000)
	bad.Name = "bad"
	before, want := Snapshot(), runSample(t, "cpu:interp", elementwise(1000))
	var got []float32
	text := said(t, func() { got = runSample(t, "cpu:picky", bad) })
	if firstUnequal(want, got) >= 0 || Snapshot().Sub(before).Fallbacks != 1 {
		t.Errorf("another answer than interp's, or %d fallbacks", Snapshot().Sub(before).Fallbacks)
	}
	if n := strings.Count(text, "interp takes the kernel bad: "); n != 1 || !strings.Contains(text, "no such luck") {
		t.Errorf("said %q", text)
	}
	require(t, "picky")
	d := fakeDevice(&fakeBackend{name: "picky"})
	p, err := codegen.Lower(bad, d.Target())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Kernel(p); err == nil || !strings.Contains(err.Error(), "compile bad: no such luck") {
		t.Errorf("required, and yet %v", err)
	}
}

// TestUnlowerable holds that goasm names the operation and the program that it has no code for.
func TestUnlowerable(t *testing.T) {
	d, err := Open("cpu:goasm")
	if err != nil {
		t.Skip(err)
	}
	require(t, "goasm")
	p := addProgram(1, 1)
	p.Name, p.VL = "odd", d.Target().VL
	p.Phases[0].NumValues = 2
	p.Phases[0].Body = []codegen.Instr{
		{Code: codegen.Const, Out: 0, DType: ops.Float32, Vec: true, Val: ops.FloatValue(ops.Float32, 1)},
		{Code: codegen.ALU, Op: ops.Exp, Out: 1, DType: ops.Float32, Vec: true, Args: []codegen.Value{0}},
	}
	if _, err := d.Kernel(p); err == nil || !strings.Contains(err.Error(), "program odd") || !strings.Contains(err.Error(), "exp") {
		t.Errorf("got %v", err)
	}
}

// refused are mappings that a system does not give.
var refused = func(int) (*region, error) { return nil, errors.New("operation not permitted") }

// refuse makes all code of the process be placed in a system that refuses what is named.
func refuse(t *testing.T, names ...string) {
	old, run := theCode, canRunCode
	theCode, canRunCode = newCodeSpace(), sync.OnceValue(tryCode)
	t.Cleanup(func() { theCode, canRunCode = old, run })
	if slices.Contains(names, "memfd") {
		theCode.system.shared = refused
	}
	if slices.Contains(names, "mprotect") {
		theCode.system.protect = func(*region) error { return errors.New("operation not permitted") }
	}
}

// TestRefusedMemory holds that code runs through mprotect where memory cannot be mapped twice, and that interp is the default where
// that is refused too, with one line about it.
func TestRefusedMemory(t *testing.T) {
	if usable("goasm", Target()) != nil {
		t.Skip("no machine code here")
	}
	refuse(t, "memfd")
	if name := chooseDevice(); name != "cpu:goasm" || !theCode.private {
		t.Errorf("with mprotect left, the default is %s", name)
	}
	c, entry := load(t, addCode)
	data, vars := int64(1), int64(2)
	bufs := unsafe.Pointer(&data)
	if c.Call(entry, &bufs, &vars, 0, 1); data != 3 {
		t.Errorf("got %d", data)
	}
	refuse(t, "memfd", "mprotect")
	names := map[string]bool{}
	text := said(t, func() { names[chooseDevice()], names[chooseDevice()] = true, true })
	if !names["cpu:interp"] || len(names) != 1 {
		t.Errorf("without executable memory the default is %v", names)
	}
	if strings.Count(text, "\n") != 1 || !strings.Contains(text, "device cpu:goasm is not taken") || !strings.Contains(text, "refuses executable memory") {
		t.Errorf("said %q", text)
	}
	if _, err := LoadCode(addCode, nil); err == nil || theCode.bytes > 4096 {
		t.Errorf("loaded, or %d bytes kept: %v", theCode.bytes, err)
	}
}

// TestRefusedLater holds that a kernel whose code finds no memory any more runs on interp.
func TestRefusedLater(t *testing.T) {
	d, err := Open("cpu:goasm")
	if err != nil {
		t.Skip(err)
	}
	require(t)
	refuse(t, "memfd", "mprotect")
	p, err := codegen.Lower(elementwise(777), d.Target())
	if err != nil {
		t.Fatal(err)
	}
	k, err := d.Kernel(p)
	if err != nil || k.code != nil || k.phases[0].fn == nil {
		t.Errorf("got %v", err)
	}
	d.kernels.drop(k.key, d.kernels.entry(k.key))
}
