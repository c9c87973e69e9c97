package tensor

import (
	"reflect"

	"weft/lazy"
	"weft/ops"
)

// Of makes a tensor from nested slices or arrays of numbers or bools, such as [][]float32{{1, 2}, {3, 4}}, or from one
// number. The dtype is that of the numbers as in New (int gives int64); a []any of mixed numbers gives float32, or int64
// if all are integers. Rows of different lengths and other types panic with *Error.
func Of(nested any) *Tensor { return Options{}.Of(nested) }

// Of is the package's Of with o's dtype and device.
func (o Options) Of(nested any) *Tensor {
	if t, ok := nested.(*Tensor); ok {
		bad("of", t).fail(lazy.ErrDType, "wants Go numbers, not a tensor")
	}
	v := reflect.ValueOf(nested)
	w := &nest{shape: shapeOf(v)}
	checkShape("of", w.shape)
	w.values = make([]ops.Value, 0, prod(w.shape))
	w.read(v, 0)
	d := o.dtype(w.dtype())
	return mustFill(o.Device, d, w.shape, func(memory []byte) {
		for i, x := range w.values {
			x.Cast(d).Store(memory[i*d.Size():])
		}
	})
}

// nest is nested data being read.
type nest struct {
	shape  []int
	values []ops.Value
	mixed  bool // numbers of several types, out of a []any
}

// element sees through interfaces: []any holds anything.
func element(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	return v
}

func isList(v reflect.Value) bool { return v.Kind() == reflect.Slice || v.Kind() == reflect.Array }

// shapeOf follows the first elements down.
func shapeOf(v reflect.Value) []int {
	shape := []int{}
	v = element(v)
	for isList(v) {
		shape = append(shape, v.Len())
		if v.Len() == 0 {
			inner := v.Type().Elem()
			for inner.Kind() == reflect.Slice || inner.Kind() == reflect.Array {
				shape, inner = append(shape, 0), inner.Elem()
			}
			return shape
		}
		v = element(v.Index(0))
	}
	return shape
}

func (w *nest) read(v reflect.Value, axis int) {
	v = element(v)
	if !isList(v) {
		if axis < len(w.shape) {
			bad("of").at(axis).fail(lazy.ErrData, "a number stands where a list of length %d is expected at axis %d", w.shape[axis], axis)
		}
		w.number(v)
		return
	}
	if axis == len(w.shape) {
		bad("of").at(axis).fail(lazy.ErrData, "a list stands where a number is expected at axis %d", axis)
	}
	if v.Len() != w.shape[axis] {
		bad("of").at(axis).hinting("all rows must be equally long").
			fail(lazy.ErrData, "expected a list of length %d at axis %d, got %d", w.shape[axis], axis, v.Len())
	}
	for i := range v.Len() {
		w.read(v.Index(i), axis+1)
	}
}

func (w *nest) number(v reflect.Value) {
	x, ok := valueOf(v)
	if !ok {
		name := "nil"
		if v.IsValid() {
			name = v.Type().String()
		}
		bad("of").hinting("give numbers or bools").fail(lazy.ErrDType, "a %s is no number", name)
	}
	if len(w.values) > 0 && w.values[0].DType != x.DType {
		w.mixed = true
	}
	w.values = append(w.values, x)
}

// valueOf reads one number in its own dtype.
func valueOf(v reflect.Value) (ops.Value, bool) {
	sizes := map[reflect.Kind]DType{reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int: Int64,
		reflect.Int64: Int64, reflect.Uint8: Uint8, reflect.Uint16: Uint16, reflect.Uint32: Uint32, reflect.Uint: Uint64,
		reflect.Uint64: Uint64, reflect.Float32: Float32, reflect.Float64: Float64}
	switch {
	case !v.IsValid():
		return ops.Value{}, false
	case v.CanInt():
		return ops.IntValue(sizes[v.Kind()], v.Int()), true
	case v.CanUint():
		return ops.Value{DType: Uint64, Bits: v.Uint()}.Cast(sizes[v.Kind()]), true
	case v.CanFloat():
		return ops.FloatValue(sizes[v.Kind()], v.Float()), true
	case v.Kind() == reflect.Bool:
		return ops.BoolValue(v.Bool()), true
	}
	return ops.Value{}, false
}

// dtype is that of all numbers, the default of their category if they are mixed, and float32 for none.
func (w *nest) dtype() DType {
	if len(w.values) == 0 {
		return Float32
	}
	d := w.values[0].DType
	for _, x := range w.values {
		if w.mixed && x.DType.IsFloat() {
			return Float32
		}
	}
	if w.mixed {
		return Int64
	}
	return d
}
