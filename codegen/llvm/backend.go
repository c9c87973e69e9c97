package llvm

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/klauspost/cpuid/v2"

	"weft/codegen"
)

func init() { codegen.Register(backend{locateDefault, openDefault}) }

// abi counts the changes of how code is called, of what is emitted for a program and of the passes, for caches of objects.
const abi = 9

// backend compiles with one library: the process's own, or in tests any. Finding it is apart from opening it, which
// costs some 50 ms and is put off until something must be compiled.
type backend struct {
	locate func() (string, error)
	open   func() (*library, error)
}

// Name is the part of the device's name after "cpu:".
func (backend) Name() string { return "llvm" }

// Available says whether a library was found and the processor can do what the emitter takes for granted. It does not
// open the library.
func (b backend) Available(codegen.Target) error {
	if runtime.GOARCH == "amd64" && !cpuid.CPU.Supports(cpuid.FMA3, cpuid.AVX2, cpuid.F16C) {
		return errors.New("llvm: this processor has no AVX2, FMA and F16C; choose the device cpu:interp")
	}
	_, err := b.locate()
	return err
}

// Key names what objects depend on besides the program: the library's file, the processor's features, the emitter.
func (b backend) Key() string {
	file, err := b.locate()
	if err != nil {
		return "llvm none"
	}
	cpu := cpuid.CPU
	sum := sha256.Sum256([]byte(strings.Join([]string{fileIdentity(file), cpu.BrandName, fmt.Sprint(cpu.Family, cpu.Model),
		strings.Join(cpu.FeatureSet(), ","), fmt.Sprint(abi)}, "\n")))
	return fmt.Sprintf("llvm %x", sum[:12])
}

// Compile emits the program's module and has the library make an object of it.
func (b backend) Compile(p *codegen.Program, target codegen.Target, texts bool) (*codegen.Compiled, error) {
	text, symbols, err := emit(p, target)
	if err != nil {
		return nil, err
	}
	lib, err := b.open()
	if err != nil {
		return nil, err
	}
	out, err := compileFitting(lib, text, requestFor(lib, target, texts))
	if err != nil {
		return nil, fmt.Errorf("program %s: %w", p.Name, err)
	}
	c := &codegen.Compiled{Object: out.object, Symbols: symbols}
	if texts {
		c.Texts = map[string]string{"llvm": text, "llvm-optimised": out.ir, "assembly": out.assembly}
	}
	return c, nil
}

// compileFitting compiles, once more without the code generator's optimisations where its code needs more stack than
// there is: it moves values apart for speed, and old versions do so without end in a long kernel.
func compileFitting(lib *library, text string, req request) (result, error) {
	out, err := lib.compile(text, req)
	var e *CompileError
	if errors.As(err, &e) && strings.Contains(e.Message, stackComplaint) {
		req.plain = true
		return lib.compile(text, req)
	}
	return out, err
}

// requestFor picks the processor and features that code for a target may use: all the machine has, less what a
// narrower target forgoes.
func requestFor(l *library, target codegen.Target, texts bool) request {
	req := request{cpu: l.cpu, features: l.features, passes: l.passes, wantText: texts}
	if runtime.GOARCH != "amd64" {
		return req
	}
	if target.Name != "avx512" {
		req.cpu = "x86-64-v3"
		req.features += ",-avx512f"
	} else if req.cpu == "generic" || req.cpu == "" {
		req.cpu = "x86-64-v4"
	}
	return req
}
