// Bench measures Weft's workloads fused and unfused and prints one table, or with -json one line a figure.
//
//	go run ./bench [-only a_,g_] [-threads 1,2] [-device cpu:llvm] [-json] [-quick] [-budget 2s] [-fused=true]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"weft/bench/workload"
	"weft/frontend/tensor"
	"weft/runtime"

	_ "weft/codegen/llvm"
)

type options struct {
	only, threads, device string
	json, quick, fused    bool
	budget                time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.only, "only", "", "workloads to run, by prefix, separated by commas")
	flag.StringVar(&o.threads, "threads", "", "thread counts, separated by commas; default all cores")
	flag.StringVar(&o.device, "device", "", "device, such as cpu:llvm; default the best")
	flag.BoolVar(&o.json, "json", false, "print a JSON line for each figure")
	flag.BoolVar(&o.quick, "quick", false, "run each once, to see that it runs")
	flag.BoolVar(&o.fused, "fused", false, "leave out the unfused figures")
	flag.DurationVar(&o.budget, "budget", 2*time.Second, "time for each figure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
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
	fmt.Fprintf(os.Stderr, "%s on %s\n", device.Name(), runtime.CPU())
	t := &table{options: o, device: device.Name(), w: tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)}
	t.head()
	for _, n := range counts {
		runtime.SetThreads(n)
		for _, w := range found {
			if err := t.row(ctx, w, n); err != nil {
				return fmt.Errorf("%s: %w", w.Name, err)
			}
		}
	}
	return t.w.Flush()
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

type table struct {
	options
	device string
	w      *tabwriter.Writer
}

func (t *table) head() {
	if !t.json {
		fmt.Fprintln(t.w, "workload\tthreads\tfused\tunfused\tratio\tkernels\tunfused\tmoved\tunfused\trate\t")
	}
}

// row measures one workload fused and, unless told not to, unfused.
func (t *table) row(ctx context.Context, w workload.Workload, threads int) error {
	tensor.Seed(0)
	fused, err := w.Measure(ctx, true, t.quick, t.budget)
	if err != nil {
		return err
	}
	if t.json {
		t.line(w, threads, fused, true)
	}
	var plain workload.Figure
	if !t.fused {
		if plain, err = w.Measure(ctx, false, t.quick, t.budget); err != nil {
			return err
		}
		if t.json {
			t.line(w, threads, plain, false)
		}
	}
	if !t.json {
		fmt.Fprintf(t.w, "%s\t%d\t%s\t%s\t%.2f\t%s\t%s\t%s\t%s\t%s\t\n", w.Name, threads, seconds(fused.Median), seconds(plain.Median),
			plain.Median/fused.Median, fused.Kernels.Launches(), plain.Kernels.Launches(),
			runtime.Bytes(fused.Kernels.Bytes), runtime.Bytes(plain.Kernels.Bytes), rate(w, fused))
		t.w.Flush()
	}
	return nil
}

func seconds(s float64) string {
	return time.Duration(s * 1e9).Round(10 * time.Nanosecond).String()
}

func rate(w workload.Workload, f workload.Figure) string {
	switch {
	case w.Flop > 0:
		return fmt.Sprintf("%.1f GFLOP/s", w.Flop/f.Median/1e9)
	case w.Byte > 0:
		return fmt.Sprintf("%.1f GB/s", w.Byte/f.Median/1e9)
	}
	return ""
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
	Kernels  int64   `json:"kernels"`
	Fused    bool    `json:"fused"`
}

func (t *table) line(w workload.Workload, threads int, f workload.Figure, fused bool) {
	l := line{"weft", t.device, w.Name, threads, f.Median, f.Min, f.Runs, w.Flop / f.Median / 1e9, w.Byte / f.Median / 1e9, f.Kernels.Kernels, fused}
	text, err := json.Marshal(l)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		return
	}
	fmt.Println(string(text))
}
