//go:build linux && amd64

package goasm_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"weft/codegen"
	"weft/codegen/internal/kernels"
	"weft/codegen/internal/programs"
)

// corpus lowers all kernels that there are for tests, and gives programs made at random too.
func corpus(t *testing.T, target codegen.Target) []*codegen.Program {
	all := kernels.Samples()
	for seed := range uint64(40) {
		all = append(all, kernels.Random(rand.New(rand.NewPCG(seed, 7))))
	}
	var ps []*codegen.Program
	for _, k := range all {
		p, err := codegen.Lower(k, target)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	for seed := range uint64(20) {
		ps = append(ps, programs.Random(seed, target.VL))
	}
	return ps
}

// codeOf is the machine code of a program, whether or not this processor can run it.
func codeOf(t *testing.T, p *codegen.Program, target codegen.Target) []byte {
	c, err := codegen.Lookup("goasm").Compile(p, target, false)
	if err != nil {
		t.Fatal(err)
	}
	return c.Code
}

// TestDeterministic lowers the corpus twice from its start, and a third time in another process: the same program gives the same
// bytes. Maps are gone over in another order each time.
func TestDeterministic(t *testing.T) {
	sum := sha256.New()
	for _, target := range targets {
		again := corpus(t, target)
		for i, p := range corpus(t, target) {
			code := codeOf(t, p, target)
			if !bytes.Equal(code, codeOf(t, again[i], target)) {
				t.Errorf("%s for %s: other code the second time", p.Name, target.Name)
			}
			sum.Write(code)
		}
	}
	const child = "WEFT_TEST_CORPUS"
	mine := fmt.Sprintf("corpus %x", sum.Sum(nil))
	if os.Getenv(child) != "" {
		fmt.Println(mine)
		return
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestDeterministic$")
	cmd.Env = append(os.Environ(), child+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), mine) {
		t.Errorf("another process made other code: %v\n%s\nwant %s", err, out, mine)
	}
}
