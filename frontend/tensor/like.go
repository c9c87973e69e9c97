package tensor

import "weft/lazy"

// NewZeros makes zeros of a shape with t's dtype and device.
func (t *Tensor) NewZeros(shape ...int) *Tensor { return t.like().Zeros(shape...) }

// NewOnes makes ones of a shape with t's dtype and device.
func (t *Tensor) NewOnes(shape ...int) *Tensor { return t.like().Ones(shape...) }

// NewFull makes a tensor of a shape with t's dtype and device and one value everywhere.
func (t *Tensor) NewFull(value any, shape ...int) *Tensor { return t.like().Full(value, shape...) }

func (t *Tensor) like() Options { return Options{DType: t.DType(), Device: t.device} }

// TrilIndices is the places in the lower triangle of a matrix, the diagonal offset columns to the right and all below it:
// an int64 tensor (2, n) of rows and columns, in row order.
func TrilIndices(rows, columns, offset int) *Tensor {
	return Options{}.TrilIndices(rows, columns, offset)
}

// TrilIndices is the package's TrilIndices with o's dtype and device.
func (o Options) TrilIndices(rows, columns, offset int) *Tensor {
	return o.triangleIndices("tril_indices", rows, columns, func(i int) (from, to int) { return 0, i + offset + 1 })
}

// TriuIndices is the places in the upper triangle of a matrix, the diagonal offset columns to the right and all above it:
// an int64 tensor (2, n) of rows and columns, in row order.
func TriuIndices(rows, columns, offset int) *Tensor {
	return Options{}.TriuIndices(rows, columns, offset)
}

// TriuIndices is the package's TriuIndices with o's dtype and device.
func (o Options) TriuIndices(rows, columns, offset int) *Tensor {
	return o.triangleIndices("triu_indices", rows, columns, func(i int) (from, to int) { return i + offset, columns })
}

// triangleIndices lists the places of each row from a column to before another.
func (o Options) triangleIndices(op string, rows, columns int, part func(i int) (from, to int)) *Tensor {
	if rows < 0 || columns < 0 {
		bad(op).fail(lazy.ErrValue, "size must not be negative, got %d", min(rows, columns))
	}
	var at [2][]int
	for i := range rows {
		from, to := part(i)
		for j := max(from, 0); j < min(to, columns); j++ {
			at[0], at[1] = append(at[0], i), append(at[1], j)
		}
	}
	both := NewOn(deviceOr(o.Device), append(at[0], at[1]...), 2, len(at[0]))
	if d := o.dtype(Int64); d != Int64 {
		return both.Cast(d)
	}
	return both
}
