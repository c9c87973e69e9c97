package runtime

import (
	"context"
	"encoding/hex"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unsafe"

	"weft/codegen"
	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// planGraph is a graph of two kernels, one through the arena, with a number that is a parameter.
func planGraph(t *testing.T, d *Device) *lazy.Node {
	t.Helper()
	s, err := d.NewStorage(4 * 64)
	if err != nil {
		t.Fatal(err)
	}
	for i := range unsafe.Slice((*float32)(s.Pointer()), 64) {
		unsafe.Slice((*float32)(s.Pointer()), 64)[i] = float32(i)
	}
	x := lazy.NewBuffer(s, ops.Float32, 0, 8, 8)
	y := lazy.ContiguousNode(lazy.Elementwise(ops.Mul, x, lazy.NewConst(ops.FloatValue(ops.Float32, 3.25), 8, 8)))
	return lazy.ReduceNode(ops.ReduceAdd, lazy.PermuteNode(y, 1, 0), 0)
}

// sums realizes the graph on a device that nothing was compiled for in this process.
func sums(t *testing.T, name string) ([]float32, Counts) {
	t.Helper()
	d := &Device{name: name, backend: codegen.Lookup(strings.TrimPrefix(name, "cpu:")), target: Target(), pool: cpuPool()}
	openTeam()
	before := Snapshot()
	n := planGraph(t, d)
	req := schedule.NewRequest([]*lazy.Node{n}, RealizeOptions{}.schedule(), false)
	pl, err := d.plans.get(d, req)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.run(context.Background(), pl, req)
	if err != nil {
		t.Fatal(err)
	}
	return append([]float32(nil), unsafe.Slice((*float32)(out[0].Storage.(*Storage).Pointer()), 8)...), Snapshot().Sub(before)
}

func needLLVM(t *testing.T) {
	t.Helper()
	if b := codegen.Lookup("llvm"); b == nil || usable("llvm", Target()) != nil {
		t.Skip("no back end that leaves objects")
	}
}

func TestPlansAreReadFromDisk(t *testing.T) {
	needLLVM(t)
	dir := useDisk(t)
	want, cold := sums(t, "cpu:llvm")
	got, warm := sums(t, "cpu:llvm")
	if cold.Plans != 1 || cold.PlanReads != 0 || warm.Plans != 0 || warm.PlanReads != 1 || warm.Compiles != 0 {
		t.Errorf("first %+v, then %+v", cold, warm)
	}
	if want[1] != 3.25*(8+9+10+11+12+13+14+15) || string(encode(got)) != string(encode(want)) {
		t.Errorf("%v, then %v", want, got)
	}
	objects, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	for _, f := range objects {
		whole, _ := os.ReadFile(f)
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
		if got, again := sums(t, "cpu:llvm"); again.Plans != 1 || got[1] != want[1] {
			t.Errorf("without %s: %+v", f, again)
		}
		whole[len(whole)/2] ^= 4
		if err := os.WriteFile(f, whole, 0o644); err != nil {
			t.Fatal(err)
		}
		if got, again := sums(t, "cpu:llvm"); again.Plans != 1 || got[1] != want[1] {
			t.Errorf("with %s damaged: %+v", f, again)
		}
	}
}

func TestPlansOfClosuresAreNotKept(t *testing.T) {
	dir := useDisk(t)
	sums(t, "cpu:interp")
	if left, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(left) != 0 {
		t.Errorf("wrote %v", left)
	}
}

// TestPlansOfHostileFiles changes what a file says, with a checksum that is right: it is refused or does no harm.
func TestPlansOfHostileFiles(t *testing.T) {
	needLLVM(t)
	useDisk(t)
	sums(t, "cpu:llvm")
	d := &Device{name: "cpu:llvm", backend: codegen.Lookup("llvm"), target: Target(), pool: cpuPool()}
	req := schedule.NewRequest([]*lazy.Node{planGraph(t, d)}, RealizeOptions{}.schedule(), false)
	key, ok := d.planKey(req)
	payload, there := theDisk().get(key)
	if !ok || !there {
		t.Fatalf("no plan in %s", hex.EncodeToString(key[:]))
	}
	for name, change := range map[string]func(f *planFile){
		"no output":       func(f *planFile) { f.Outputs = nil },
		"output nowhere":  func(f *planFile) { f.Outputs[0].Mem = 99 },
		"output inside":   func(f *planFile) { f.Outputs[0].Mem = internal(f) },
		"no source":       func(f *planFile) { f.Mems[source(f)].Input = 1 },
		"longer source":   func(f *planFile) { f.Mems[source(f)].Elems *= 2 },
		"kernel":          func(f *planFile) { f.Launches[0].Kernel = -1 },
		"node":            func(f *planFile) { f.Launches[0].Node = 1 << 40 },
		"memory":          func(f *planFile) { f.Launches[0].Mems[0] = 77 },
		"too few":         func(f *planFile) { f.Launches[0].Mems = f.Launches[0].Mems[1:] },
		"scalar":          func(f *planFile) { f.Launches[0].Params[0] = 5 },
		"order":           func(f *planFile) { f.Launches[0], f.Launches[1] = f.Launches[1], f.Launches[0] },
		"arena":           func(f *planFile) { f.ArenaBytes = 1 << 60 },
		"outside":         func(f *planFile) { f.Mems[internal(f)].Offset = 1 << 50 },
		"negative":        func(f *planFile) { f.Mems[internal(f)].Offset = -64 },
		"dtype":           func(f *planFile) { f.Kernels[0].Bufs[0].DType = 200 },
		"endless buffer":  func(f *planFile) { f.Kernels[0].Bufs[0].Elems = math.MaxInt64 },
		"parameters":      func(f *planFile) { f.Kernels[0].NumParams = 50 },
		"no phase":        func(f *planFile) { f.Kernels[0].Phases = nil },
		"cost":            func(f *planFile) { f.Kernels[0].Phases[0].TileCost = math.NaN() },
		"check":           func(f *planFile) { f.Checks = append(f.Checks, schedule.CheckAt{Mem: f.Outputs[0].Mem}) },
		"kept":            func(f *planFile) { f.Keeps = append(f.Keeps, schedule.Keep{Node: 1000}) },
		"foreign offsets": func(f *planFile) { f.Launches[0].Offsets = []int64{1 << 40} },
	} {
		var f planFile
		if err := decode(payload, &f); err != nil {
			t.Fatal(err)
		}
		change(&f)
		theDisk().put(key, encode(f))
		if d.readPlan(key, req) != nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func internal(f *planFile) int { return memOf(f, schedule.Internal) }
func source(f *planFile) int   { return memOf(f, schedule.Input) }

func memOf(f *planFile, kind schedule.MemKind) int {
	for i, m := range f.Mems {
		if m.Kind == kind {
			return i
		}
	}
	panic("no memory of the kind")
}
