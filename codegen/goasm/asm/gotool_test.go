package asm

import (
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The arguments of a printed list, and the bytes of their loads.
var arguments = []Param{{"args", DI}, {"n", R9}}

const prologue = "488b7c2408" + "4c8b4c2410"

var (
	dumpLine = regexp.MustCompile(`(?m)^\t0x[0-9a-f]{4,} ((?:[0-9a-f]{2} )+)`)
	relLine  = regexp.MustCompile(`(?m)^\trel (\d+)\+4 t=R_PCREL \w+_pool([+-]\d+)$`)
)

// goTool assembles a list with the toolchain and gives its bytes after the prologue, the distances to constants filled in as
// the linker would.
func goTool(t *testing.T, l *List, c *Code) []byte {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no Go toolchain")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "k_amd64.s")
	if err := os.WriteFile(file, []byte(Header+PrintBytes(l, c, "f", arguments...)), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "tool", "asm", "-e", "-S", "-p", "k", "-o", filepath.Join(dir, "k.o"), "-I", include(t), file)
	cmd.Env = append(os.Environ(), "GOARCH=amd64", "GOOS=linux")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go tool asm: %v\n%.3000s", err, out)
	}
	return dumped(t, string(out), skipped(l), c.Pool)
}

func include(t *testing.T) string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "pkg", "include")
}

// skipped is how many bytes stand before the list: the prologue, and padding if the list aligns anything.
func skipped(l *List) int {
	n := len(prologue) / 2
	if a := int(l.alignment()); a > 0 {
		n = (n + a - 1) &^ (a - 1)
	}
	return n
}

// dumped reads the bytes of the one function in the assembler's listing.
func dumped(t *testing.T, out string, skip, pool int) []byte {
	t.Helper()
	if at := strings.Index(out, "SRODATA"); at >= 0 {
		out = out[:strings.LastIndex(out[:at], "\n")+1]
	}
	var text strings.Builder
	for _, m := range dumpLine.FindAllStringSubmatch(out, -1) {
		text.WriteString(strings.ReplaceAll(m[1], " ", ""))
	}
	code, err := hex.DecodeString(text.String())
	if err != nil || !strings.HasPrefix(text.String(), prologue) {
		t.Fatalf("cannot read the listing: %v\n%.2000s", err, out)
	}
	code = code[skip:]
	for _, m := range relLine.FindAllStringSubmatch(out, -1) {
		var at, add int
		fmt.Sscan(m[1], &at)
		fmt.Sscan(m[2], &add)
		at -= skip
		put32(code[at:], int32(pool+add-at-4))
	}
	return code
}

// same compares a list's own bytes with those of another assembler, and names the first instruction that differs.
func same(t *testing.T, l *List, c *Code, want []byte) {
	t.Helper()
	for i := range l.Len() {
		from, to := c.Starts[i], c.Starts[i+1]
		if int(to) > len(want) || string(c.Bytes[from:to]) != string(want[from:to]) {
			t.Fatalf("instruction %d: %v\nhave % x\nwant % x", i, l.At(i), c.Bytes[from:to], want[min(int(from), len(want)):min(int(from)+16, len(want))])
		}
	}
	if end := c.Starts[l.Len()]; int(end) != len(want) {
		t.Fatalf("%d bytes, want %d", end, len(want))
	}
}

// What is printed assembles to the same bytes.
func TestPrintedSamplesAssemble(t *testing.T) {
	l := samples(1, 4)
	c, err := Encode(l)
	if err != nil {
		t.Fatal(err)
	}
	same(t, l, c, goTool(t, l, c))
}
