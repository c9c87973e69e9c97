// Package report measures the workloads fused and unfused and prints what it finds, as one table or as JSON lines. It is
// what `go run ./bench` and `weft bench` do.
package report

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"weft/bench/workload"
	"weft/frontend/tensor"
	"weft/runtime"
)

type options struct {
	only, threads, device string
	peersFile             string
	json, markdown        bool
	quick, fused          bool
	first, once, kernels  bool
	budget                time.Duration
}

// Usage are the flags in a line.
const Usage = "[-only a_,g_] [-threads 1,2] [-device cpu:llvm] [-json] [-markdown] [-quick] [-fused] [-first] [-kernels] [-peers FILE] [-budget 2s]"

func parse(args []string, log io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(log)
	f.StringVar(&o.only, "only", "", "workloads to run, by name or prefix, separated by commas")
	f.StringVar(&o.threads, "threads", "", "thread counts, separated by commas; default all cores")
	f.StringVar(&o.device, "device", "", "device, such as cpu:llvm; default goasm where it runs")
	f.BoolVar(&o.json, "json", false, "print a JSON line for each figure")
	f.BoolVar(&o.markdown, "markdown", false, "print the table as Markdown")
	f.BoolVar(&o.quick, "quick", false, "run each once, to see that it runs")
	f.BoolVar(&o.fused, "fused", false, "leave out the unfused figures")
	f.BoolVar(&o.first, "first", false, "measure fresh processes from their start to the first result, without and with a cache")
	f.BoolVar(&o.kernels, "kernels", false, "print the time of each kernel and its shares of the machine's peaks")
	f.BoolVar(&o.once, "once", false, "run each once and say what had to be made for it")
	f.StringVar(&o.peersFile, "peers", "", "file that names other programs to measure beside, such as bench/peers/peers.json")
	f.DurationVar(&o.budget, "budget", 2*time.Second, "time for each figure")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	if f.NArg() > 0 {
		return o, fmt.Errorf("%q is no flag; workloads are chosen with -only", f.Arg(0))
	}
	return o, nil
}

// Run measures what the arguments ask for and prints the table to out; what is measured on goes to log.
func Run(ctx context.Context, args []string, out, log io.Writer) error {
	o, err := parse(args, log)
	if err != nil {
		return err
	}
	if o.device != "" {
		os.Setenv("WEFT_DEVICE", o.device)
	}
	device, err := runtime.Open("")
	if err != nil {
		return err
	}
	counts, err := threadCounts(o.threads)
	if err != nil {
		return err
	}
	found := workload.Find(o.only)
	if len(found) == 0 {
		return fmt.Errorf("no workload begins with %q", o.only)
	}
	if o.once {
		return once(ctx, found, out)
	}
	fmt.Fprintf(log, "%s on %s\n", device.Name(), runtime.CPU())
	if o.first {
		return firsts(ctx, found, o, out)
	}
	t := &table{options: o, device: device.Name(), out: out, log: log, missing: map[string]bool{}}
	if o.peersFile != "" {
		if t.peers, err = readPeers(o.peersFile); err != nil {
			return err
		}
	}
	t.head()
	for _, n := range counts {
		runtime.SetThreads(n)
		for _, w := range found {
			row := t.row
			if o.kernels {
				row = t.byKernel
			}
			if err := row(ctx, w, n); err != nil {
				return fmt.Errorf("%s: %w", w.Name, err)
			}
		}
	}
	return nil
}

func threadCounts(text string) ([]int, error) {
	if text == "" {
		return []int{runtime.Threads()}, nil
	}
	var counts []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("-threads: %q is no number of threads", part)
		}
		counts = append(counts, n)
	}
	return counts, nil
}

// measured is a workload's figures with a number of threads.
type measured struct {
	w            workload.Workload
	threads      int
	fused, plain workload.Figure // plain has no runs where it was not asked for
	peers        []line          // the fastest first
}

// row measures one workload fused and, beside it, its peers or the unfused form.
func (t *table) row(ctx context.Context, w workload.Workload, threads int) (err error) {
	tensor.Seed(0)
	m := measured{w: w, threads: threads}
	if m.fused, err = w.Measure(ctx, true, t.quick, t.budget); err != nil {
		return err
	}
	if t.peers != nil {
		return t.besidePeers(ctx, m)
	}
	if !t.fused {
		if m.plain, err = w.Measure(ctx, false, t.quick, t.budget); err != nil {
			return err
		}
	}
	if t.json {
		return t.lines(m)
	}
	t.fusedRow(m)
	return nil
}

// line is one figure as other runners print theirs.
type line struct {
	Peer     string  `json:"peer"`
	Device   string  `json:"device"`
	Workload string  `json:"workload"`
	Threads  int     `json:"threads"`
	Median   float64 `json:"median_s"`
	Min      float64 `json:"min_s"`
	Runs     int     `json:"runs"`
	GFLOPs   float64 `json:"gflops,omitempty"`
	GBs      float64 `json:"gbs,omitempty"`
	Peak     float64 `json:"peak,omitempty"` // part of what the machine can do of it
	Kernels  int64   `json:"kernels"`
	Fused    bool    `json:"fused"`
}

// lines prints what was measured as JSON.
func (t *table) lines(m measured) error {
	all := []line{t.lineOf(m, m.fused, true)}
	if m.plain.Runs > 0 {
		all = append(all, t.lineOf(m, m.plain, false))
	}
	for _, l := range append(all, m.peers...) {
		if err := json.NewEncoder(t.out).Encode(l); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) lineOf(m measured, f workload.Figure, fused bool) line {
	return line{"weft", t.device, m.w.Name, m.threads, f.Median, f.Min, f.Runs, m.w.Flop / f.Median / 1e9, m.w.Byte / f.Median / 1e9,
		share(m.w, f), f.Kernels.Kernels, fused}
}
