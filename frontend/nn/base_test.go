package nn

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// dynamic is a module whose names are made at run time, and which calls a field's module itself.
type dynamic struct {
	Base
	Inner *Linear
}

func (d *dynamic) Forward(x *tensor.Tensor) *tensor.Tensor { return d.Call(x, d.Inner.Forward) }

func TestRegister(t *testing.T) {
	d := &dynamic{Inner: NewLinear(2, 2)}
	w := d.RegisterParameter("weight_7", tensor.Ones(3))
	d.RegisterBuffer("seen", tensor.Zeros(2))
	d.RegisterBuffer("scratch", tensor.Zeros(2), false)
	if d.Registered("weight_7") != w || d.Registered("none") != nil {
		t.Error("the parameter is not found again")
	}
	names := slices.Collect(maps.Keys(maps.Collect(NamedParameters(d))))
	slices.Sort(names)
	if !slices.Equal(names, []string{"inner.bias", "inner.weight", "weight_7"}) || !w.RequiresGrad() {
		t.Errorf("parameters %v", names)
	}
	buffers := slices.Collect(maps.Keys(maps.Collect(NamedBuffers(d))))
	slices.Sort(buffers)
	if !slices.Equal(buffers, []string{"scratch", "seen"}) {
		t.Errorf("buffers %v", buffers)
	}
	state := slices.Sorted(maps.Keys(StateDict(d)))
	if !slices.Equal(state, []string{"inner.bias", "inner.weight", "seen", "weight_7"}) {
		t.Errorf("state %v", state)
	}
	for _, name := range []string{"", "a.b", "seen"} {
		if err := tensor.Try(func() { d.RegisterBuffer(name, tensor.Zeros(1)) }); err == nil {
			t.Errorf("the name %q was accepted", name)
		}
	}
	d.RegisterBuffer("inner", tensor.Zeros(1)) // no clash: inner itself is no tensor
	if err := tensor.Try(func() {
		StateDict(&struct {
			A, B *tensor.Tensor `nn:"x"`
		}{tensor.Zeros(1), tensor.Zeros(1)})
	}); err == nil {
		t.Error("two tensors of one name were accepted")
	}
}

// TestHooks: hooks run in order wherever a layer is called, may replace what they see, and can be removed.
func TestHooks(t *testing.T) {
	d := &dynamic{Inner: NewLinear(2, 2, NoBias())}
	tensor.NoGrad(func() { d.Inner.Weight.Assign(tensor.Eye(2)) })
	var order []string
	note := func(name string) ForwardHook {
		return func(_, out []*tensor.Tensor) []*tensor.Tensor {
			order = append(order, name)
			return nil
		}
	}
	d.RegisterForwardHook(note("outer"))
	d.Inner.RegisterForwardHook(note("inner"))
	removePre := d.Inner.RegisterForwardPreHook(func(in []*tensor.Tensor) []*tensor.Tensor {
		order = append(order, "before")
		return []*tensor.Tensor{in[0].Mul(10)}
	})
	remove := d.RegisterForwardHook(func(in, out []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{out[0].Add(in[0])}
	})
	x := tensor.New([]float32{1, 2}, 1, 2)
	if got := tensor.MustData[float32](d.Forward(x)); !slices.Equal(got, []float32{11, 22}) {
		t.Errorf("with hooks: %v", got)
	}
	if !slices.Equal(order, []string{"before", "inner", "outer"}) {
		t.Errorf("order %v", order)
	}
	removePre()
	remove()
	remove() // once more does nothing
	if got := tensor.MustData[float32](d.Forward(x)); !slices.Equal(got, []float32{1, 2}) {
		t.Errorf("without hooks: %v", got)
	}
	d.RegisterForwardHook(func(_, out []*tensor.Tensor) []*tensor.Tensor { return append(out, x) })
	if err := tensor.Try(func() { d.Forward(x) }); err == nil || !strings.Contains(err.Error(), "2 tensors in place of 1") {
		t.Errorf("two results in place of one: %v", err)
	}
}

// TestHookRemovesItself: a hook may be removed while hooks run; the others still do.
func TestHookRemovesItself(t *testing.T) {
	m, calls := &ReLU{}, 0
	var remove func()
	remove = m.RegisterForwardHook(func(_, _ []*tensor.Tensor) []*tensor.Tensor { remove(); return nil })
	m.RegisterForwardHook(func(_, _ []*tensor.Tensor) []*tensor.Tensor { calls++; return nil })
	m.Forward(tensor.Ones(1))
	m.Forward(tensor.Ones(1))
	if calls != 2 {
		t.Errorf("the other hook ran %d times", calls)
	}
}

// TestHooksOfManyInputs: layers of several inputs and outputs show all of them.
func TestHooksOfManyInputs(t *testing.T) {
	var in, out int
	count := func(i, o []*tensor.Tensor) []*tensor.Tensor { in, out = len(i), len(o); return nil }
	lstm := NewLSTM(2, 3, Recurrent{})
	lstm.RegisterForwardHook(count)
	if lstm.Forward(tensor.Ones(4, 1, 2)); in != 1 || out != 3 {
		t.Errorf("LSTM: %d inputs, %d outputs", in, out)
	}
	attention := NewMultiheadAttention(4, 2, true)
	attention.RegisterForwardHook(count)
	x := tensor.Ones(1, 3, 4)
	if attention.Forward(x, x, x); in != 3 || out != 2 {
		t.Errorf("attention: %d inputs, %d outputs", in, out)
	}
}
