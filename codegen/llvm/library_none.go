//go:build !((darwin || linux) && (amd64 || arm64) && !android && !ios && !faketime)

package llvm

import (
	"fmt"
	"runtime"
)

// library stands for libLLVM where it cannot be opened without cgo.
type library struct{ path, version, cpu, features, passes string }

// request and result are as on the systems that can.
type request struct {
	cpu, features string
	passes        string
	wantText      bool
	plain         bool
}

type result struct {
	object       []byte
	ir, assembly string
}

func openDefault() (*library, error) {
	return nil, fmt.Errorf("llvm: %w: this system (%s/%s) cannot open libraries without cgo; choose another back end",
		ErrNoLibrary, runtime.GOOS, runtime.GOARCH)
}

func (l *library) compile(string, request) (result, error) { return result{}, ErrNoLibrary }
