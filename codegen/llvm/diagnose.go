//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import (
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ebitengine/purego"
)

// fatal is the panic value that carries a fatal error of LLVM from the handler, through LLVM's frames, to the Go
// function that called LLVM. Go unwinds over C frames; their destructors do not run, so what that compile had
// allocated is lost, about half a megabyte, and its context must not be touched again.
type fatal string

// Callbacks out of C can never be freed, so there is one of each for the process.
var (
	fatalCallback = sync.OnceValue(func() uintptr {
		return purego.NewCallback(func(reason uintptr) uintptr { panic(fatal(goString(reason))) })
	})
	diagnosticCallback = sync.OnceValue(func() uintptr { return purego.NewCallback(diagnose) })
)

// Running compiles by number; the number travels through C as the handler's context.
var (
	sessions    sync.Map // uintptr -> *session
	lastSession atomic.Uintptr
)

// The severities that count: LLVMDSError and LLVMDSWarning. The others are remarks and notes.
const (
	severityError   = 0
	severityWarning = 1
)

// diagnose is LLVM's diagnostic handler. Without one LLVM prints errors and ends the process. A stack frame beyond the
// limit that the emitter states is a warning to LLVM and an error to us.
func diagnose(info, number uintptr) uintptr {
	v, ok := sessions.Load(number)
	if !ok {
		return 0
	}
	s := v.(*session)
	severity := int32(s.lib.call("LLVMGetDiagInfoSeverity", info))
	text := s.lib.takeMessage(s.lib.call("LLVMGetDiagInfoDescription", info))
	if severity == severityError || severity == severityWarning && strings.Contains(text, stackComplaint) {
		s.errors = append(s.errors, text)
	}
	return 0
}

// complaint is an error of the given stage, from LLVM's own message and what the handler collected.
func (s *session) complaint(stage, message string) error {
	parts := s.errors
	if message != "" {
		parts = append([]string{message}, parts...)
	}
	if len(parts) == 0 {
		parts = []string{"no message"}
	}
	return &CompileError{Stage: stage, Message: strings.Join(parts, "\n")}
}

// guard runs f and turns a fatal error of LLVM into a Go error. Other panics pass.
func (s *session) guard(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case fatal:
			s.lost = true
			err = &CompileError{Stage: s.stage, Message: string(r), Fatal: true}
		default:
			panic(r)
		}
	}()
	return f()
}
