package runtime

import (
	"context"
	"runtime"
	"unsafe"

	"weft/lazy"
	"weft/ops"
)

// effects does the copies and host calls of a graph, operands first, and leaves each result with its node.
func effects(ctx context.Context, nodes []*lazy.Node, opt RealizeOptions) error {
	for _, n := range nodes {
		if n.Kept() != nil {
			continue
		}
		in, err := Realize(ctx, n.Src, RealizeOptions{Device: deviceOf(n.Src, opt.Device), Unfused: opt.Unfused})
		if err != nil {
			return err
		}
		var k *lazy.Kept
		if n.Op == ops.Copy {
			k, err = copyTo(ctx, n, in[0])
		} else {
			k, err = hostCall(n, in, opt)
		}
		if err != nil {
			return err
		}
		n.SetKept(k)
	}
	return nil
}

// deviceOf is the device of the memory that a graph starts from, other if it starts from none.
func deviceOf(nodes []*lazy.Node, other string) string {
	name := other
	found := func(n *lazy.Node) bool {
		if k := n.Kept(); k != nil {
			name = k.Storage.Device()
		} else if n.Op == ops.Copy {
			name = n.Ref.(*lazy.DeviceRef).Name
		} else if n.Op == ops.Buffer {
			name = n.Ref.(lazy.Storage).Device()
		}
		return n.Kept() != nil || n.Op == ops.Copy
	}
	lazy.Walk(nodes, found, func(*lazy.Node) {})
	return name
}

// copyTo brings memory to a Copy node's device; devices that share their memory share the buffer, which never changes.
func copyTo(ctx context.Context, n *lazy.Node, from *lazy.Kept) (*lazy.Kept, error) {
	to, err := Open(n.Ref.(*lazy.DeviceRef).Name)
	if err != nil {
		return nil, err
	}
	s := from.Storage.(*Storage)
	source, err := Open(s.Device())
	if err != nil {
		return nil, err
	}
	bytes := int64(n.Numel() * n.DType.Size())
	if source.SharesMemory(to) {
		return from, nil
	}
	made, err := to.NewStorage(bytes)
	if err != nil {
		return nil, err
	}
	err = Copy(ctx, made.Pointer(), unsafe.Add(s.Pointer(), from.Offset*n.DType.Size()), bytes)
	runtime.KeepAlive(s)
	return &lazy.Kept{Storage: made}, err
}

// hostCall runs a Go function on its operands' memory.
func hostCall(n *lazy.Node, in []*lazy.Kept, opt RealizeOptions) (*lazy.Kept, error) {
	d, err := Open(opt.Device)
	if err != nil {
		return nil, err
	}
	out, err := d.NewStorage(int64(n.Numel() * n.DType.Size()))
	if err != nil {
		return nil, err
	}
	args, moved := make([][]byte, len(in)), out.Bytes()
	for i, k := range in {
		size := n.Src[i].DType.Size()
		start, length := k.Offset*size, n.Src[i].Numel()*size
		args[i] = k.Storage.(*Storage).Data()[start : start+length]
		moved += int64(length)
	}
	fn := n.Ref.(*lazy.HostFunc)
	if err := fn.Fn(out.Data(), args...); err != nil {
		return nil, fail(lazy.ErrValue, fn.Name, "", "%v", err)
	}
	CountOther(moved)
	runtime.KeepAlive(in)
	return &lazy.Kept{Storage: out}, nil
}
