//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import (
	"bytes"
	"debug/elf"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// versions are the libraries that tests run with, by the major version.
var versions = map[string][]string{
	"14": {"libLLVM-14.so.1"},
	"15": {"libLLVM-15.so.1"},
	"19": {"libLLVM.so.19.1", "libLLVM-19.so.1"},
}

// eachLibrary runs f with every version in turn. One that is absent is skipped, unless WEFT_REQUIRE asks for llvm.
func eachLibrary(t *testing.T, f func(t *testing.T, l *library)) {
	for _, v := range []string{"14", "15", "19"} {
		t.Run("llvm"+v, func(t *testing.T) {
			l, err := searchLibrary(versions[v])
			if err != nil {
				absent(t, err)
			}
			f(t, l)
		})
	}
}

// absent skips for want of a library, or fails where one is required.
func absent(t *testing.T, err error) {
	t.Helper()
	if strings.Contains(os.Getenv("WEFT_REQUIRE"), "llvm") {
		t.Fatal(err)
	}
	t.Skip(err)
}

func hostRequest(l *library) request {
	return request{cpu: l.cpu, features: l.features, passes: l.passes}
}

const axpy = `
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)
define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) {
  %p0 = load i8*, i8** %bufs
  %p = bitcast i8* %p0 to <8 x float>*
  %x = load <8 x float>, <8 x float>* %p, align 4
  %y = call <8 x float> @llvm.fma.v8f32(<8 x float> %x, <8 x float> %x, <8 x float> %x)
  store <8 x float> %y, <8 x float>* %p, align 4
  ret void
}
`

func TestCompile(t *testing.T) {
	eachLibrary(t, func(t *testing.T, l *library) {
		t.Logf("LLVM %s at %s (%s), cpu %s", l.version, l.path, fileIdentity(l.path), l.cpu)
		req := hostRequest(l)
		req.wantText = true
		got, err := l.compile(axpy, req)
		if err != nil {
			t.Fatal(err)
		}
		f, err := elf.NewFile(bytes.NewReader(got.object))
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := f.Symbols()
		if err != nil || symbols[len(symbols)-1].Name != "k0" {
			t.Fatalf("symbols %v, %v", symbols, err)
		}
		if !strings.Contains(got.ir, "define void @k0") || !strings.Contains(got.assembly, "k0:") {
			t.Fatalf("texts:\n%s\n%s", got.ir, got.assembly)
		}
		if runtime.GOARCH == "amd64" && !strings.Contains(got.assembly, "vfmadd") {
			t.Fatalf("no fma in:\n%s", got.assembly)
		}
		req.wantText = false
		again, err := l.compile(axpy, req)
		if err != nil || !bytes.Equal(again.object, got.object) {
			t.Fatalf("the same text gave other bytes (%v)", err)
		}
	})
}

// notSelectable verifies, but holds an instruction of another machine: the code generator calls that fatal.
func notSelectable() string {
	name := "llvm.aarch64.crc32b"
	if runtime.GOARCH == "arm64" {
		name = "llvm.x86.sse42.crc32.32.8"
	}
	return strings.ReplaceAll("declare i32 @F(i32, i32)\ndefine i32 @k0(i32 %a) {\n %x = call i32 @F(i32 %a, i32 1)\n ret i32 %x\n}", "@F", "@"+name)
}

// bigFrame needs more stack than it says it may have.
const bigFrame = `
define void @k0(i8* %p) "warn-stack-size"="1000" {
  %a = alloca [2000 x i8]
  %q = bitcast [2000 x i8]* %a to i8*
  store volatile i8 1, i8* %q
  ret void
}
`

var mistakes = []struct {
	name, text, passes string
	stage, says        string
	fatal              bool
}{
	{"syntax", "define void @k0() { nonsense }", "", "parse", "expected instruction opcode", false},
	{"type", "define i32 @k0() { ret float 1.0 }", "", "parse", "function result type", false},
	{"verifier", "define void @k0() {\n br label %a\na:\n %x = phi i32 [ 0, %b ]\n ret void\nb:\n ret void }", "", "verify", "PHI", false},
	{"pass", axpy, "function(no-such-pass)", "passes", "no-such-pass", false},
	{"stack", bigFrame, "", "emit", "stack frame size", false},
	{"selection", notSelectable(), "", "emit", "Cannot select", true},
}

func TestMistakesAreErrors(t *testing.T) {
	eachLibrary(t, func(t *testing.T, l *library) {
		for _, m := range mistakes {
			t.Run(m.name, func(t *testing.T) {
				req := hostRequest(l)
				if m.passes != "" {
					req.passes = m.passes
				}
				_, err := l.compile(m.text, req)
				var e *CompileError
				if !errors.As(err, &e) {
					t.Fatalf("got %v", err)
				}
				if e.Stage != m.stage || !strings.Contains(e.Message, m.says) || e.Fatal != m.fatal {
					t.Fatalf("got %+v", e)
				}
				if _, err := l.compile(axpy, hostRequest(l)); err != nil {
					t.Fatalf("a good module after the mistake: %v", err)
				}
			})
		}
	})
}

// Compiles run side by side, good and bad ones mixed, and each gets its own answer.
func TestConcurrentCompiles(t *testing.T) {
	eachLibrary(t, func(t *testing.T, l *library) {
		want, err := l.compile(axpy, hostRequest(l))
		if err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				for i := range 12 {
					if (i+g)%3 == 0 {
						m := mistakes[(i+g)%len(mistakes)]
						req := hostRequest(l)
						if m.passes != "" {
							req.passes = m.passes
						}
						if _, err := l.compile(m.text, req); err == nil || !strings.Contains(err.Error(), m.says) {
							t.Errorf("%s: %v", m.name, err)
						}
						continue
					}
					got, err := l.compile(axpy, hostRequest(l))
					if err != nil || !bytes.Equal(got.object, want.object) {
						t.Errorf("object differs, %v", err)
					}
				}
			})
		}
		wg.Wait()
	})
}

func TestNotALibrary(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.so")
	if err := os.WriteFile(text, []byte("no library"), 0o644); err != nil {
		t.Fatal(err)
	}
	cases := []struct{ name, says string }{
		{text, "text.so"},
		{filepath.Join(dir, "absent.so"), "absent.so"},
		{"libc.so.6", "lacks the functions"},
	}
	for _, c := range cases {
		if runtime.GOOS != "linux" && c.name == "libc.so.6" {
			continue
		}
		_, err := openLibrary(c.name)
		if !errors.Is(err, ErrNoLibrary) {
			t.Fatalf("%s: %v", c.name, err)
		}
		for _, want := range []string{c.says, "libllvm19", envLibrary} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q does not mention %q", err, want)
			}
		}
	}
}

func TestNothingFound(t *testing.T) {
	_, err := searchLibrary([]string{"/nonexistent/libLLVM.so", "libLLVM-nonexistent.so"})
	if !errors.Is(err, ErrNoLibrary) || !strings.Contains(err.Error(), "libllvm19") || !strings.Contains(err.Error(), envLibrary) {
		t.Fatal(err)
	}
}
