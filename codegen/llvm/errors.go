package llvm

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoLibrary says that this machine has no libLLVM that could be used. Other back ends still work.
var ErrNoLibrary = errors.New("no usable libLLVM")

// envLibrary is the environment variable that names the library to open, before any search.
const envLibrary = "WEFT_LLVM"

// hint says what a user can do about a missing library.
const hint = "install the Debian package libllvm19 (any libLLVM from 14 on will do) or set " + envLibrary +
	" to the path of a libLLVM shared library"

// noLibrary explains that none of the tried names could be opened; why holds the reasons worth telling.
func noLibrary(why []string) error {
	reason := "nothing found by any known name"
	if len(why) > 0 {
		reason = strings.Join(why, "; ")
	}
	return fmt.Errorf("llvm: %w: %s; %s", ErrNoLibrary, reason, hint)
}

// CompileError is what LLVM said against a module. It points at a mistake of the emitter, or at a defect of LLVM.
type CompileError struct {
	Stage   string // parse, verify, passes, target, emit
	Message string // LLVM's own words
	Fatal   bool   // LLVM would have ended the process
}

// Error gives the stage and LLVM's words.
func (e *CompileError) Error() string {
	kind := "error"
	if e.Fatal {
		kind = "fatal error"
	}
	return fmt.Sprintf("llvm: %s in stage %s: %s", kind, e.Stage, strings.TrimSpace(e.Message))
}
