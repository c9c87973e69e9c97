package tensor

import (
	"context"

	"weft/lazy"
)

// The runtime as this package sees it: everything that needs memory or runs goes through these functions.

// hostMemory is a storage whose memory the host can read and write.
type hostMemory interface {
	lazy.Storage
	Data() []byte
}

type heapStorage struct {
	id     uint64
	device string
	data   []byte
}

func (h *heapStorage) RefID() uint64  { return h.id }
func (h *heapStorage) Bytes() int64   { return int64(len(h.data)) }
func (h *heapStorage) Device() string { return h.device }
func (h *heapStorage) Data() []byte   { return h.data }

// defaultDevice is the device of tensors that name none. It panics with *Error where the environment asks for one
// that does not run here.
func defaultDevice() string { return "cpu:interp" }

// deviceOr is name, checked, or the default device.
func deviceOr(name string) string {
	if name == "" {
		return defaultDevice()
	}
	return name
}

func newStorage(device string, bytes int64) (hostMemory, error) {
	return &heapStorage{lazy.NewID(), device, make([]byte, bytes)}, nil
}

// run computes nodes on one device: a contiguous buffer a node.
func run(ctx context.Context, device string, keep bool, nodes []*lazy.Node) ([]*lazy.Kept, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	arrays, err := lazy.Evaluate(nodes, func(s lazy.Storage) []byte { return s.(*heapStorage).data })
	if err != nil {
		return nil, err
	}
	out := make([]*lazy.Kept, len(nodes))
	for i, a := range arrays {
		out[i] = &lazy.Kept{Storage: &heapStorage{lazy.NewID(), device, a.Bytes()}}
	}
	return out, nil
}

// raise panics with err as the one error type.
func raise(err error) {
	if e, ok := err.(*Error); ok {
		panic(e)
	}
	panic(bad("realize").error(lazy.ErrState, "%v", err))
}
