package runtime_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"weft/lazy"
	"weft/ops"
	"weft/runtime"
)

// TestDebugChild is what TestDebugLevels runs in a process of its own, since DEBUG is read once: a row's softmax.
func TestDebugChild(t *testing.T) {
	device := os.Getenv("WEFT_TEST_DEBUG")
	if device == "" {
		t.Skip("run by TestDebugLevels")
	}
	x := source(t, device, func(i int) float32 { return float32(i % 7) }, 8, 64)
	row := func(n *lazy.Node) *lazy.Node { return broadcast(lazy.ReshapeNode(n, 8, 1), 8, 64) }
	e := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Sub, x, row(lazy.ReduceNode(ops.ReduceMax, x, 1))))
	softmax := lazy.Elementwise(ops.Div, e, row(lazy.ReduceNode(ops.ReduceAdd, e, 1)))
	other := lazy.Elementwise(ops.Mul, x, lazy.NewConst(ops.FloatValue(ops.Float32, 1), 8, 64))
	realize(t, device, softmax)
	realize(t, device, lazy.Elementwise(ops.Sqrt, other))
	realize(t, device, softmax)
}

// debugChild is stderr and stdout of the child under a value of DEBUG.
func debugChild(t *testing.T, device, debug string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestDebugChild$")
	cmd.Env = append(os.Environ(), "WEFT_TEST_DEBUG="+device, "DEBUG="+debug, "WEFT_CACHE=off", "WEFT_THREADS=1", "NO_COLOR=1", "WEFT_FUSE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("DEBUG=%s: %v\n%s", debug, err, out)
	}
	return string(out)
}

// debugMarks are what each level adds, with the number of times it comes.
var debugMarks = []struct {
	level string
	text  string
	times int // -1: at least once
}{
	{"1", "weft: device cpu:", 1},
	{"1", "compiled objects in no folder", 1},
	{"1", "kernels+others, ", 3},
	{"1", "1 planned", 2},
	{"2", "GFLOP/s", 3},
	{"2", "debuglevels_test.go:", -1},
	{"2", "compiled in ", 2},
	{"3", "-- kernel ", 2},
	{"3", "exp(8, 64) in scratch: a row that is read more than once", 1},
	{"3", "in a buffer: an output", 2},
	{"4", "-- loop program of ", 2},
	{"5", "-- graph before simplify for ", 2},
	{"5", "-- graph after simplify for ", 2},
	{"7", "simplify: x*1: mul float32(8, 64) of buffer, const 1  =>  buffer float32(8, 64)", 1},
}

// codeMarks are what the back ends that make machine code add: goasm's assembly says which loop each part belongs to.
var codeMarks = map[string]map[string][]string{
	"cpu:llvm":  {"4": {"-- llvm ", "define "}, "6": {"-- llvm-optimised ", "-- assembly ", "retq"}},
	"cpu:goasm": {"4": {"-- go assembly ", "TEXT ·", "// parallel i", "// for i"}, "6": {"-- bytes ", "RET\t// c3"}},
}

func TestDebugLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes")
	}
	for _, level := range []string{"0", "1", "2", "3", "4", "5", "6", "7"} {
		out := debugChild(t, "cpu:interp", level)
		for _, m := range debugMarks {
			n := strings.Count(out, m.text)
			if want := m.times; m.level > level && n > 0 || m.level <= level && (want < 0 && n == 0 || want >= 0 && n != want) {
				t.Errorf("DEBUG=%s: %q %d times, want %d from level %s on\n%s", level, m.text, n, want, m.level, out)
			}
		}
	}
}

func TestDebugLevelsOfCode(t *testing.T) {
	for device, marks := range codeMarks {
		if err := runtime.DeviceError(device); err != nil {
			t.Log(err)
			continue
		}
		for _, level := range []string{"3", "4", "6"} {
			out := debugChild(t, device, level)
			for from, texts := range marks {
				for _, text := range texts {
					if strings.Contains(out, text) != (from <= level) {
						t.Errorf("%s, DEBUG=%s: %q shown: %v, want it from level %s on", device, level, text, from > level, from)
					}
				}
			}
		}
	}
}

// TestDebugFilter holds that a filter selects by a kernel's name, by the user's line, and by what that line says.
func TestDebugFilter(t *testing.T) {
	all := strings.Count(debugChild(t, "cpu:interp", "3"), "-- kernel ")
	for filter, want := range map[string]int{"": all, "SQRT": 1, "e := lazy": 0, "softmax": 1, "debuglevels_test.go": all, "nothing like it": 0} {
		if got := strings.Count(debugChild(t, "cpu:interp", "3:"+filter), "-- kernel "); got != want {
			t.Errorf("DEBUG=3:%s shows %d kernels of %d, want %d", filter, got, all, want)
		}
	}
}
