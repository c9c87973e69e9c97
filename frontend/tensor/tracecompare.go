package tensor

import (
	"bytes"
	"runtime"

	"weft/lazy"
	"weft/ops"
)

// comparison walks two graphs that must be the same but for what stands for arguments and tensors from outside.
type comparison struct {
	pair map[node]node
	ref  map[lazy.Ref]lazy.Ref // stand-ins and scalars that each call fills in
	todo [][2]node
}

// compare says what differs between two traces of one function, or nil.
func compare(a, b *replay) error {
	c := &comparison{pair: map[node]node{}, ref: map[lazy.Ref]lazy.Ref{}}
	if len(a.roots) != len(b.roots) || a.results != b.results || len(a.sources) != len(b.sources) || len(a.steps) != len(b.steps) {
		return bad("compile").hinting("what f does must not depend on what changes from call to call").
			error(lazy.ErrState, "a compiled function used, changed or returned other tensors the second time it was traced")
	}
	for i := range a.sources {
		c.ref[a.sources[i].hole] = b.sources[i].hole
	}
	for i := range a.steps {
		if a.steps[i].ref != nil {
			c.ref[a.steps[i].ref] = b.steps[i].ref
		}
	}
	for i := range a.roots {
		c.push(a.roots[i], b.roots[i])
	}
	for len(c.todo) > 0 {
		last := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if err := c.visit(last[0], last[1]); err != nil {
			return err
		}
	}
	return nil
}

func (c *comparison) push(a, b node) {
	if a == b || c.pair[a] == b {
		return
	}
	c.pair[a] = b
	c.todo = append(c.todo, [2]node{a, b})
}

func (c *comparison) visit(a, b node) error {
	filled := a.Ref != nil && c.ref[a.Ref] != nil
	switch {
	case a.Op != b.Op || a.DType != b.DType || !sameShape(a.Shape, b.Shape) || len(a.Src) != len(b.Src) || !sameShape(a.Ints, b.Ints):
		return traceError(b, "builds another graph the second time it is traced: %s %s here, %s %s the first time",
			b.Op, lazy.ShapeString(b.Shape), a.Op, lazy.ShapeString(a.Shape))
	case filled && c.ref[a.Ref] != b.Ref:
		return traceError(b, "uses tensors in another order the second time it is traced")
	case !filled && a.Val != b.Val:
		return traceError(b, "has the number %v in its first trace and %v in its second; only scalars read at launch may change",
			a.Val, b.Val)
	case !filled && a.Op == ops.Buffer && !sameData(a, b):
		return traceError(b, "makes a tensor of other data the second time it is traced; pass the data as an argument")
	}
	for i := range a.Src {
		c.push(a.Src[i], b.Src[i])
	}
	return nil
}

func traceError(n node, format string, args ...any) error {
	e := bad("compile").hinting("what f does must not depend on what changes from call to call").
		error(lazy.ErrState, "a compiled function "+format, args...)
	if line := lazy.Line(n.PC()); line != "" {
		e.Line = line
	}
	return e
}

// sameData compares the memory of two buffers that were filled while tracing.
func sameData(a, b node) bool {
	x, isHost := a.Ref.(hostMemory)
	y, both := b.Ref.(hostMemory)
	if !isHost || !both {
		return a.Ref == b.Ref
	}
	size := a.Numel() * a.DType.Size()
	at, bt := a.Ints[0]*a.DType.Size(), b.Ints[0]*a.DType.Size()
	same := bytes.Equal(x.Data()[at:at+size], y.Data()[bt:bt+size])
	runtime.KeepAlive(a)
	runtime.KeepAlive(b)
	return same
}
