package report

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"weft/bench/workload"
	"weft/frontend/tensor"
	"weft/runtime"
)

// firstRuns is how many processes each figure of -first is the median of.
const firstRuns = 5

// first is how long a fresh process took to a workload's first result, in seconds.
type first struct {
	Workload string  `json:"workload"`
	Cold     float64 `json:"cold_s"` // nothing was cached
	Warm     float64 `json:"warm_s"` // another process had run it before
}

const firstFormat = "%-24s %10s %10s\n"

// firsts measures, for each workload, a fresh process from its start to the first result: with an empty cache and with the
// cache that this left.
func firsts(ctx context.Context, found []workload.Workload, o options, out io.Writer) error {
	if !o.json {
		fmt.Fprintf(out, firstFormat, "first result of", "cold", "warm")
	}
	for _, w := range found {
		f, err := firstOf(ctx, w.Name, o)
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name, err)
		}
		if o.json {
			err = json.NewEncoder(out).Encode(f)
		} else {
			_, err = fmt.Fprintf(out, firstFormat, w.Name, seconds(f.Cold), seconds(f.Warm))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func firstOf(ctx context.Context, name string, o options) (first, error) {
	runs := firstRuns
	if o.quick {
		runs = 1
	}
	var cold, warm []float64
	for range runs {
		dir, err := os.MkdirTemp("", "weft-first-")
		if err != nil {
			return first{}, err
		}
		defer os.RemoveAll(dir)
		for _, times := range []*[]float64{&cold, &warm} {
			s, err := processTime(ctx, name, dir, o.threads)
			if err != nil {
				return first{}, err
			}
			*times = append(*times, s)
		}
	}
	return first{name, median(cold), median(warm)}, nil
}

func median(times []float64) float64 {
	slices.Sort(times)
	return times[len(times)/2]
}

// processTime runs this program with -once and gives the time from its start until it says that it has the result.
func processTime(ctx context.Context, name, cache, threads string) (float64, error) {
	program, err := os.Executable()
	if err != nil {
		return 0, err
	}
	c := exec.CommandContext(ctx, program, append(ownWords(), "-once", "-only", name)...)
	c.Env = append(os.Environ(), "WEFT_CACHE="+cache)
	if threads != "" {
		c.Env = append(c.Env, "WEFT_THREADS="+threads)
	}
	c.Stderr = os.Stderr
	said, err := c.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := c.Start(); err != nil {
		return 0, err
	}
	line, _ := bufio.NewReader(said).ReadString('\n')
	took := time.Since(start).Seconds()
	if err := c.Wait(); err != nil {
		return 0, err
	}
	if !strings.HasPrefix(line, name+": ") {
		return 0, fmt.Errorf("said %q", line)
	}
	return took, nil
}

// ownWords are what this process was called with before its flags: the command of a larger program.
func ownWords() []string {
	args := os.Args[1:]
	for i, a := range args {
		if strings.HasPrefix(a, "-") {
			return args[:i]
		}
	}
	return args
}

// once runs the first step of each workload and says so.
func once(ctx context.Context, found []workload.Workload, out io.Writer) error {
	for _, w := range found {
		tensor.Seed(0)
		run := w.Make()
		if err := run(ctx); err != nil {
			return err
		}
		c := runtime.Snapshot()
		if _, err := fmt.Fprintf(out, "%s: %d schedules made, %d read, %d kernels compiled, %d read\n", w.Name, c.Plans, c.PlanReads, c.Compiles, c.DiskHits); err != nil {
			return err
		}
	}
	return nil
}
