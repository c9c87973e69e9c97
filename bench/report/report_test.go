package report

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
)

func TestRunPrintsATable(t *testing.T) {
	var out, log bytes.Buffer
	if err := Run(context.Background(), []string{"-quick", "-only", "l_tiny_add_"}, &out, &log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "workload") || !strings.HasPrefix(lines[1], "l_tiny_add") || log.Len() == 0 {
		t.Errorf("%s\n%s", log.String(), out.String())
	}
}

func TestRunPrintsJSON(t *testing.T) {
	var out, log bytes.Buffer
	if err := Run(context.Background(), []string{"-quick", "-json", "-only", "l_tiny_add_", "-threads", "1,2"}, &out, &log); err != nil {
		t.Fatal(err)
	}
	var lines []line
	for d := json.NewDecoder(&out); d.More(); {
		var l line
		if err := d.Decode(&l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	if len(lines) != 4 || !lines[0].Fused || lines[1].Fused || lines[0].Threads != 1 || lines[3].Threads != 2 || lines[0].Median <= 0 {
		t.Errorf("%+v", lines)
	}
}

func TestRunRefuses(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-only zz", `no workload begins with "zz"`},
		{"-threads 0", `"0" is no number of threads`},
		{"chain", `"chain" is no flag`},
		{"-nonsense", "not defined"},
	} {
		var out, log bytes.Buffer
		err := Run(context.Background(), strings.Fields(c.args), &out, &log)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.args, err, c.want)
		}
	}
}

func TestRunPrintsMarkdown(t *testing.T) {
	var out, log bytes.Buffer
	if err := Run(context.Background(), []string{"-quick", "-markdown", "-only", "l_tiny_add_"}, &out, &log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[1], "| --- | ---: |") || !strings.HasPrefix(lines[2], "| l_tiny_add_captured | ") {
		t.Error(out.String())
	}
}

func TestRunPrintsKernels(t *testing.T) {
	var out, log bytes.Buffer
	if err := Run(context.Background(), []string{"-quick", "-kernels", "-only", "a_matmul_256", "-threads", "1,2"}, &out, &log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "workload") || !strings.Contains(lines[1], " 100% ") || !strings.Contains(lines[2], "GFLOP/s") {
		t.Error(out.String())
	}
}
