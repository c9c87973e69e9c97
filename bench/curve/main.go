// Curve measures how long graphs of rising length take to build, plan and compile, and draws it.
//
//	go run ./bench/curve [-out docs/compile-time.svg] [-device cpu:llvm] [-quick]
//
// A chain is one elementwise operation after another on 1000 numbers, five kinds in turn. An RNN is a cell of width 32 on a batch
// of 8, unrolled, with the gradients of its weights. Each length is measured in a process of its own, without a disk cache.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"weft/frontend/tensor"
	"weft/runtime"

	_ "weft/codegen/llvm"
)

func main() {
	out := flag.String("out", "", "file to draw into, such as docs/compile-time.svg")
	device := flag.String("device", "", "device, such as cpu:llvm; default goasm where it runs")
	quick := flag.Bool("quick", false, "the two shortest lengths only")
	one := flag.String("one", "", "measure one point in this process: chain or rnn")
	n := flag.Int("n", 0, "its length")
	flag.Parse()
	if *device != "" {
		os.Setenv("WEFT_DEVICE", *device)
	}
	err := run(*out, *one, *n, *quick)
	if err != nil {
		fmt.Fprintln(os.Stderr, "curve:", err)
		os.Exit(1)
	}
}

func run(out, one string, n int, quick bool) error {
	if one != "" {
		p, err := measure(one, n)
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(p)
	}
	var all []series
	for _, s := range curves {
		if quick {
			s.lengths = s.lengths[:2]
		}
		if err := s.measure(); err != nil {
			return err
		}
		all = append(all, s)
	}
	if out == "" {
		return nil
	}
	return draw(all, out)
}

// point is what one length took, in seconds.
type point struct {
	N                 int
	Build, Plan, Step float64 // building the graph, the first result after that, the same again
	Kernels, Compiled int64
}

// series is one curve.
type series struct {
	name    string
	what    string
	lengths []int
	points  []point
}

var curves = []series{
	{"chain", "operations in a chain", []int{100, 300, 1000, 3000, 10000, 30000, 100000}, nil},
	{"rnn", "steps of an RNN, forward and backward", []int{25, 50, 100, 250, 500, 1000}, nil},
}

const rowFormat = "%-6s %8s %10s %10s %12s %10s %9s %9s\n"

func (s *series) measure() error {
	fmt.Printf(rowFormat, s.name, "n", "build", "first", "µs for one", "again", "launches", "compiled")
	for _, n := range s.lengths {
		p, err := apart(s.name, n)
		if err != nil {
			return fmt.Errorf("%s of %d: %w", s.name, n, err)
		}
		s.points = append(s.points, p)
		each := fmt.Sprintf("%.1f", (p.Build+p.Plan)*1e6/float64(n))
		fmt.Printf(rowFormat, "", strconv.Itoa(n), duration(p.Build), duration(p.Plan), each, duration(p.Step), fmt.Sprint(p.Kernels), fmt.Sprint(p.Compiled))
	}
	return nil
}

func duration(s float64) string {
	return (time.Duration(s*1e6) * time.Microsecond).Round(10 * time.Microsecond).String()
}

// apart measures a point in a process of its own.
func apart(name string, n int) (p point, err error) {
	program, err := os.Executable()
	if err != nil {
		return p, err
	}
	c := exec.Command(program, "-one", name, "-n", strconv.Itoa(n))
	c.Env = append(os.Environ(), "WEFT_CACHE=off")
	c.Stderr = os.Stderr
	data, err := c.Output()
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(data, &p)
}

// measure builds and realizes a graph twice. Something small is compiled before, so that opening the compiler is not in it.
func measure(name string, n int) (point, error) {
	ctx := context.Background()
	build := map[string]func(n int) func() []*tensor.Tensor{"chain": chain, "rnn": rnn}[name]
	if build == nil {
		return point{}, fmt.Errorf("no curve is called %q", name)
	}
	graph := build(n)
	p := point{N: n}
	before, start := runtime.Snapshot(), time.Now()
	roots := graph()
	p.Build, start = time.Since(start).Seconds(), time.Now()
	if err := tensor.Realize(ctx, roots...); err != nil {
		return point{}, err
	}
	p.Plan = time.Since(start).Seconds()
	made := runtime.Snapshot().Sub(before)
	p.Kernels, p.Compiled = made.Kernels, made.Compiles
	start = time.Now()
	err := tensor.Realize(ctx, graph()...)
	p.Step = time.Since(start).Seconds()
	return p, err
}
