// Command gomlx measures GoMLX's back end that is written in Go on one of Weft's workloads:
//
//	gomlx THREADS WORKLOAD
//
// It prints a line of JSON, or nothing for a workload that it does not know.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gomlx/gomlx/backends"
)

const (
	warm, budget, sample = 300 * time.Millisecond, 2 * time.Second, time.Millisecond
	warmCalls, minRuns   = 2, 10
)

type figure struct {
	Peer     string  `json:"peer"`
	Workload string  `json:"workload"`
	Threads  int     `json:"threads"`
	Median   float64 `json:"median_s"`
	Min      float64 `json:"min_s"`
	Runs     int     `json:"runs"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gomlx:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: gomlx THREADS WORKLOAD")
	}
	threads, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	// GoMLX has compiled graphs only, so a plain workload is the compiled one.
	w, ok := workloads[strings.TrimSuffix(args[1], "_captured")]
	if !ok {
		return nil
	}
	runtime.GOMAXPROCS(threads)
	be, err := backends.NewWithConfig(config(threads))
	if err != nil {
		return err
	}
	f := measure(w.make(be), w.per)
	f.Peer, f.Workload, f.Threads = "gomlx", args[1], threads
	return json.NewEncoder(os.Stdout).Encode(f)
}

// config asks for the operations one after the other where there is one thread.
func config(threads int) string {
	if threads == 1 {
		return "go:ops_sequential"
	}
	return "go:"
}

// measure times f, which makes per steps, in samples of a millisecond or more.
func measure(f func(), per int) figure {
	calls, start := 0, time.Now()
	for ; calls < warmCalls || time.Since(start) < warm; calls++ {
		f()
	}
	inner := max(1, int(sample)*calls/int(time.Since(start)))
	var times []float64
	for start = time.Now(); len(times) < minRuns || time.Since(start) < budget; {
		begin := time.Now()
		for range inner {
			f()
		}
		times = append(times, time.Since(begin).Seconds()/float64(inner*per))
	}
	slices.Sort(times)
	n := len(times)
	return figure{Median: (times[(n-1)/2] + times[n/2]) / 2, Min: times[0], Runs: n}
}
