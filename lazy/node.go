// Package lazy is the graph that tensor calls build: immutable nodes of Sources, Elementwise, Reduce and Movement operations
// and a few Effects. Equal subgraphs have one identity, so common subexpressions cost nothing.
// Nothing here runs; nothing here knows users, kernels or devices.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package lazy

import (
	"sync/atomic"

	"weft/ops"
)

// Ref is an identity that a node carries: two nodes with different refs are different nodes. Every Ref is a pointer.
type Ref interface {
	// RefID is unique in the process and never reused.
	RefID() uint64
}

// Storage is memory that a Buffer node stands for. The runtime implements it.
type Storage interface {
	Ref
	// Bytes is the length of the memory.
	Bytes() int64
	// Device names the device that holds the memory, such as "cpu:interp".
	Device() string
}

// Freeable is storage that may be given back while nodes stand for it or remember it.
type Freeable interface {
	Storage
	Freed() bool
}

// Freed says whether memory was given back: nobody can read it any more.
func Freed(s Storage) bool {
	f, ok := s.(Freeable)
	return ok && f.Freed()
}

var lastID atomic.Uint64

// NewID gives a fresh id for a Ref.
func NewID() uint64 { return lastID.Add(1) }

// MarkKind says what an Identity node is for.
type MarkKind uint8

// The kinds of marks.
const (
	Leaf MarkKind = iota + 1 // gradients are collected here
	Stop                     // gradients end here
	Hook                     // gradients are shown to, or kept for, the owner and pass on
)

// Mark is the Ref of an Identity node. Owner is whatever the frontend needs to find its handle again.
type Mark struct {
	id    uint64
	Kind  MarkKind
	Owner any
}

// NewMark makes a mark with an identity of its own.
func NewMark(kind MarkKind, owner any) *Mark { return &Mark{NewID(), kind, owner} }

// RefID is the mark's identity.
func (m *Mark) RefID() uint64 { return m.id }

// ScalarRef is the identity of a Scalar node: a value that is bound at launch, so that another value compiles nothing.
type ScalarRef struct{ id uint64 }

// RefID is the scalar's identity.
func (s *ScalarRef) RefID() uint64 { return s.id }

// CheckInfo is the Ref of a Check node: what to say when its predicate fails.
type CheckInfo struct {
	id uint64
	// Op is the user's operation, Message says what is wrong; the first offending position is added.
	Op, Message string
}

// NewCheckInfo makes a check's identity.
func NewCheckInfo(op, message string) *CheckInfo { return &CheckInfo{NewID(), op, message} }

// RefID is the check's identity.
func (c *CheckInfo) RefID() uint64 { return c.id }

// HostFunc is the Ref of a Host node: a Go function that reads its operands' bytes and fills the result's. Factorisations
// alone use it.
type HostFunc struct {
	id   uint64
	Name string
	Fn   func(out []byte, in ...[]byte) error
}

// NewHostFunc names a host function.
func NewHostFunc(name string, fn func(out []byte, in ...[]byte) error) *HostFunc {
	return &HostFunc{NewID(), name, fn}
}

// RefID is the function's identity.
func (h *HostFunc) RefID() uint64 { return h.id }

// DeviceRef is the Ref of a Copy node: the device to copy to.
type DeviceRef struct {
	id   uint64
	Name string
}

// RefID is the device name's identity.
func (d *DeviceRef) RefID() uint64 { return d.id }

// Spec is what a node says: two nodes with equal specs are one value.
type Spec struct {
	Op    ops.Op
	DType ops.DType
	Shape []int
	Src   []*Node
	// Ints holds the op's numbers: Permute the permutation, Pad (before, after) an axis, Shrink (start, end) an axis,
	// Flip and Reduce the axes in rising order, Iota the axis, Buffer the offset in elements.
	Ints []int
	// Val is the value of Const and Scalar and what Pad fills with.
	Val ops.Value
	// Ref is the identity of Buffer, Scalar, Identity, Check, Host and Copy nodes.
	Ref Ref
	// At is the program counter of the user's call, found on the stack where it is 0. It is kept beside the node, by its
	// first maker, and no part of what it is.
	At uintptr
}

// Node is one value of the graph. Nodes are made by Make and the constructors and never changed. Interned ones are
// compared by pointer, others by Same.
type Node struct {
	id     identity // before the rest, near what walks read
	kept   atomic.Pointer[Kept]
	loose  bool
	checks bool
	asked  atomic.Bool
	Spec
}

// Kept is a buffer that holds a node's value: the node has been computed and may be read instead of computed again, by those who
// hold the node. Who writes the same expression again gets another node, whether or not the first was collected meanwhile: what a
// program computes does not depend on the collector.
type Kept struct {
	Storage Storage
	Offset  int // in elements
}

// Kept is the buffer that remembers the node's value, or nil. One that was given back remembers nothing.
func (n *Node) Kept() *Kept {
	k := n.kept.Load()
	if k != nil && Freed(k.Storage) {
		return nil
	}
	return k
}

// SetKept remembers or, with nil, forgets the node's buffer.
func (n *Node) SetKept(k *Kept) {
	if k != nil && !n.loose {
		shards[n.id[0]%shardCount].drop(n)
	}
	n.kept.Store(k)
}

// Ask notes that a user asked for the node's value, so that its buffer is not forgotten as those of intermediates are.
func (n *Node) Ask() { n.asked.Store(true) }

// Asked says whether Ask was called.
func (n *Node) Asked() bool { return n.asked.Load() }

// PC is the program counter of the public call that first made the node, or 0.
func (n *Node) PC() uintptr { return atomic.LoadUintptr(&n.At) }

// HasChecks says whether something below n, or n itself, must run whether or not its value is used: a Check or a Host
// call. A rule that drops an operand asks first.
func (n *Node) HasChecks() bool { return n.checks }

// Same says whether two nodes say the same, as equal loose nodes do.
func Same(a, b *Node) bool { return a.id == b.id }

// Rank is the number of axes.
func (n *Node) Rank() int { return len(n.Shape) }

// Numel is the number of elements.
func (n *Node) Numel() int { return Numel(n.Shape) }

// Numel is the number of elements of a shape.
func Numel(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}
