package nn

import (
	"fmt"
	"reflect"
	"strings"

	"weft/frontend/tensor"
	"weft/lazy"
)

// Summary is a table of a module and all modules below it: their dotted names, types, output shapes and numbers of parameters of their
// own, and the totals. An input is a shape ([]int: zeros of the first parameter's dtype and device) or a tensor; those that Forward takes
// beyond the ones given are nil. Forward is called once, in evaluation and without gradients, and nothing is computed. Parameters that are
// shared count once. A module that was not called, or does not go through Base's Call, has "-" for its output.
//
// A module without a Forward, and inputs that it does not take, panic with *tensor.Error.
func Summary(m any, inputs ...any) string {
	s := &summary{byName: map[string]*summaryRow{}}
	s.collect(m)
	tensor.NoGrad(func() { s.call(m, inputs) })
	return s.table(m)
}

type summary struct {
	rows   []*summaryRow
	byName map[string]*summaryRow
}

type summaryRow struct {
	name, kind string
	base       *Base
	outputs    []string
	own        int
}

// collect makes the rows and counts parameters where they are.
func (s *summary) collect(m any) {
	for name, m := range NamedModules(m) {
		row := &summaryRow{name: name, kind: reflect.TypeOf(m).Elem().Name()}
		s.rows, s.byName[name] = append(s.rows, row), row
	}
	walk(m, visitor{base: func(name string, b *Base) {
		if row := s.byName[name]; row != nil {
			row.base = b
		}
	}})
	for name, p := range NamedParameters(m) {
		if owner := s.owner(name); owner != nil {
			owner.own += p.Numel()
		}
	}
}

// owner is the row of the module that a parameter belongs to: the longest name before its own that there is.
func (s *summary) owner(name string) *summaryRow {
	for name != "" {
		name = name[:max(strings.LastIndexByte(name, '.'), 0)]
		if row := s.byName[name]; row != nil {
			return row
		}
	}
	return nil
}

// call runs Forward under hooks that note what comes out at first, and leaves modes and hooks as they were.
func (s *summary) call(m any, inputs []any) {
	for _, row := range s.rows {
		if row.base == nil {
			continue
		}
		eval := row.base.eval
		row.base.eval = true
		defer func() { row.base.eval = eval }()
		defer row.base.RegisterForwardHook(func(_, out []*tensor.Tensor) []*tensor.Tensor {
			row.note(out)
			return nil
		})()
	}
	forward := reflect.ValueOf(m).MethodByName("Forward")
	if !forward.IsValid() {
		fail("summary", "%T has no Forward", m)
	}
	root := s.byName[""]
	out := forward.Call(arguments(m, forward.Type(), inputs))
	if root != nil && root.outputs == nil {
		root.note(outputs(out))
	}
}

func (r *summaryRow) note(out []*tensor.Tensor) {
	if r.outputs != nil {
		return
	}
	for _, t := range out {
		if t != nil {
			r.outputs = append(r.outputs, lazy.ShapeString(t.Shape()))
		}
	}
}

// outputs are the tensors among results.
func outputs(results []reflect.Value) (out []*tensor.Tensor) {
	for _, r := range results {
		switch x := r.Interface().(type) {
		case *tensor.Tensor:
			out = append(out, x)
		case []*tensor.Tensor:
			out = append(out, x...)
		}
	}
	return out
}

// arguments are what Forward is called with.
func arguments(m any, forward reflect.Type, inputs []any) (args []reflect.Value) {
	fixed := forward.NumIn()
	if forward.IsVariadic() {
		fixed--
	}
	for i, in := range inputs {
		if t := tensorOf(m, in); i < fixed && forward.In(i) != tensorType || i >= fixed && !forward.IsVariadic() {
			fail("summary", "input %d, of shape %s, is none of %T's Forward", i, lazy.ShapeString(t.Shape()), m)
		} else {
			args = append(args, reflect.ValueOf(t))
		}
	}
	for i := len(args); i < fixed; i++ {
		args = append(args, reflect.Zero(forward.In(i)))
	}
	return args
}

func tensorOf(m, input any) *tensor.Tensor {
	switch x := input.(type) {
	case *tensor.Tensor:
		return x
	case []int:
		o := tensor.Options{}
		for _, p := range NamedParameters(m) {
			o.DType, o.Device = p.DType(), p.Device()
			break
		}
		return o.Zeros(x...)
	}
	fail("summary", "%T is no input: give a shape or a tensor", input)
	return nil
}

func (s *summary) table(m any) string {
	lines := [][4]string{{"layer", "type", "output", "parameters"}}
	for _, r := range s.rows {
		out := strings.Join(r.outputs, ", ")
		if out == "" {
			out = "-"
		}
		lines = append(lines, [4]string{r.name, r.kind, out, fmt.Sprint(r.own)})
	}
	var width [4]int
	for _, l := range lines {
		for i, cell := range l {
			width[i] = max(width[i], len(cell))
		}
	}
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%-*s  %-*s  %-*s  %*s\n", width[0], l[0], width[1], l[1], width[2], l[2], width[3], l[3])
	}
	return b.String() + totals(m)
}

func totals(m any) string {
	trainable, buffers := 0, 0
	for _, p := range Parameters(m) {
		if p.RequiresGrad() {
			trainable += p.Numel()
		}
	}
	for _, t := range Buffers(m) {
		buffers += t.Numel()
	}
	return fmt.Sprintf("%d parameters, %d of them trainable; %d elements of buffers\n", Count(m), trainable, buffers)
}
