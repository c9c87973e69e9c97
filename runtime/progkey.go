package runtime

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"reflect"

	"weft/codegen"
)

// codeVersion is part of every key; it changes when the call convention or the trampoline's promises do.
const codeVersion = "weft code 1: void(void**, i64*, i64, i64), stack 16384"

// programKey identifies what a back end makes of a program for a target. Programs are walked by reflection, so that a field
// added to them is never forgotten here.
func programKey(b codegen.Backend, target codegen.Target, p *codegen.Program) diskKey {
	h := hasher{Hash: sha256.New()}
	h.text(codeVersion)
	h.text(b.Name())
	h.text(b.Key())
	h.walk(reflect.ValueOf(target))
	h.walk(reflect.ValueOf(p))
	return diskKey(h.flush())
}

// hasher feeds values to a hash; buf saves calls.
type hasher struct {
	hash.Hash
	buf []byte
}

func (h *hasher) flush() []byte {
	h.Write(h.buf)
	return h.Sum(nil)
}

func (h *hasher) number(n uint64) {
	if len(h.buf) > 4096 {
		h.Write(h.buf)
		h.buf = h.buf[:0]
	}
	h.buf = binary.AppendUvarint(h.buf, n)
}

func (h *hasher) text(s string) {
	h.number(uint64(len(s)))
	h.buf = append(h.buf, s...)
}

// walk feeds a value: lengths before contents and a mark before pointers, so that different values never look alike.
func (h *hasher) walk(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		h.number(map[bool]uint64{false: 0, true: 1}[v.Bool()])
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		h.number(uint64(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		h.number(v.Uint())
	case reflect.Float32, reflect.Float64:
		h.text(fmt.Sprintf("%x", v.Float()))
	case reflect.String:
		h.text(v.String())
	case reflect.Struct:
		for i := range v.NumField() {
			h.walk(v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		h.number(uint64(v.Len()))
		for i := range v.Len() {
			h.walk(v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			h.number(0)
			return
		}
		h.number(1)
		h.walk(v.Elem())
	default:
		panic("runtime: a program holds a " + v.Type().String() + ", which has no key")
	}
}
