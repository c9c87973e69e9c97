package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"weft/bench/workload"
	"weft/runtime"
)

type table struct {
	options
	device   string
	out, log io.Writer
	peers    []peer
	missing  map[string]bool // peers that cannot run here
}

// Columns of the two tables, with their widths; a negative one is aligned to the left. Rows are aligned without waiting for the
// others: a table takes minutes.
var (
	fusedColumns = []column{{"workload", -24}, {"threads", 7}, {"fused", 10}, {"unfused", 10}, {"ratio", 6}, {"kernels", 9}, {"unfused", 9},
		{"moved", 10}, {"unfused", 10}, {"rate", 16}, {"peak", 6}}
	peerColumns = []column{{"workload", -24}, {"threads", 7}, {"weft", 10}, {"peak", 6}, {"fastest peer", -16}, {"its time", 10}, {"weft is", 7}, {"others", -1}}
)

type column struct {
	name  string
	width int
}

func (t *table) columns() []column {
	switch {
	case t.kernels:
		return kernelColumns
	case t.peers != nil:
		return peerColumns
	}
	return fusedColumns
}

func (t *table) head() {
	if t.json {
		return
	}
	var names, lines []string
	for _, c := range t.columns() {
		names = append(names, c.name)
		if c.width < 0 {
			lines = append(lines, "---")
		} else {
			lines = append(lines, "---:")
		}
	}
	t.print(names...)
	if t.markdown {
		t.print(lines...)
	}
}

// print prints a row.
func (t *table) print(cells ...string) {
	if t.markdown {
		fmt.Fprintf(t.out, "| %s |\n", strings.Join(cells, " | "))
		return
	}
	for i, c := range t.columns() {
		fmt.Fprintf(t.out, "%*s ", c.width, cells[i])
	}
	fmt.Fprintln(t.out)
}

func (t *table) fusedRow(m measured) {
	ratio := "-"
	if m.plain.Runs > 0 {
		ratio = fmt.Sprintf("%.2f", m.plain.Median/m.fused.Median)
	}
	t.print(m.w.Name, fmt.Sprint(m.threads), seconds(m.fused.Median), seconds(m.plain.Median), ratio,
		m.fused.Kernels.Launches(), m.plain.Kernels.Launches(), runtime.Bytes(m.fused.Kernels.Bytes), runtime.Bytes(m.plain.Kernels.Bytes),
		rate(m.w, m.fused), percent(share(m.w, m.fused)))
}

// seconds prints a time with four figures, nothing for none.
func seconds(s float64) string {
	if s == 0 {
		return "-"
	}
	d, unit := time.Duration(s*1e9), time.Nanosecond
	for d/unit >= 10000 {
		unit *= 10
	}
	return d.Round(unit).String()
}

// share is the part that a workload reaches of the machine's measured peak, of multiply-adds or of memory, whichever its rate counts;
// 0 where it counts neither. What stays in the caches can be above 1.
func share(w workload.Workload, f workload.Figure) float64 {
	peak := runtime.Peak()
	switch {
	case w.Flop > 0 && peak.GFlops > 0:
		return w.Flop / f.Median / 1e9 / peak.GFlops
	case w.Byte > 0 && peak.GBs > 0:
		return w.Byte / f.Median / 1e9 / peak.GBs
	}
	return 0
}

func percent(x float64) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f%%", 100*x)
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
