//go:build (darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime

package llvm

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// library is one opened libLLVM. Its functions may be called from any number of goroutines, each with a context and a
// target machine of its own.
type library struct {
	path     string // where the dynamic loader found it, "" if it would not say
	version  string // such as "19.1.7"; only the major number where LLVM has no function to ask (14, 15)
	cpu      string // LLVM's name of this processor
	features string // all its features, in LLVM's +name,-name form
	triple   string
	passes   string // the pipeline that every module goes through
	handle   uintptr
	fn       map[string]uintptr
	target   uintptr // LLVMTargetRef
}

// The one library of the process, opened at its first use; a failure is kept, too.
var openDefault = sync.OnceValues(func() (*library, error) {
	if name := os.Getenv(envLibrary); name != "" {
		return openLibrary(name)
	}
	names := wanted()
	return searchLibrary(append(files(names), names...))
})

// searchLibrary opens the first of names that is a usable libLLVM. That a file does not exist is not worth telling;
// that one exists and cannot be used is.
func searchLibrary(names []string) (*library, error) {
	var why []string
	for _, name := range names {
		lib, err := openLibrary(name)
		if err == nil {
			return lib, nil
		}
		if !isMissing(err) {
			why = append(why, strings.TrimPrefix(err.Error(), "llvm: "))
		}
	}
	return nil, noLibrary(why)
}

// isMissing recognises the loader's way of saying that there is no such file.
func isMissing(err error) bool {
	s := err.Error()
	return strings.Contains(s, "No such file") || strings.Contains(s, "no such file")
}

var opened sync.Map // handle -> *onceLibrary: a library's own start-up functions run once

type onceLibrary struct {
	once sync.Once
	lib  *library
	err  error
}

// openLibrary opens one library by path or name and starts it up. Opening one twice gives the first again.
func openLibrary(name string) (*library, error) {
	handle, err := purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("llvm: %w: cannot open %s: %v; %s", ErrNoLibrary, name, err, hint)
	}
	entry, _ := opened.LoadOrStore(handle, &onceLibrary{})
	o := entry.(*onceLibrary)
	o.once.Do(func() { o.lib, o.err = startLibrary(handle, name) })
	return o.lib, o.err
}

// startLibrary checks that everything needed is there, registers the target and reads the processor.
func startLibrary(handle uintptr, name string) (*library, error) {
	l := &library{handle: handle, fn: map[string]uintptr{}}
	if missing := l.resolve(); len(missing) > 0 {
		return nil, fmt.Errorf("llvm: %w: %s lacks the functions %s (versions from %d on have them); %s",
			ErrNoLibrary, name, strings.Join(missing, ", "), oldestMajor, hint)
	}
	l.path = l.whereIs("LLVMContextCreate")
	l.version = l.readVersion()
	if err := l.initTarget(); err != nil {
		return nil, err
	}
	l.call("LLVMInstallFatalErrorHandler", fatalCallback())
	return l, l.pickPasses()
}

// initTarget registers this machine's target with the library, once, and asks for the processor's name and features.
func (l *library) initTarget() error {
	for _, f := range targetFunctions() {
		l.call(f)
	}
	triple, err := hostTriple()
	if err != nil {
		return err
	}
	l.triple = triple
	name := cstring(triple)
	var message uintptr
	bad := l.call("LLVMGetTargetFromTriple", ptr(name), uintptr(unsafe.Pointer(&l.target)), uintptr(unsafe.Pointer(&message)))
	runtime.KeepAlive(name)
	if int32(bad) != 0 {
		return fmt.Errorf("llvm: %w: %s has no target %s: %s", ErrNoLibrary, l.path, triple, l.takeMessage(message))
	}
	l.cpu = l.takeMessage(l.call("LLVMGetHostCPUName"))
	l.features = l.takeMessage(l.call("LLVMGetHostCPUFeatures"))
	return nil
}

// readVersion asks the library, or tells the two versions without such a function apart by what else they lack.
func (l *library) readVersion() string {
	if l.fn["LLVMGetVersion"] == 0 {
		if l.fn["LLVMContextSetOpaquePointers"] != 0 {
			return "15"
		}
		return "14"
	}
	var v [3]uint32
	l.call("LLVMGetVersion", uintptr(unsafe.Pointer(&v[0])), uintptr(unsafe.Pointer(&v[1])), uintptr(unsafe.Pointer(&v[2])))
	return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
}

// whereIs asks the dynamic loader which file holds a function of ours; "" where it cannot say.
func (l *library) whereIs(name string) string {
	dladdr, err := purego.Dlsym(purego.RTLD_DEFAULT, "dladdr")
	if err != nil {
		return ""
	}
	var info struct{ file, base, symbol, address uintptr }
	ok := callC(dladdr, l.fn[name], uintptr(unsafe.Pointer(&info)))
	if int32(ok) == 0 {
		return ""
	}
	return goString(info.file)
}
