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
	s, err := newStorage(o.Device, int64(prod(shape)*d.Size()))
	if err != nil {
		return nil, err
	}
	memory := s.Data()
	if len(memory) > 0 {
		if err := fill(memory); err != nil {
			return nil, err
		}
	}
	if d == Bool {
		normalize(memory)
	}
	keepAlive(s)
	return wrap(lazy.NewBuffer(s, d, 0, cloneShape(shape)...), s.Device()), nil
}

// normalize makes 1 of every true.
func normalize(bools []byte) {
	for i, b := range bools {
		if b != 0 {
			bools[i] = 1
		}
	}
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
