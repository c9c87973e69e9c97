package tensor

import (
	"context"

	"weft/lazy"
)

// FromBytes makes a tensor of o's dtype, float32 if none is given, whose memory fill writes: elements in row order,
// little-endian; a bool is false where its byte is zero. Readers of files fill it without a copy between. An error of fill, a
// shape that has no size and memory that is refused are returned; an empty tensor has nothing to fill.
func (o Options) FromBytes(shape []int, fill func(memory []byte) error) (*Tensor, error) {
	if err := Try(func() { checkShape("from_bytes", shape) }); err != nil {
		return nil, err
	}
	d := o.dtype(Float32)
	return filled(o.Device, d, shape, func(memory []byte) error {
		if len(memory) == 0 {
			return nil
		}
		err := fill(memory)
		if d == Bool {
			normalize(memory)
		}
		return err
	})
}

// normalize makes 1 of every true.
func normalize(bools []byte) {
	for i, b := range bools {
		if b != 0 {
			bools[i] = 1
		}
	}
}

// filled makes a tensor of memory that fill writes whole.
func filled(device string, d DType, shape []int, fill func(memory []byte) error) (*Tensor, error) {
	s, err := newStorage(device, int64(prod(shape)*d.Size()))
	if err != nil {
		return nil, err
	}
	if err := fill(s.Data()); err != nil {
		return nil, err
	}
	keepAlive(s)
	return wrap(lazy.LooseBuffer(s, d, 0, cloneShape(shape)...), s.Device()), nil
}

// mustFill is filled where only memory and the device can be missing.
func mustFill(device string, d DType, shape []int, fill func(memory []byte)) *Tensor {
	t, err := filled(device, d, shape, func(memory []byte) error {
		fill(memory)
		return nil
	})
	if err != nil {
		raise(err)
	}
	return t
}

// Bytes computes t and gives use its memory, elements in row order, little-endian, which is use's to read until it returns.
func Bytes(ctx context.Context, t *Tensor, use func(memory []byte) error) error {
	memory, s, err := t.bytes(ctx)
	if err != nil {
		return err
	}
	defer keepAlive(s)
	return use(memory)
}
