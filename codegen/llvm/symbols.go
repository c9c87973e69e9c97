//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import "github.com/ebitengine/purego"

// required lists the functions of LLVM's C interface that are called. All are there in every version from 14 on, so a
// library is checked against the list once, when it is opened, and no call can fail to find its function later.
var required = []string{
	"LLVMContextCreate", "LLVMContextDispose", "LLVMContextSetDiagnosticHandler",
	"LLVMGetDiagInfoSeverity", "LLVMGetDiagInfoDescription",
	"LLVMCreateMemoryBufferWithMemoryRangeCopy", "LLVMDisposeMemoryBuffer", "LLVMGetBufferStart", "LLVMGetBufferSize",
	"LLVMVerifyModule", "LLVMCloneModule", "LLVMDisposeModule", "LLVMPrintModuleToString", "LLVMDisposeMessage",
	"LLVMSetTarget", "LLVMSetModuleDataLayout", "LLVMDisposeTargetData",
	"LLVMGetHostCPUName", "LLVMGetHostCPUFeatures", "LLVMGetTargetFromTriple",
	"LLVMCreateTargetMachine", "LLVMDisposeTargetMachine", "LLVMCreateTargetDataLayout",
	"LLVMCreatePassBuilderOptions", "LLVMDisposePassBuilderOptions", "LLVMRunPasses",
	"LLVMGetErrorMessage", "LLVMDisposeErrorMessage",
	"LLVMTargetMachineEmitToMemoryBuffer", "LLVMInstallFatalErrorHandler",
}

// optional lists functions that only some versions have. The parser changed its name: the old one consumes the
// buffer, the new one does not, and one of the two must be there.
var optional = []string{
	"LLVMGetVersion", "LLVMContextSetOpaquePointers", "LLVMParseIRInContext", "LLVMParseIRInContext2",
}

// targetFunctions registers this machine's target and nothing else; there is no assembler parser, since the emitter
// writes no inline assembly.
func targetFunctions() []string {
	a := archName()
	return []string{
		"LLVMInitialize" + a + "TargetInfo", "LLVMInitialize" + a + "Target",
		"LLVMInitialize" + a + "TargetMC", "LLVMInitialize" + a + "AsmPrinter",
	}
}

// resolve looks every function up and gives the names that are missing.
func (l *library) resolve() []string {
	var missing []string
	for _, name := range append(targetFunctions(), required...) {
		if !l.lookup(name) {
			missing = append(missing, name)
		}
	}
	for _, name := range optional {
		l.lookup(name)
	}
	if l.fn["LLVMParseIRInContext"] == 0 && l.fn["LLVMParseIRInContext2"] == 0 {
		missing = append(missing, "LLVMParseIRInContext")
	}
	return missing
}

func (l *library) lookup(name string) bool {
	f, err := purego.Dlsym(l.handle, name)
	if err != nil {
		return false
	}
	l.fn[name] = f
	return true
}
