package runtime

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMemAvailable(t *testing.T) {
	if got := memAvailable([]byte("MemTotal: 99 kB\nMemAvailable:   2048 kB\n")); got != 2<<20 {
		t.Errorf("got %d", got)
	}
	if got := memAvailable([]byte("garbage\nMemAvailable: x kB\n")); got != unlimited {
		t.Errorf("garbage gave %d", got)
	}
}

func TestCgroups(t *testing.T) {
	root := t.TempDir()
	write := func(path, text string) {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a/b/memory.max", "max\n")
	write("a/memory.max", "1000\n")
	write("a/memory.current", "700\n")
	write("a/memory.stat", "anon 600\ninactive_file 50\n")
	groups := findCgroups(root, "0::/a/b\n")
	if len(groups) != 1 || groups[0].room() != 350 {
		t.Errorf("version 2: %+v", groups)
	}
	write("memory/x/memory.limit_in_bytes", "500\n")
	write("memory/x/memory.usage_in_bytes", "600\n")
	groups = findCgroups(root, "5:cpu,memory:/x\n1:name=systemd:/y\nnonsense\n")
	if len(groups) != 1 || groups[0].room() != 0 {
		t.Errorf("version 1: %+v", groups)
	}
}

func TestHeadroom(t *testing.T) {
	if got := headroom(100, 30); got != 70 {
		t.Errorf("got %d", got)
	}
	if got := headroom(0, 0); got <= 0 {
		t.Errorf("this machine has %d bytes", got)
	}
}
