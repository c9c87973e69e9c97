package nn

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"unicode"

	"weft/frontend/tensor"
)

// visitor is called for what a walk over a module finds.
type visitor struct {
	tensor func(name string, t *tensor.Tensor, buffer bool)
	module func(name string, m any) // structs, given as pointers where they are addressable
	seen   map[uintptr]bool
}

var tensorType = reflect.TypeFor[*tensor.Tensor]()

func walk(m any, v visitor) {
	v.seen = map[uintptr]bool{}
	v.value("", reflect.ValueOf(m), false)
}

// value visits whatever a field holds.
func (v *visitor) value(name string, x reflect.Value, buffer bool) {
	switch x.Kind() {
	case reflect.Interface:
		if !x.IsNil() {
			v.value(name, x.Elem(), buffer)
		}
	case reflect.Pointer:
		v.pointer(name, x, buffer)
	case reflect.Struct:
		v.structure(name, x)
	case reflect.Slice, reflect.Array:
		for i := range x.Len() {
			v.value(join(name, fmt.Sprint(i)), x.Index(i), buffer)
		}
	case reflect.Map:
		v.mapping(name, x, buffer)
	}
}

func (v *visitor) pointer(name string, x reflect.Value, buffer bool) {
	switch {
	case x.IsNil():
	case x.Type() == tensorType:
		if v.tensor != nil {
			v.tensor(name, x.Interface().(*tensor.Tensor), buffer)
		}
	case x.Elem().Kind() == reflect.Struct:
		// A module that holds itself, by whatever way round, is visited once on that way.
		if v.seen[x.Pointer()] {
			return
		}
		v.seen[x.Pointer()] = true
		v.structure(name, x.Elem())
		delete(v.seen, x.Pointer())
	}
}

func (v *visitor) structure(name string, x reflect.Value) {
	if v.module != nil && x.CanAddr() && x.Addr().CanInterface() {
		v.module(name, x.Addr().Interface())
	}
	for i := range x.NumField() {
		f := x.Type().Field(i)
		if f.Anonymous && f.Tag.Get("nn") == "" && f.Type.Kind() == reflect.Struct {
			v.structure(name, x.Field(i))
			continue
		}
		if !f.IsExported() {
			continue
		}
		if own, flag, ok := fieldName(f); ok {
			if flag != "inline" {
				own = join(name, own)
			} else {
				own = name
			}
			v.value(own, x.Field(i), flag == "buffer")
		}
	}
}

// mapping visits a map with string keys in the order of the keys.
func (v *visitor) mapping(name string, x reflect.Value, buffer bool) {
	if x.Type().Key().Kind() != reflect.String {
		return
	}
	keys := x.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, k := range keys {
		v.value(join(name, k.String()), x.MapIndex(k), buffer)
	}
}

// fieldName reads the field's tag: its name, what else it says ("buffer", "inline"), whether it counts at all.
func fieldName(f reflect.StructField) (name, flag string, ok bool) {
	name, flag, _ = strings.Cut(f.Tag.Get("nn"), ",")
	if name == "" {
		name = snake(f.Name)
	}
	return name, flag, name != "-"
}

// snake spells a Go name as Python does: RunningMean is running_mean, WQ is wq.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		upper := unicode.IsUpper(r)
		if upper && i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1])) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func join(prefix, name string) string {
	if prefix == "" {
		return name
	}
	return prefix + "." + name
}
