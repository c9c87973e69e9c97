package codegen_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/schedule"
)

var update = flag.Bool("update", false, "write the expected texts of the passes anew")

// TestPasses holds the text after each pass that changes it against testdata: the kernel, the choices, the loops, on a machine
// with four lanes.
func TestPasses(t *testing.T) {
	for name, k := range map[string]*schedule.Kernel{
		"elementwise": kernels.Elementwise(50000), "tail": kernels.Elementwise(10), "sum_rows": kernels.SumRows(300, 70, kernels.Across(2)),
		"sum_cols": kernels.SumCols(300, 400), "sum_cols_wide": kernels.SumCols(1000, 4096), "normalise": kernels.Normalise(50, 40), "fetch": kernels.Normalise(1000, 300), "normalise_down": kernels.NormaliseDown(40, 30, 50), "matmul": kernels.MatMul(32, 32, 32, kernels.Down()),
		"window": kernels.Window(2000, 3), "gather": kernels.Gather(500, 9, 64),
		"cumsum": kernels.CumSum(6, 20), "scatter_add": kernels.ScatterAdd(50, 7, 20), "nested": kernels.Nested(3, 5, 9), "in_place": kernels.InPlace(16),
		"packed_conv": kernels.Conv(1, 2, 16, 6, 3), "packed_gradient": kernels.ConvInput(1, 16, 2, 4, 3), "split": kernels.Unpool(40, 3, 5, 2), "shifted": kernels.ConvInput(8, 6, 3, 4, 2), "packed_transposed": kernels.MatMulT(16, 8, 20), "packed_pieces": kernels.MatMul(16, 24, 1024, kernels.Down()),
		"rows_of_products": kernels.Attention(20, 16, 8, 8, kernels.Across(1)),
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			b.WriteString("-- kernel\n" + k.Text())
			last := ""
			trace := func(pass, text string) {
				if text = strings.TrimSpace(text); text != last {
					b.WriteString("-- " + pass + "\n" + text + "\n")
				}
				last = text
			}
			if _, err := codegen.LowerWith(k, targets[2], codegen.LowerOptions{Verify: true, Trace: trace}); err != nil {
				t.Fatal(err)
			}
			golden(t, filepath.Join("testdata", name+".txt"), b.String())
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a, b := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for n := range max(len(a), len(b)) {
		if n >= len(a) || n >= len(b) || a[n] != b[n] {
			t.Fatalf("%s:%d differs (-update writes it anew):\n%s", file, n+1, got)
		}
	}
}

// TestPassesHaveReasons holds the pass table to saying why each pass stands where it does.
func TestPassesHaveReasons(t *testing.T) {
	for _, p := range codegen.Passes() {
		if len(p[1]) < 20 {
			t.Errorf("pass %s gives no reason", p[0])
		}
	}
}

// TestTextIsStable holds equal kernels to equal texts.
func TestTextIsStable(t *testing.T) {
	for _, target := range targets {
		first, second := kernels.Samples(), kernels.Samples()
		for n := range first {
			p, err := codegen.Lower(first[n], target)
			if err != nil {
				t.Fatal(err)
			}
			q, err := codegen.Lower(second[n], target)
			if err != nil {
				t.Fatal(err)
			}
			if p.Text() != q.Text() {
				t.Errorf("%s: two texts\n%s\n%s", first[n].Name, p.Text(), q.Text())
			}
		}
	}
}
