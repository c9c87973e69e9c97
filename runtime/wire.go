package runtime

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"
)

// encode writes a value made of numbers, bools, strings, slices, arrays and structs of exported fields. Equal values give
// equal bytes, and a field added to a struct is never forgotten here.
func encode(v any) []byte { return encodeValue(nil, reflect.ValueOf(v)) }

func encodeValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return append(b, byte(map[bool]int{true: 1}[v.Bool()]))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Struct:
		for i := range v.NumField() {
			b = encodeValue(b, v.Field(i))
		}
		return b
	case reflect.Slice, reflect.Array:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		if v.Type().Elem().Kind() == reflect.Uint8 && v.Kind() == reflect.Slice {
			return append(b, v.Bytes()...)
		}
		for i := range v.Len() {
			b = encodeValue(b, v.Index(i))
		}
		return b
	}
	panic("runtime: " + v.Type().String() + " has no encoding")
}

// errWire is all there is to say about bytes that encode did not write.
var errWire = errors.New("not an encoded value")

// decode reads what encode wrote of a value of the same type into *into. Bytes of any other origin give an error or a
// value, never a panic, and no more memory than a fixed multiple of their number.
func decode(b []byte, into any) error {
	d := decoder{b}
	if !d.value(reflect.ValueOf(into).Elem()) || len(d.rest) != 0 {
		return errWire
	}
	return nil
}

type decoder struct{ rest []byte }

func (d *decoder) take(n uint64) ([]byte, bool) {
	if n > uint64(len(d.rest)) {
		return nil, false
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b, true
}

func (d *decoder) uvarint() (uint64, bool) {
	x, n := binary.Uvarint(d.rest)
	if n <= 0 {
		return 0, false
	}
	d.rest = d.rest[n:]
	return x, true
}

func (d *decoder) varint() (int64, bool) {
	x, n := binary.Varint(d.rest)
	if n <= 0 {
		return 0, false
	}
	d.rest = d.rest[n:]
	return x, true
}

func (d *decoder) value(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Bool:
		b, ok := d.take(1)
		v.SetBool(ok && b[0] == 1)
		return ok
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		x, ok := d.varint()
		v.SetInt(x)
		return ok && !v.OverflowInt(x)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		x, ok := d.uvarint()
		v.SetUint(x)
		return ok && !v.OverflowUint(x)
	case reflect.Float32, reflect.Float64:
		b, ok := d.take(8)
		if ok {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		return ok
	case reflect.Struct:
		for i := range v.NumField() {
			if !d.value(v.Field(i)) {
				return false
			}
		}
		return true
	}
	return d.list(v)
}

// list reads a string, a slice or an array.
func (d *decoder) list(v reflect.Value) bool {
	n, ok := d.uvarint()
	if !ok || n > uint64(len(d.rest)) {
		return false
	}
	switch {
	case v.Kind() == reflect.String:
		b, _ := d.take(n)
		v.SetString(string(b))
		return true
	case v.Kind() == reflect.Array && n != uint64(v.Len()):
		return false
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		b, _ := d.take(n)
		v.SetBytes(b)
		return true
	case v.Kind() == reflect.Slice && n > 0:
		v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
	}
	for i := range int(n) {
		if !d.value(v.Index(i)) {
			return false
		}
	}
	return true
}
