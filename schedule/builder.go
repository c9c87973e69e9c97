package schedule

import (
	"slices"

	"weft/ops"
)

// Builder makes the expressions of one kernel, each once. It simplifies what it can prove: integer index arithmetic with
// bounds (index.go), gates, selections by a constant.
type Builder struct {
	exprs  map[exprKey]*Expr
	count  int
	ranges int
	stages int
}

type exprKey struct {
	code    Code
	op      ops.Op
	dtype   ops.DType
	n       int
	val     ops.Value
	ptr     any
	a, b, c *Expr
}

// NewBuilder makes an empty builder.
func NewBuilder() *Builder { return &Builder{exprs: map[exprKey]*Expr{}} }

// Range makes a new range.
func (b *Builder) Range(kind RangeKind, extent int64) *Range {
	b.ranges++
	return &Range{ID: b.ranges - 1, Extent: extent, Kind: kind}
}

// NewStage makes a scratch tile.
func (b *Builder) NewStage(ranges []*Range, value *Expr) *Stage {
	b.stages++
	return &Stage{ID: b.stages - 1, DType: value.DType, Ranges: ranges, Value: value}
}

func (b *Builder) intern(e Expr) *Expr {
	k := exprKey{code: e.Code, op: e.Op, dtype: e.DType, n: e.Int, val: e.Val}
	switch {
	case e.Range != nil:
		k.ptr = e.Range
	case e.Red != nil:
		k.ptr = e.Red
	case e.Stage != nil:
		k.ptr = e.Stage
	}
	for i, s := range e.Src {
		switch i {
		case 0:
			k.a = s
		case 1:
			k.b = s
		case 2:
			k.c = s
		}
	}
	if old := b.exprs[k]; old != nil {
		return old
	}
	made := &e
	made.ID = b.count
	b.count++
	made.Free = freeOf(made)
	boundsOf(made)
	b.exprs[k] = made
	return made
}

func freeOf(e *Expr) []int {
	switch e.Code {
	case RangeVar:
		return []int{e.Range.ID}
	case Reduce:
		return without(e.Src[0].Free, e.Red.Ranges)
	case Scan:
		return union(e.Src[0].Free, []int{e.Range.ID})
	case StageLoad:
		return union(e.Src[0].Free, without(e.Stage.Value.Free, e.Stage.Ranges))
	}
	var free []int
	for _, s := range e.Src {
		free = union(free, s.Free)
	}
	return free
}

func without(free []int, bound []*Range) []int {
	out := make([]int, 0, len(free))
	for _, id := range free {
		if !slices.ContainsFunc(bound, func(r *Range) bool { return r.ID == id }) {
			out = append(out, id)
		}
	}
	return out
}

// union merges two sorted sets; it shares memory with an operand where it can.
func union(a, b []int) []int {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 || slices.Equal(a, b) {
		return a
	}
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] == b[0]:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		default:
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// Const is a constant.
func (b *Builder) Const(v ops.Value) *Expr {
	return b.intern(Expr{Code: Const, DType: v.DType, Val: v})
}

// Int is an int64 constant.
func (b *Builder) Int(i int64) *Expr { return b.Const(ops.IntValue(ops.Int64, i)) }

// Bool is a bool constant.
func (b *Builder) Bool(v bool) *Expr { return b.Const(ops.BoolValue(v)) }

// Param is scalar parameter i.
func (b *Builder) Param(i int, d ops.DType) *Expr {
	return b.intern(Expr{Code: Param, DType: d, Int: i})
}

// Var is the variable of a range; a range of one position is 0.
func (b *Builder) Var(r *Range) *Expr {
	if r.Extent == 1 {
		return b.Int(0)
	}
	return b.intern(Expr{Code: RangeVar, DType: ops.Int64, Range: r})
}

// Load reads element index of buffer buf; where gate (nil: always) is false nothing is read and the value is other.
func (b *Builder) Load(buf int, d ops.DType, index, gate *Expr, other ops.Value) *Expr {
	e := Expr{Code: Load, DType: d, Int: buf, Src: []*Expr{index}}
	if gate != nil && !isTrue(gate) {
		e.Src, e.Val = append(e.Src, gate), other
	}
	return b.intern(e)
}

// Reduce folds body over the ranges of red.
func (b *Builder) Reduce(red *Reduction, body *Expr) *Expr {
	return b.intern(Expr{Code: Reduce, DType: body.DType, Red: red, Src: []*Expr{body}})
}

// Scan folds body over r up to and with its current position.
func (b *Builder) Scan(op ops.Op, r *Range, body *Expr) *Expr {
	return b.intern(Expr{Code: Scan, Op: op, DType: body.DType, Range: r, Src: []*Expr{body}})
}

// StageLoad reads an element of a scratch tile.
func (b *Builder) StageLoad(s *Stage, index *Expr) *Expr {
	return b.intern(Expr{Code: StageLoad, DType: s.DType, Stage: s, Src: []*Expr{index}})
}

// Fma is x*y+z rounded once.
func (b *Builder) Fma(x, y, z *Expr) *Expr {
	return b.intern(Expr{Code: Fma, DType: x.DType, Src: []*Expr{x, y, z}})
}

// Scale is y*2^n rounded once.
func (b *Builder) Scale(y, n *Expr) *Expr {
	return b.intern(Expr{Code: Scale, DType: y.DType, Src: []*Expr{y, n}})
}

// AnyLane is cond ? slow : fast, with slow computed only where some lane needs it.
func (b *Builder) AnyLane(cond, slow, fast *Expr) *Expr {
	return b.intern(Expr{Code: AnyLane, DType: fast.DType, Src: []*Expr{cond, slow, fast}})
}

// ALU applies an Elementwise operation; d is the result's dtype. Arithmetic on 16-bit floats is done in float32 and rounded.
func (b *Builder) ALU(op ops.Op, d ops.DType, src ...*Expr) *Expr {
	if op != ops.Cast && op != ops.Bitcast && op != ops.Where {
		if wide := b.widen(src); wide != nil {
			return b.Cast(b.ALU(op, d.Compute(), wide...), d)
		}
	}
	if e := b.simplify(op, d, src); e != nil {
		return e
	}
	return b.raw(op, d, src...)
}

func (b *Builder) raw(op ops.Op, d ops.DType, src ...*Expr) *Expr {
	return b.intern(Expr{Code: ALU, Op: op, DType: d, Src: slices.Clone(src)})
}

// Cast converts x to d.
func (b *Builder) Cast(x *Expr, d ops.DType) *Expr {
	if x.DType == d {
		return x
	}
	return b.ALU(ops.Cast, d, x)
}

func (b *Builder) widen(src []*Expr) []*Expr {
	if !slices.ContainsFunc(src, func(e *Expr) bool { return e.DType.IsHalf() }) {
		return nil
	}
	wide := make([]*Expr, len(src))
	for i, s := range src {
		wide[i] = b.Cast(s, s.DType.Compute())
	}
	return wide
}

func isTrue(e *Expr) bool  { return e.Code == Const && e.Val.IsTrue() }
func isFalse(e *Expr) bool { return e.Code == Const && !e.Val.IsTrue() }

// And is the conjunction of two gates, either of which may be nil for true.
func (b *Builder) And(x, y *Expr) *Expr {
	switch {
	case x == nil || isTrue(x):
		return y
	case y == nil || isTrue(y) || x == y:
		return x
	case isFalse(x):
		return x
	case isFalse(y):
		return y
	}
	return b.raw(ops.And, ops.Bool, x, y)
}

// simplify applies the exact rules, nil if none fits.
func (b *Builder) simplify(op ops.Op, d ops.DType, src []*Expr) *Expr {
	switch op {
	case ops.Where:
		switch {
		case isTrue(src[0]) || src[1] == src[2]:
			return src[1]
		case isFalse(src[0]):
			return src[2]
		}
	case ops.And:
		if d == ops.Bool {
			return b.And(src[0], src[1])
		}
	case ops.Cast:
		if src[0].Code == Const {
			return b.Const(src[0].Val.Cast(d))
		}
		if d == ops.Int64 && src[0].DType == ops.Int32 && src[0].Code == ALU && src[0].Op == ops.Cast && src[0].Src[0].DType == ops.Int64 &&
			src[0].Src[0].Lo >= -1<<31 && src[0].Src[0].Hi < 1<<31 {
			return src[0].Src[0]
		}
	}
	if len(src) == 2 && src[0].DType == ops.Int64 {
		return b.simplifyIndex(op, src[0], src[1])
	}
	return nil
}
