package tensor

import (
	"context"

	"weft/lazy"
	rt "weft/runtime"
)

// The runtime as this package sees it: everything that needs memory or runs goes through these functions.

// hostMemory is a storage whose memory the host can read and write.
type hostMemory interface {
	lazy.Storage
	Data() []byte
}

// deviceOr is name, or the default device for "". It panics with *Error where the device cannot run here.
func deviceOr(name string) string {
	d, err := rt.Open(name)
	if err != nil {
		raise(err)
	}
	return d.Name()
}

func newStorage(device string, bytes int64) (hostMemory, error) {
	d, err := rt.Open(device)
	if err != nil {
		return nil, err
	}
	return d.NewStorage(bytes)
}

// compute is the runtime; this package's tests can put the reference evaluator in its place.
var compute = rt.Realize

// run computes nodes on one device: a contiguous buffer a node.
func run(ctx context.Context, device string, keep bool, nodes []*lazy.Node) ([]*lazy.Kept, error) {
	return compute(ctx, nodes, rt.RealizeOptions{Device: device, KeepIntermediates: keep})
}

// raise panics with err as the one error type.
func raise(err error) {
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	panic(bad("realize").error(lazy.ErrState, "%v", err))
}
