package export

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
	rt "weft/runtime"
)

// kind is something to export and run: its results are held against those of Weft.
type kind struct {
	name string
	args []*tensor.Tensor
	f    func(args ...*tensor.Tensor) *tensor.Tensor
}

// kinds cover what kernels are made of: contractions, rows, windows, indices, scans, sorts, and every dtype with its operations.
func kinds() []kind {
	tensor.Seed(3)
	type T = *tensor.Tensor
	x, y := tensor.Randn(5, 37).Realize(), tensor.Randn(37, 21).Realize()
	pictures := tensor.Randn(2, 3, 9, 9).Realize()
	rows := tensor.New([]int64{3, 0, 4, 4}, 4)
	net := nn.NewSequential(nn.NewConv2d(3, 4, 3), nn.NewBatchNorm2d(4), &nn.ReLU{}, &nn.Flatten{}, nn.NewLinear(4*7*7, 5))
	nn.Eval(net)
	list := []kind{
		{"MatMul", []T{x, y}, func(a ...T) T { return a[0].MatMul(a[1]).Gelu() }},
		{"Tall", []T{tensor.Randn(3000, 3).Realize()}, func(a ...T) T { return a[0].T().MatMul(a[0]) }},
		{"Softmax", []T{x}, func(a ...T) T { return a[0].Softmax(-1) }},
		{"LayerNorm", []T{x}, func(a ...T) T { return functional.LayerNorm(a[0], []int{37}, nil, nil, 1e-5) }},
		{"Net", []T{pictures}, func(a ...T) T { return net.Forward(a[0]) }},
		{"Pool", []T{pictures}, func(a ...T) T { return functional.MaxPool2d(a[0], functional.Window{KernelSize: []int{2}}) }},
		{"Gather", []T{x, rows}, func(a ...T) T { return a[0].IndexSelect(0, a[1]) }},
		{"Scan", []T{x}, func(a ...T) T { return a[0].Cumsum(1) }},
		{"Order", []T{x}, func(a ...T) T { values, _ := a[0].Sort(1, true); return values }},
		{"Argmax", []T{x}, func(a ...T) T { return a[0].Argmax(1) }},
		{"Sums", []T{x}, func(a ...T) T { return a[0].Sum(0).Mul(a[0].Amax(0)).Add(a[0].Sum()) }},
		{"Itself", []T{x}, func(a ...T) T { return a[0] }},
		{"Weight", nil, func(...T) T { return y }},
		{"Chain", []T{x}, func(a ...T) T { return a[0].Sin().Exp().Log().Erf().Sqrt().Floor().Add(a[0].Abs().Pow(1.5)) }},
	}
	return append(list, dtypeKinds()...)
}

// dtypeKinds casts values of each dtype to each other one, and does integer and logical arithmetic.
func dtypeKinds() (list []kind) {
	values := tensor.New([]float64{0, -0.5, 1, -1, 2.5, 3.5, -7.25, 100, 127, 200, -300, 70000, -1e10, 3e38, math.Inf(1), math.Inf(-1), math.NaN()}, 17)
	all := []tensor.DType{tensor.Bool, tensor.Int8, tensor.Int16, tensor.Int32, tensor.Int64, tensor.Uint8, tensor.Float16, tensor.BFloat16, tensor.Float32, tensor.Float64}
	for _, from := range all {
		a := values.Cast(from).Realize()
		list = append(list, kind{"Cast" + strings.ToUpper(from.String()), []*tensor.Tensor{a}, func(args ...*tensor.Tensor) *tensor.Tensor {
			var parts []*tensor.Tensor
			for _, to := range all {
				parts = append(parts, args[0].Cast(to).Cast(tensor.Float64))
			}
			return tensor.Stack(parts, 0)
		}})
		list = append(list, kind{"Arith" + strings.ToUpper(from.String()), []*tensor.Tensor{a, a.Flip(0).Realize()}, func(args ...*tensor.Tensor) *tensor.Tensor {
			x, y := args[0], args[1]
			parts := []*tensor.Tensor{x.Maximum(y), x.Minimum(y), tensor.Where(x.Lt(y), x, y), x.Eq(y).Cast(from), x.Le(y).Cast(from), x.Ne(y).Cast(from)}
			if from != tensor.Bool {
				parts = append(parts, x.Add(y), x.Sub(y), x.Mul(y), x.Neg(), x.Abs())
			}
			if !from.IsFloat() {
				parts = append(parts, x.And(y), x.Or(y), x.Xor(y), x.Not())
			}
			if !from.IsFloat() && from != tensor.Bool {
				z := y.Or(1)
				parts = append(parts, x.DivTrunc(z), x.FloorDiv(z), x.Remainder(z), x.Shl(3), x.Shr(2))
			}
			return tensor.Stack(parts, 0)
		}})
	}
	return list
}

// TestExportedRuns exports all kinds as one package, builds a program with it that has no other package of this module, and
// compares what it computes. The kernels in plain Go may add in another order.
func TestExportedRuns(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command to build the package with")
	}
	dir := t.TempDir()
	var funcs []Func
	var calls strings.Builder
	list := kinds()
	for _, k := range list {
		funcs = append(funcs, Func{Name: k.name, Compiled: of(k.f), Args: k.args})
		var in []string
		for i, a := range k.args {
			writeFile(t, filepath.Join(dir, fmt.Sprintf("%s-%d", k.name, i)), bytesOf(a))
			in = append(in, fmt.Sprintf("read[%s](\"%s-%d\")", goNames[a.DType()], k.name, i))
		}
		fmt.Fprintf(&calls, "\t{\n\t\ty, err := m.%s(%s)\n\t\twrite(%q, y, err)\n\t}\n", k.name, strings.Join(in, ", "), k.name)
	}
	if err := Write(filepath.Join(dir, "m"), "m", funcs...); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.sum"), sums)
	writeFile(t, filepath.Join(dir, "go.mod"), []byte("module exported\n\ngo 1.26\n\nrequire golang.org/x/sys "+sysVersion(t)+"\n"))
	writeFile(t, filepath.Join(dir, "main.go"), []byte(strings.Replace(program, "CALLS", calls.String(), 1)))
	for _, way := range ways(t) {
		for _, args := range [][]string{{"vet", "-tags", way.tags, "./..."}, append([]string{"run", "-tags", way.tags}, way.run...)} {
			c := exec.Command("go", args...)
			c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "CGO_ENABLED=0", "GODEBUG="+way.debug, "GOARCH="+way.arch)
			if out, err := c.CombinedOutput(); err != nil || len(bytes.TrimSpace(out)) > 0 {
				t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
			}
		}
		for _, k := range list {
			got, err := os.ReadFile(filepath.Join(dir, k.name))
			if err != nil {
				t.Fatal(err)
			}
			want := k.f(k.args...).Realize()
			if way.isa == rt.Target().Name { // the very kernels that Weft runs here
				if !bytes.Equal(got, bytesOf(want)) {
					t.Errorf("%s: other bits", k.name)
				}
				continue
			}
			hold(t, k.name, fromBytes(t, got, want), want)
		}
	}
}

// way is how an exported package is built and run, and the instruction set whose kernels it then takes, "" for those in plain Go.
type way struct {
	tags, debug, arch, isa string
	run                    []string
}

// ways are the kernels for this processor, those for one without AVX-512, and those in plain Go; in the long form also as an
// emulated arm64 runs them.
func ways(t *testing.T) []way {
	best := "avx2"
	if rt.DeviceError("cpu:goasm:avx512") == nil {
		best = "avx512"
	}
	arch, here := runtime.GOARCH, []string{"."}
	all := []way{{"", "", arch, best, here}, {"", "cpu.avx512f=off", arch, "avx2", here}, {"purego", "", arch, "", here}}
	if os.Getenv("WEFT_LONG") != "1" {
		return all
	}
	emulator, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		t.Log("arm64 is left out (Debian: apt install qemu-user): ", err)
		return all
	}
	return append(all, way{"", "", "arm64", "", []string{"-exec", emulator, "."}})
}

// sysVersion is the version of golang.org/x/sys that this module has.
func sysVersion(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", "golang.org/x/sys").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

var goNames = map[tensor.DType]string{
	tensor.Bool: "bool", tensor.Int8: "int8", tensor.Int16: "int16", tensor.Int32: "int32", tensor.Int64: "int64", tensor.Uint8: "uint8",
	tensor.Float16: "uint16", tensor.BFloat16: "uint16", tensor.Float32: "float32", tensor.Float64: "float64",
}

// program calls every function on values from files, and writes results to files.
const program = `package main

import (
	"bytes"
	"encoding/binary"
	"os"

	"exported/m"
)

func read[T any](name string) []T {
	data, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	var one T
	values := make([]T, len(data)/binary.Size(one))
	if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, values); err != nil {
		panic(err)
	}
	return values
}

func write(name string, values any, err error) {
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	if err := binary.Write(&out, binary.LittleEndian, values); err != nil {
		panic(err)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		panic(err)
	}
}

func main() {
CALLS}
`

func bytesOf(t *tensor.Tensor) (data []byte) {
	err := tensor.Bytes(context.Background(), t, func(memory []byte) error {
		data = bytes.Clone(memory)
		return nil
	})
	if err != nil {
		panic(err)
	}
	return data
}

func fromBytes(t *testing.T, data []byte, like *tensor.Tensor) *tensor.Tensor {
	t.Helper()
	y, err := tensor.Options{DType: like.DType()}.FromBytes(like.Shape(), func(memory []byte) error {
		if len(memory) != len(data) {
			return fmt.Errorf("%d bytes, want %d", len(data), len(memory))
		}
		copy(memory, data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return y
}

func writeFile(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// hold compares within what another order of sums may change.
func hold(t *testing.T, name string, got, want *tensor.Tensor) {
	t.Helper()
	a, b := tensor.MustData[float64](got.Cast(tensor.Float64)), tensor.MustData[float64](want.Cast(tensor.Float64))
	for i := range b {
		same := a[i] == b[i] || math.IsNaN(a[i]) && math.IsNaN(b[i])
		if !same && !(want.DType().IsFloat() && math.Abs(a[i]-b[i]) <= 2e-5*(1+math.Abs(b[i]))) {
			t.Errorf("%s: %v at %d, want %v", name, a[i], i, b[i])
			return
		}
	}
}
