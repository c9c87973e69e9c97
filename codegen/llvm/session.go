//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import (
	"fmt"
	"runtime"
	"unsafe"
)

// lightPipelines clean up what the emitter leaves: it vectorises and unrolls itself, so more passes only cost time. A
// library gets the first one that it knows. Some versions end the process where instcombine needs a second round, unless
// told not to check; others do not know the word.
var lightPipelines = []string{
	"function(instsimplify,early-cse,loop-mssa(licm),instcombine<no-verify-fixpoint>)",
	"function(instsimplify,early-cse,loop-mssa(licm),instcombine)",
}

// pickPasses finds out which of the pipelines a library knows.
func (l *library) pickPasses() error {
	var err error
	for _, passes := range lightPipelines {
		const nothing = "define void @k0() {\n ret void\n}"
		if _, err = l.compile(nothing, request{cpu: l.cpu, features: l.features, passes: passes}); err == nil {
			l.passes = passes
			return nil
		}
	}
	return fmt.Errorf("llvm: %w: %s: %w; %s", ErrNoLibrary, l.path, err, hint)
}

// request is what a compile needs to know beside the module.
type request struct {
	cpu, features string
	passes        string
	wantText      bool // also the optimised IR and the assembly text
	plain         bool // do without the optimisations of the code generator
}

// result is what comes of a compile.
type result struct {
	object   []byte
	ir       string // after the passes, only if asked for
	assembly string // only if asked for
}

// session is one compile: a context, a module and a target machine, used by one goroutine and then gone.
type session struct {
	lib                      *library
	number                   uintptr
	context, module, machine uintptr
	stage                    string
	errors                   []string
	lost                     bool // a fatal error left the context in an unknown state
}

// compile turns the text of a module into object bytes. It may be called from many goroutines.
func (l *library) compile(text string, req request) (result, error) {
	s := &session{lib: l, number: lastSession.Add(1), stage: "start"}
	sessions.Store(s.number, s)
	defer sessions.Delete(s.number)
	var out result
	err := s.guard(func() error {
		s.open()
		var err error
		out, err = s.run(text, req)
		return err
	})
	s.close()
	return out, err
}

func (s *session) open() {
	s.context = s.lib.call("LLVMContextCreate")
	s.lib.call("LLVMContextSetDiagnosticHandler", s.context, diagnosticCallback(), s.number)
}

// close gives everything back, except after a fatal error, when touching it again could crash.
func (s *session) close() {
	if s.lost {
		return
	}
	if s.module != 0 {
		s.lib.call("LLVMDisposeModule", s.module)
	}
	if s.machine != 0 {
		s.lib.call("LLVMDisposeTargetMachine", s.machine)
	}
	s.lib.call("LLVMContextDispose", s.context)
}

// run is the pipeline. The module is verified before the passes: LLVM crashes on some of what it would refuse.
func (s *session) run(text string, req request) (out result, err error) {
	steps := []struct {
		stage string
		do    func() error
	}{
		{"parse", func() error { return s.parse(text) }},
		{"verify", s.verify},
		{"target", func() error { return s.retarget(req) }},
		{"passes", func() error { return s.optimise(req.passes) }},
		{"text", func() error { return s.describe(req.wantText, &out) }},
		{"emit", func() error { out.object, err = s.emit(s.module, objectFile); return err }},
	}
	for _, step := range steps {
		s.stage = step.stage
		if err := step.do(); err != nil {
			return result{}, err
		}
		if len(s.errors) > 0 {
			return result{}, s.complaint(step.stage, "")
		}
	}
	return out, nil
}

// parse reads the text. Up to the function's change of name LLVM takes the buffer over; the newer one leaves it.
func (s *session) parse(text string) error {
	src, name := cstring(text), cstring("weft")
	buffer := s.lib.call("LLVMCreateMemoryBufferWithMemoryRangeCopy", ptr(src), uintptr(len(text)), ptr(name))
	runtime.KeepAlive(src)
	runtime.KeepAlive(name)
	f, keeps := "LLVMParseIRInContext", false
	if s.lib.fn[f] == 0 {
		f, keeps = "LLVMParseIRInContext2", true
	}
	var module, message uintptr
	bad := s.lib.call(f, s.context, buffer, uintptr(unsafe.Pointer(&module)), uintptr(unsafe.Pointer(&message)))
	if keeps {
		s.lib.call("LLVMDisposeMemoryBuffer", buffer)
	}
	if int32(bad) != 0 {
		return s.complaint("parse", s.lib.takeMessage(message))
	}
	s.module = module
	return nil
}

const returnStatus = 2 // LLVMReturnStatusAction: neither print nor abort

func (s *session) verify() error {
	var message uintptr
	bad := s.lib.call("LLVMVerifyModule", s.module, returnStatus, uintptr(unsafe.Pointer(&message)))
	text := s.lib.takeMessage(message)
	if int32(bad) != 0 {
		return s.complaint("verify", text)
	}
	return nil
}

// The code generator's settings: level 2 unless plain code is wanted, position independent, small code model, since an object lands anywhere.
const (
	levelNone      = 0
	levelDefault   = 2
	relocPIC       = 2
	codeModelSmall = 3
)

// retarget makes a target machine for the request and gives the module its triple and data layout.
func (s *session) retarget(req request) error {
	level := uintptr(levelDefault)
	if req.plain {
		level = levelNone
	}
	triple, cpu, features := cstring(s.lib.triple), cstring(req.cpu), cstring(req.features)
	s.machine = s.lib.call("LLVMCreateTargetMachine", s.lib.target, ptr(triple), ptr(cpu), ptr(features),
		level, relocPIC, codeModelSmall)
	if s.machine == 0 {
		return s.complaint("target", fmt.Sprintf("no target machine for %s (%s)", req.cpu, req.features))
	}
	layout := s.lib.call("LLVMCreateTargetDataLayout", s.machine)
	s.lib.call("LLVMSetTarget", s.module, ptr(triple))
	s.lib.call("LLVMSetModuleDataLayout", s.module, layout)
	s.lib.call("LLVMDisposeTargetData", layout)
	runtime.KeepAlive(triple)
	runtime.KeepAlive(cpu)
	runtime.KeepAlive(features)
	return nil
}

// optimise runs a pass pipeline, written as opt takes it.
func (s *session) optimise(passes string) error {
	if passes == "" {
		return nil
	}
	list := cstring(passes)
	options := s.lib.call("LLVMCreatePassBuilderOptions")
	bad := s.lib.call("LLVMRunPasses", s.module, ptr(list), s.machine, options)
	runtime.KeepAlive(list)
	s.lib.call("LLVMDisposePassBuilderOptions", options)
	if bad == 0 {
		return nil
	}
	message := s.lib.call("LLVMGetErrorMessage", bad)
	text := goString(message)
	s.lib.call("LLVMDisposeErrorMessage", message)
	return s.complaint("passes", text)
}

// describe prints the module and its assembly. Emitting changes a module, so the text is made from a copy.
func (s *session) describe(want bool, out *result) error {
	if !want {
		return nil
	}
	out.ir = s.lib.takeMessage(s.lib.call("LLVMPrintModuleToString", s.module))
	clone := s.lib.call("LLVMCloneModule", s.module)
	text, err := s.emit(clone, assemblyFile)
	s.lib.call("LLVMDisposeModule", clone)
	out.assembly = string(text)
	return err
}

// The kinds of file that LLVM can emit.
const (
	assemblyFile = 0
	objectFile   = 1
)

func (s *session) emit(module uintptr, kind uintptr) ([]byte, error) {
	var message, buffer uintptr
	bad := s.lib.call("LLVMTargetMachineEmitToMemoryBuffer", s.machine, module, kind,
		uintptr(unsafe.Pointer(&message)), uintptr(unsafe.Pointer(&buffer)))
	if int32(bad) != 0 {
		return nil, s.complaint(s.stage, s.lib.takeMessage(message))
	}
	return s.lib.takeBuffer(buffer), nil
}
