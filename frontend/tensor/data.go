package tensor

import (
	"context"

	"weft/lazy"
	"weft/ops"
)

// Data computes t and returns a copy of its elements in row order. T is the Go type of t's dtype (int reads int64);
// float16 and bfloat16 are read as float32. Another T, or an error in computing, is returned as *Error.
func Data[T Element](t *Tensor) ([]T, error) { return DataContext[T](context.Background(), t) }

// DataContext is Data under a context, which ends the computing between kernels.
func DataContext[T Element](ctx context.Context, t *Tensor) ([]T, error) {
	want := DTypeOf[T]()
	if t.DType().IsHalf() && want == Float32 {
		wide := wrap(castTo(t.n(), Float32), t.device)
		wide.roots.Store(t.roots.Load())
		t = wide
	}
	if t.DType() != want {
		var zero T
		return nil, bad("data", t).hinting("use Data of the tensor's own type, or Cast(%s) first", want).
			error(lazy.ErrDType, "a %s tensor cannot be read as %T", t.DType(), zero)
	}
	memory, s, err := t.bytes(ctx)
	if err != nil {
		return nil, err
	}
	out := decode[T](memory, t.Numel())
	keepAlive(s)
	return out, nil
}

// bytes computes t and gives its memory, valid while the storage is held.
func (t *Tensor) bytes(ctx context.Context) ([]byte, hostMemory, error) {
	k, err := t.computed(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, ok := k.Storage.(hostMemory)
	if !ok {
		return nil, nil, bad("data", t).error(lazy.ErrDevice, "the memory of %s cannot be read", t.device)
	}
	size := t.DType().Size()
	start := k.Offset * size
	return s.Data()[start : start+t.Numel()*size], s, nil
}

// MustData is Data that panics with *Error.
func MustData[T Element](t *Tensor) []T {
	out, err := Data[T](t)
	if err != nil {
		raise(err)
	}
	return out
}

// Value computes a tensor of one element and returns it with its dtype and all of its digits. A tensor of more
// elements, or an error in computing, is returned as *Error.
func (t *Tensor) Value() (ops.Value, error) {
	if t.Numel() != 1 {
		return ops.Value{}, bad("item", t).hinting("use Data").error(lazy.ErrShape, "only a tensor of one element is a number")
	}
	memory, s, err := t.bytes(context.Background())
	if err != nil {
		return ops.Value{}, err
	}
	v := ops.Load(t.DType(), memory)
	keepAlive(s)
	return v, nil
}

// Item computes a tensor of one element and returns it as a float64: PyTorch's item(). Errors panic with *Error; Value
// returns them, and keeps all digits of an int64.
func (t *Tensor) Item() float64 {
	v, err := t.Value()
	if err != nil {
		raise(err)
	}
	return v.Float()
}

// Int is Item as an int, with all digits; floats are truncated. Errors panic with *Error.
func (t *Tensor) Int() int {
	v, err := t.Value()
	if err != nil {
		raise(err)
	}
	return int(v.Int())
}

// IsTrue is the truth of a tensor of one element: it is not zero. Errors panic with *Error.
func (t *Tensor) IsTrue() bool {
	v, err := t.Value()
	if err != nil {
		raise(err)
	}
	return v.IsTrue()
}

// Floats computes t and returns its elements in row order as float64, whatever the dtype.
func Floats(t *Tensor) ([]float64, error) {
	memory, s, err := t.bytes(context.Background())
	if err != nil {
		return nil, err
	}
	d := t.DType()
	out := make([]float64, t.Numel())
	for i := range out {
		out[i] = ops.Load(d, memory[i*d.Size():]).Float()
	}
	keepAlive(s)
	return out, nil
}
