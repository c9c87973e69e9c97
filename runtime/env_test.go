package runtime

import (
	"errors"
	"strings"
	"testing"

	"weft/lazy"
)

func lookupIn(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}
}

func TestParseEnv(t *testing.T) {
	c, err := ParseEnv(lookupIn(map[string]string{
		"WEFT_DEVICE": "cpu:llvm", "WEFT_THREADS": "3", "WEFT_CACHE": "/tmp/x", "WEFT_MEMORY": "1.5G", "WEFT_FUSE": "0",
		"WEFT_REQUIRE": "llvm, goasm", "DEBUG": "4:softmax", "NO_COLOR": "1",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if c.Device != "cpu:llvm" || c.Threads != 3 || c.Cache != "/tmp/x" || c.Memory != 3<<29 || c.Fuse ||
		len(c.Require) != 2 || c.Require[1] != "goasm" || c.Debug != (Debug{4, "softmax"}) || !c.NoColor {
		t.Fatalf("parsed %+v", c)
	}
	c, err = ParseEnv(lookupIn(nil))
	if err != nil || !c.Fuse || c.threads() < 1 {
		t.Fatalf("defaults %+v, %v", c, err)
	}
}

func TestParseEnvNonsense(t *testing.T) {
	for name, values := range map[string][]string{
		"WEFT_DEVICE":  {"gpu", "cpu", "cpu:", "cuda:0"},
		"WEFT_ISA":     {"avx1024", "AVX2"},
		"WEFT_THREADS": {"0", "-1", "many", "1000000"},
		"WEFT_MEMORY":  {"lots", "0", "-5", "NaN", "9999999999T"},
		"WEFT_FUSE":    {"yes", "2"},
		"WEFT_REQUIRE": {"llvm,cuda", ","},
		"DEBUG":        {"8", "-1", "x", "12", "all:softmax", ":softmax"},
	} {
		for _, v := range values {
			_, err := ParseEnv(lookupIn(map[string]string{name: v}))
			var typed *lazy.Error
			if !errors.As(err, &typed) || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), v) {
				t.Errorf("%s=%s: error %v", name, v, err)
			}
		}
	}
}

func TestParseBytes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "64k": 64 << 10, "512M": 512 << 20, "4GiB": 4 << 30, "2gb": 2 << 30, "0.5K": 512} {
		if got, err := ParseBytes(text); err != nil || got != want {
			t.Errorf("%s: %d, %v; want %d", text, got, err, want)
		}
	}
}

func TestDebugFilter(t *testing.T) {
	d := Debug{4, "softmax"}
	if !d.On(4) || d.On(5) || !d.For(2, "r_softmax_16") || d.For(2, "matmul") || d.For(5, "softmax") {
		t.Error("filter")
	}
}

func TestVariablesDocumented(t *testing.T) {
	for _, v := range Variables {
		if v.Doc == "" || v.Default == "" || v.parse == nil {
			t.Errorf("%s lacks a column", v.Name)
		}
	}
}

func TestUnknownVariables(t *testing.T) {
	got := unknownVariables([]string{"WEFT_THREAD=2", "WEFT_THREADS=2", "WEFT_GOLDEN_ONLY=x", "HOME=/", "WEFT_LLVM=/x"})
	if len(got) != 1 || got[0] != "WEFT_THREAD" {
		t.Errorf("unknown: %v", got)
	}
}
