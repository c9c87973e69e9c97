package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func runWithPeers(t *testing.T, list string, args ...string) (out, log string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "peers.json")
	if err := os.WriteFile(path, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	var o, l bytes.Buffer
	err = Run(context.Background(), append([]string{"-quick", "-only", "l_tiny_add_", "-threads", "1", "-peers", path}, args...), &o, &l)
	return o.String(), l.String(), err
}

func TestPeersStandBesideTheFigure(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell to play a peer")
	}
	list := `[
		{"name": "slow", "command": ["/bin/sh", "-c", "echo '{\"median_s\": 20}'"], "workloads": ["l_"]},
		{"name": "fast", "command": ["/bin/sh", "-c", "test $0 = 1 && test $1 = l_tiny_add_captured && echo \"{\\\"median_s\\\": $SECONDS_TOLD}\""],
		 "env": {"SECONDS_TOLD": "1${NOTHING_SET_HERE}0"}, "workloads": ["a_", "l_tiny_add_captured"]},
		{"name": "other", "command": ["/bin/false"], "workloads": ["a_"]},
		{"name": "silent", "command": ["/bin/true"], "workloads": ["l_"]},
		{"name": "missing", "command": ["/bin/sh", "-c", "echo install it >&2; exit 1"], "workloads": ["l_"]}
	]`
	out, log, err := runWithPeers(t, list)
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Fields(strings.Split(out, "\n")[1])
	if row[0] != "l_tiny_add_captured" || row[3] != "fast" || row[4] != "10s" || row[6] != "slow" || row[7] != "20s" || len(row) != 9 {
		t.Errorf("%q", row)
	}
	if !strings.Contains(log, "missing: exit status 1: install it") || strings.Contains(log, "silent") || strings.Contains(log, "other") {
		t.Error(log)
	}
	if out, _, err = runWithPeers(t, list, "-json"); err != nil || strings.Count(out, "\n") != 3 || !strings.Contains(out, `"peer":"slow"`) {
		t.Error(out, err)
	}
}

func TestPeersRefused(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{`{`, "peers.json"},
		{`[{"name": "nobody"}]`, "peer 0 has no name or no command"},
	} {
		if _, _, err := runWithPeers(t, c.list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.list, err)
		}
	}
}
