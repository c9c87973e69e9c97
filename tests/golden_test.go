package tests

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"weft/tests/goldendata"
)

// TestGolden makes PyTorch's recorded calls again, on every back end, and compares values, dtypes, shapes and gradients. A
// case of an operator that has no adapter counts as failing in the totals; the test itself fails when a case fails whose
// operator has one and that is not in the table of exceptions.
func TestGolden(t *testing.T) {
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	var index goldenIndex
	if err := goldendata.Read(answers, "index.json", &index); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, device := range testDevices(t) {
		t.Run(device, func(t *testing.T) {
			run := &goldenRun{device: device, answers: answers}
			run.all(index)
			lines = append(lines, run.report(t)...)
		})
	}
	for _, l := range lines {
		fmt.Println(l)
	}
}

// goldenRun collects the results of all cases on one device.
type goldenRun struct {
	device  string
	answers fs.FS

	mu      sync.Mutex
	total   int
	passed  int
	missing map[string]int    // cases of operators without adapter
	failed  map[string]string // what is wrong with each case that failed
	excuse  map[string]string // why a case that failed may
	host    int
	errs    []error
}

// all runs the files of all operators, several at a time.
func (g *goldenRun) all(index goldenIndex) {
	g.missing, g.failed, g.excuse = map[string]int{}, map[string]string{}, map[string]string{}
	only := os.Getenv("WEFT_GOLDEN_ONLY")
	work := make(chan string)
	var wg sync.WaitGroup
	for range max(2, runtime.GOMAXPROCS(0)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for file := range work {
				g.file(file)
			}
		}()
	}
	for _, op := range index.Ops {
		if only == "" || slices.Contains(strings.Split(only, ","), op.Op) {
			work <- op.File
		}
	}
	close(work)
	wg.Wait()
}

// file runs the cases of one operator.
func (g *goldenRun) file(name string) {
	f, err := readGolden(g.answers, name)
	if err != nil {
		g.mu.Lock()
		g.errs = append(g.errs, err)
		g.mu.Unlock()
		return
	}
	var ready []*attempt
	for _, c := range f.Cases {
		adapter := adapters[c.OpName]
		if adapter == nil {
			g.note(f, &attempt{c: c}, "", true)
			continue
		}
		a := &attempt{c: c, file: f, device: g.device}
		a.build(adapter)
		ready = append(ready, a)
	}
	realizeAll(ready)
	for _, a := range ready {
		g.note(f, a, a.verdict(), false)
	}
}

func (g *goldenRun) note(f *goldenFile, a *attempt, wrong string, missing bool) {
	c := a.c
	g.mu.Lock()
	defer g.mu.Unlock()
	g.total++
	switch {
	case missing:
		g.missing[f.Op]++
	case wrong != "":
		g.failed[c.ID] = wrong
		if reason := excused(f, c); reason != "" {
			g.excuse[c.ID] = reason
		}
	default:
		g.passed++
	}
	if a.host {
		g.host++
	}
}

// report prints what is missing and what failed, and fails the test where a failure has no reason on record.
func (g *goldenRun) report(t *testing.T) []string {
	for _, err := range g.errs {
		t.Error(err)
	}
	var missing []string
	for op, n := range g.missing {
		missing = append(missing, fmt.Sprintf("%s:%d", op, n))
	}
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Logf("%d operators are not implemented: %s", len(missing), strings.Join(missing, " "))
	}
	var ids []string
	for id := range g.failed {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if reason := g.excuse[id]; reason != "" {
			t.Logf("%s fails as expected: %s (%s)", id, g.failed[id], reason)
			continue
		}
		t.Errorf("%s: %s", id, g.failed[id])
	}
	return []string{
		fmt.Sprintf("device: %s", g.device),
		fmt.Sprintf("golden: %d of %d cases pass", g.passed, g.total),
		fmt.Sprintf("fallbacks: %d, host: %d", fallbacks(), g.host),
	}
}
