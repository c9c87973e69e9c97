//go:build !linux

package runtime

import "errors"

var errNoCode = errors.New("code made at run time is supported on Linux only")

func mapShared(int) (*region, error)  { return nil, errNoCode }
func mapPrivate(int) (*region, error) { return nil, errNoCode }
func protect(*region) error           { return errNoCode }
func unmapRegion(*region)             {}
