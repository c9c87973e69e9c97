package nn

import (
	"fmt"
	"reflect"
	"sort"
	"strings"
	"unicode"

	"weft/frontend/tensor"
)

// kind is what a tensor is to its module.
type kind int

const (
	parameter kind = iota
	buffer
	transient // a buffer that is no part of the state dict
)

// kinds are the kinds by the words of field tags.
var kinds = map[string]kind{"buffer": buffer, "transient": transient}

// visitor is called for what a walk over a module finds. Structs are given as pointers; those that cannot be pointed to, and
// embedded ones, which are part of the struct they are in, are not given.
type visitor struct {
	tensor func(name string, t *tensor.Tensor, k kind)
	enter  func(name string, m any) // before what is below
	leave  func(name string, m any) // after it
	base   func(name string, b *Base)
	above  map[uintptr]bool // the structs that the walk is inside of
}

var (
	tensorType = reflect.TypeFor[*tensor.Tensor]()
	baseType   = reflect.TypeFor[Base]()
)

// holds says whether there is anything of a module in m.
func holds(m any) (found bool) {
	walk(m, visitor{tensor: func(string, *tensor.Tensor, kind) { found = true }, base: func(string, *Base) { found = true }})
	return found
}

func walk(m any, v visitor) {
	v.above = map[uintptr]bool{}
	v.value("", reflect.ValueOf(m), parameter)
}

// value visits whatever a field holds.
func (v *visitor) value(name string, x reflect.Value, k kind) {
	switch x.Kind() {
	case reflect.Interface:
		if !x.IsNil() {
			v.value(name, x.Elem(), k)
		}
	case reflect.Pointer:
		v.pointer(name, x, k)
	case reflect.Struct:
		v.module(name, x)
	case reflect.Slice, reflect.Array:
		v.list(name, x, k)
	case reflect.Map:
		v.mapping(name, x, k)
	}
}

func (v *visitor) pointer(name string, x reflect.Value, k kind) {
	switch {
	case x.IsNil():
	case x.Type() == tensorType:
		if v.tensor != nil {
			v.tensor(name, x.Interface().(*tensor.Tensor), k)
		}
	case x.Elem().Kind() == reflect.Struct:
		// A module that holds itself, by whatever way round, is visited once on that way.
		if v.above[x.Pointer()] {
			return
		}
		v.above[x.Pointer()] = true
		v.module(name, x.Elem())
		delete(v.above, x.Pointer())
	}
}

// module visits a struct that is not embedded.
func (v *visitor) module(name string, x reflect.Value) {
	shown := x.CanAddr() && x.Addr().CanInterface()
	if shown && v.enter != nil {
		v.enter(name, x.Addr().Interface())
	}
	v.fields(name, x)
	if shown && v.leave != nil {
		v.leave(name, x.Addr().Interface())
	}
}

// fields visits a struct's own tensors, then what is below it: PyTorch's order.
func (v *visitor) fields(name string, x reflect.Value) {
	v.pass(name, x, true)
	v.pass(name, x, false)
}

func (v *visitor) pass(name string, x reflect.Value, own bool) {
	if x.Type() == baseType {
		if own {
			v.ofBase(name, x)
		}
		return
	}
	for i := range x.NumField() {
		f := x.Type().Field(i)
		switch {
		case f.Anonymous && f.Tag.Get("nn") == "" && f.Type.Kind() == reflect.Struct:
			v.pass(name, x.Field(i), own)
		case f.IsExported() && own == (f.Type == tensorType):
			v.field(name, f, x.Field(i))
		}
	}
}

// field visits what an exported field holds, under the name and as the kind that its tag says.
func (v *visitor) field(name string, f reflect.StructField, x reflect.Value) {
	own, flag, ok := fieldName(f)
	switch {
	case !ok:
	case flag == "inline":
		v.value(name, x, parameter)
	default:
		v.value(join(name, own), x, kinds[flag])
	}
}

// ofBase visits what a module has without fields.
func (v *visitor) ofBase(name string, x reflect.Value) {
	if !x.CanAddr() {
		fail("module", "the module %q is held by value where it cannot change: hold a pointer to it", name)
	}
	b := (*Base)(x.Addr().UnsafePointer())
	if v.base != nil {
		v.base(name, b)
	}
	for _, r := range b.own {
		v.value(join(name, r.name), reflect.ValueOf(r.t), r.kind)
	}
}

// plain says whether values of a type are nothing but numbers and the like.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Struct, reflect.Slice, reflect.Array, reflect.Map:
		return false
	}
	return true
}

// list names elements by their places, or by the keys that they have.
func (v *visitor) list(name string, x reflect.Value, k kind) {
	if plain(x.Type().Elem()) {
		return
	}
	for i := range x.Len() {
		at := x.Index(i)
		if at.Kind() == reflect.Struct {
			if e, ok := at.Interface().(keyed); ok {
				v.value(join(name, e.key()), at.Field(1), k)
				continue
			}
		}
		v.value(join(name, fmt.Sprint(i)), at, k)
	}
}

// mapping visits a map with string keys in the order of the keys.
func (v *visitor) mapping(name string, x reflect.Value, k kind) {
	if x.Type().Key().Kind() != reflect.String || plain(x.Type().Elem()) {
		return
	}
	keys := x.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	for _, key := range keys {
		v.value(join(name, key.String()), x.MapIndex(key), k)
	}
}

// fieldName reads the field's tag: its name, what else it says (a kind, or "inline"), whether it counts at all.
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
