package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	rt "weft/runtime"
)

// weft runs a command line and gives its exit code and what it printed.
func weft(t *testing.T, args ...string) (code int, out, log string) {
	t.Helper()
	var o, l bytes.Buffer
	code = run(context.Background(), args, &o, &l)
	return code, o.String(), l.String()
}

// TestMain makes interp the default device, which is read from the environment at the first use.
func TestMain(m *testing.M) {
	os.Setenv("WEFT_DEVICE", "cpu:interp")
	os.Exit(m.Run())
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}} {
		code, out, log := weft(t, args...)
		if code != 0 || log != "" {
			t.Errorf("%v: code %d, %s", args, code, log)
		}
		for _, c := range commands() {
			if !strings.Contains(out, "weft "+c.name) || !strings.Contains(out, c.does) {
				t.Errorf("%v does not tell of %s:\n%s", args, c.name, out)
			}
		}
	}
	if code, _, log := weft(t); code != 2 || !strings.Contains(log, "Usage") {
		t.Errorf("no arguments: code %d, %s", code, log)
	}
}

func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"kernel softmax", 2, `there is no command "kernel"; weft help lists them`},
		{"kernels", 1, "name an example: softmax, "},
		{"kernels softmin", 1, `there is no example "softmin"; there are softmax, `},
		{"kernels a_", 1, `"a_" may be any of a_matmul_256, `},
		{"kernels softmax relu", 1, `"relu" is one argument too many`},
		{"kernels -tiles softmax", 1, "not defined: -tiles"},
		{"export", 1, "name an example: softmax, "},
		{"export mlp", 1, "mlp trains; export writes what computes results from arguments: softmax, "},
		{"export -package my-x softmax", 1, `"my-x" is no name of a package`},
		{"env all", 1, `"all" is one argument too many`},
		{"bench -only zz", 1, `no workload begins with "zz"`},
	} {
		code, _, log := weft(t, strings.Fields(c.args)...)
		if code != c.code || !strings.Contains(log, c.want) {
			t.Errorf("weft %s: code %d, %q; want %d, %q", c.args, code, log, c.code, c.want)
		}
	}
}

func TestEnv(t *testing.T) {
	code, out, log := weft(t, "env")
	if code != 0 {
		t.Fatalf("code %d: %s", code, log)
	}
	for _, want := range []string{"cpu:interp     ready", "libLLVM", rt.CPU(), "lanes of float32", "features", "buffers        at most", "cache"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for _, v := range rt.Variables {
		if !strings.Contains(out, v.Name+" ") || !strings.Contains(out, v.Doc) {
			t.Errorf("nothing about %s in\n%s", v.Name, out)
		}
	}
}

func TestKernels(t *testing.T) {
	code, out, log := weft(t, "kernels", "-program", "softm")
	if code != 0 {
		t.Fatalf("code %d: %s", code, log)
	}
	for _, want := range []string{
		"1 kernels", "for r0 < 256", "reduce_max(", "in scratch: a row that is read more than once", "in a buffer: an output",
		"loop program:", "parallel i0", "softmax: 1 plans, 1 kernels in them; 1+0 kernels+others launched",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if code, out, _ = weft(t, "kernels", "l_tiny_add"); code != 0 || strings.Contains(out, "loop program:") {
		t.Errorf("a workload: code %d\n%s", code, out)
	}
}

// TestExamplesRun holds that every example can be planned; the workloads have tests of their own.
func TestExamplesRun(t *testing.T) {
	for _, e := range examples {
		var out bytes.Buffer
		p := &kernelPrinter{out: &out}
		if err := e.show(t.Context(), p); err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		if p.kernels == 0 && e.name != "softmax" { // its plan may be in the schedule cache
			t.Errorf("%s shows no kernel:\n%s", e.name, out.String())
		}
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 50)
	for i, line := range strings.Split(wrap(long), "\n") {
		if len(strings.TrimSpace(line)) > 100 {
			t.Errorf("line %d has %d letters", i, len(line))
		}
	}
}

// TestKernelsOfAProgram runs the shortest of the examples that are programs.
func TestKernelsOfAProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	code, out, log := weft(t, "kernels", "week5")
	if code != 0 || !strings.Contains(out, "kernel 1: ") || !strings.Contains(out, " in a buffer: an output") || strings.Contains(out, "weft: ") {
		t.Errorf("code %d, %s\n%s", code, log, out)
	}
}

func TestPassKernels(t *testing.T) {
	var out bytes.Buffer
	rest, err := passKernels(strings.NewReader("weft: device\n-- kernel e_8 add\nbuf0 float32[8]\nphase 0\n  for r0 < 8\n"+
		"add(8) in a buffer: an output\ne_8 add cpu:interp 1 ops\n  no\n 1%\r 2%\nlast words\n"), &out)
	want := "\nkernel 1: e_8 add\n  buf0 float32[8]\n  phase 0\n    for r0 < 8\n  add(8) in a buffer: an output\n"
	if err != nil || rest != "last words" || out.String() != want {
		t.Errorf("%q, %v\n%s", rest, err, out.String())
	}
}

func TestExport(t *testing.T) {
	folder := t.TempDir()
	code, out, log := weft(t, "export", "-o", folder, "softmax")
	if code != 0 || !strings.Contains(out, "model.go") {
		t.Fatalf("code %d: %s%s", code, out, log)
	}
	text, err := os.ReadFile(filepath.Join(folder, "model.go"))
	if err != nil || !strings.Contains(string(text), "package softmax") || !strings.Contains(string(text), "func Forward(x []float32) (y []float32, err error)") {
		t.Errorf("%v\n%s", err, text)
	}
}
