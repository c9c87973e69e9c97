package tensor

import (
	"math"

	"weft/lazy"
	"weft/ops"
)

// Options says what creation functions make: data type, device and, for random ones, the generator. The zero value
// means float32 on the default device with the default generator. The package's functions of the same names use it.
type Options struct {
	DType     DType
	Device    string
	Generator *Generator
}

func (o Options) dtype(standard DType) DType {
	if o.DType == ops.Invalid {
		return standard
	}
	return o.DType
}

func (o Options) wrap(n *lazy.Node) *Tensor { return wrap(n, deviceOr(o.Device)) }

// New makes a tensor from data in row order: PyTorch's tensor. Without a shape it is one-dimensional. The dtype is T's,
// with int as int64 and uint as uint64. The data are copied. A length that does not fit the shape panics with *Error.
func New[T Element](data []T, shape ...int) *Tensor { return NewOn("", data, shape...) }

// NewOn is New on a named device, "" for the default one. A device that cannot run here panics with *Error.
func NewOn[T Element](device string, data []T, shape ...int) *Tensor {
	if len(shape) == 0 {
		shape = []int{len(data)}
	}
	checkShape("new", shape)
	if prod(shape) != len(data) {
		bad("new").hinting("give %d elements or another shape", prod(shape)).
			fail(lazy.ErrData, "%d elements do not fill shape %s", len(data), lazy.ShapeString(shape))
	}
	return mustFill(device, DTypeOf[T](), shape, func(memory []byte) { encode(memory, data) })
}

// Scalar makes a tensor without axes from a Go number or bool: floats give float32 unless Options say another dtype,
// integers int64, bools bool. It is a constant of the graph; LaunchScalar makes one that may change from step to step.
func Scalar(v any) *Tensor { return Options{}.Scalar(v) }

// Scalar is the package's Scalar with o's dtype and device.
func (o Options) Scalar(v any) *Tensor {
	x := operandOf("scalar", v)
	if x.t != nil {
		bad("scalar", x.t).fail(lazy.ErrDType, "wants a Go number, not a tensor")
	}
	d := x.num.DType
	if d == Float64 {
		d = Float32
	}
	return o.wrap(lazy.NewConst(x.num.Cast(o.dtype(d))))
}

// Full makes a tensor with one value everywhere. Its dtype follows the value as in Scalar.
func Full(value any, shape ...int) *Tensor { return Options{}.Full(value, shape...) }

// Full is the package's Full with o's dtype and device.
func (o Options) Full(value any, shape ...int) *Tensor {
	checkShape("full", shape)
	s := o.Scalar(value)
	return wrap(lazy.NewConst(s.n().Val, cloneShape(shape)...), s.device)
}

// Zeros makes a float32 tensor of zeros; without a shape it has no axes. A negative length panics with *Error.
func Zeros(shape ...int) *Tensor { return Options{}.Zeros(shape...) }

// Zeros is the package's Zeros with o's dtype and device.
func (o Options) Zeros(shape ...int) *Tensor { return o.constant("zeros", 0, shape) }

// Ones makes a float32 tensor of ones; without a shape it has no axes. A negative length panics with *Error.
func Ones(shape ...int) *Tensor { return Options{}.Ones(shape...) }

// Ones is the package's Ones with o's dtype and device.
func (o Options) Ones(shape ...int) *Tensor { return o.constant("ones", 1, shape) }

func (o Options) constant(op string, v int64, shape []int) *Tensor {
	checkShape(op, shape)
	return o.wrap(lazy.NewConst(ops.IntValue(o.dtype(Float32), v), cloneShape(shape)...))
}

// ZerosLike makes zeros of t's shape, dtype and device, untracked.
func (t *Tensor) ZerosLike() *Tensor { return wrap(intLike(t.n(), 0), t.device) }

// OnesLike makes ones of t's shape, dtype and device, untracked.
func (t *Tensor) OnesLike() *Tensor { return wrap(intLike(t.n(), 1), t.device) }

// FullLike makes a tensor of t's shape, dtype and device with one value everywhere, untracked.
func (t *Tensor) FullLike(value any) *Tensor {
	return Options{DType: t.DType(), Device: t.device}.Full(value, t.n().Shape...)
}

// Arange counts from start (default 0) to before end by step (default 1): Arange(end), Arange(start, end) or
// Arange(start, end, step). Go integers give int64, floats float32. A zero step, or one that leads away from end,
// panics with *Error.
func Arange[T int | float64](bounds ...T) *Tensor { return Options{}.arange(floats(bounds)) }

// Arange is the package's Arange with o's dtype (float32 unless given) and device.
func (o Options) Arange(bounds ...float64) *Tensor {
	if o.DType == ops.Invalid {
		o.DType = Float32
	}
	return o.arange(bounds, false)
}

func floats[T int | float64](xs []T) (out []float64, whole bool) {
	for _, x := range xs {
		out = append(out, float64(x))
	}
	var zero T
	_, whole = any(zero).(int)
	return out, whole
}

func (o Options) arange(bounds []float64, whole bool) *Tensor {
	start, step := 0.0, 1.0
	var end float64
	switch len(bounds) {
	case 1:
		end = bounds[0]
	case 2:
		start, end = bounds[0], bounds[1]
	case 3:
		start, end, step = bounds[0], bounds[1], bounds[2]
	default:
		bad("arange").fail(lazy.ErrValue, "takes 1 to 3 numbers, got %d", len(bounds))
	}
	if step == 0 || step != step {
		bad("arange").fail(lazy.ErrValue, "step must not be zero")
	}
	if (end-start)/step < 0 {
		bad("arange").hinting("change the sign of the step").
			fail(lazy.ErrValue, "step %v leads from %v away from %v", step, start, end)
	}
	d := o.dtype(Float32)
	if whole {
		d = o.dtype(Int64)
	}
	n := math.Ceil((end - start) / step)
	if d == Int64 { // other integers are counted as floats
		n = math.Ceil((math.Trunc(end) - math.Trunc(start)) / math.Trunc(step))
	}
	if n != n || n >= 1<<62 {
		bad("arange").fail(lazy.ErrValue, "step %v makes no way from %v to %v in %s", step, start, end, d)
	}
	return o.wrap(ramp(d, start, step, max(0, int(n))))
}

// ramp is start + i*step: integers from start and step truncated, floats computed in float64 where start and step
// need it.
func ramp(d DType, start, step float64, n int) *lazy.Node {
	if !d.IsFloat() || start == math.Trunc(start) && step == math.Trunc(step) {
		i := lazy.NewIota(Int64, 0, n)
		if step != 1 {
			i = mul(i, intLike(i, int64(step)))
		}
		if start != 0 {
			i = add(i, intLike(i, int64(start)))
		}
		return castTo(i, d)
	}
	i := lazy.NewIota(Float64, 0, n)
	return castTo(addc(mulc(i, step), start), d)
}

// Linspace is n numbers from start to end, both included, evenly spaced, in float32; one number is start. A negative n
// panics with *Error.
func Linspace(start, end float64, n int) *Tensor { return Options{}.Linspace(start, end, n) }

// Linspace is the package's Linspace with o's dtype and device.
func (o Options) Linspace(start, end float64, n int) *Tensor {
	d := o.dtype(Float32)
	return o.wrap(castTo(line("linspace", endIn(d, start), endIn(d, end), n), d))
}

// endIn is an end of a line in the dtype of its numbers: integers start and end at integers.
func endIn(d DType, v float64) float64 {
	if d.IsFloat() {
		return v
	}
	return ops.IntValue(Int64, int64(v)).Cast(d).Float()
}

// line counts from both ends, so that the last number is end exactly.
func line(op string, start, end float64, n int) *lazy.Node {
	if n < 0 {
		bad(op).fail(lazy.ErrValue, "number of steps must not be negative, got %d", n)
	}
	if n <= 1 {
		return lazy.NewConst(ops.FloatValue(Float64, start), n)
	}
	step := (end - start) / float64(n-1)
	i := lazy.NewIota(Float64, 0, n)
	left := addc(mulc(i, step), start)
	right := sub(constLike(i, end), mulc(sub(constLike(i, float64(n-1)), i), step))
	return where(ltc(i, float64(n/2)), left, right)
}

// Logspace is the package's Logspace with o's dtype and device.
func (o Options) Logspace(start, end float64, n int, base float64) *Tensor {
	d := o.dtype(Float32)
	return o.wrap(line("logspace", endIn(d, start), endIn(d, end), n)).RPow(base).Cast(d)
}

// Logspace is n numbers from base^start to base^end whose exponents are those of Linspace, in float32; PyTorch's base
// is 10.
func Logspace(start, end float64, n int, base float64) *Tensor {
	return Options{}.Logspace(start, end, n, base)
}

// Eye is the identity matrix of n rows and as many columns, or those given, in float32. A negative length panics with
// *Error.
func Eye(n int, columns ...int) *Tensor { return Options{}.Eye(n, columns...) }

// Eye is the package's Eye with o's dtype and device.
func (o Options) Eye(n int, columns ...int) *Tensor {
	m := n
	if len(columns) > 0 {
		m = columns[0]
	}
	if n < 0 || m < 0 {
		bad("eye").fail(lazy.ErrValue, "size must not be negative, got %d", min(n, m))
	}
	hit := eq(lazy.NewIota(Int64, 0, n, m), lazy.NewIota(Int64, 1, n, m))
	return o.wrap(castTo(hit, o.dtype(Float32)))
}

func checkShape(op string, shape []int) {
	size := 1
	for _, d := range shape {
		if d < 0 {
			bad(op).fail(lazy.ErrShape, "shape %s has a negative length %d", lazy.ShapeString(shape), d)
		}
		if d > 0 && size > math.MaxInt/16/d {
			bad(op).fail(lazy.ErrMemory, "shape %s has too many elements", lazy.ShapeString(shape))
		}
		size *= max(d, 1)
	}
}
