package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleBase_Training() {
	m := nn.NewDropout(0.5)
	fmt.Println(m.Training())
	// Output: true
}

func ExampleBase_RegisterParameter() {
	var m struct{ nn.Base }
	for _, n := range []int{2, 3} {
		m.RegisterParameter(fmt.Sprintf("w_%d", n), tensor.Ones(n))
	}
	for name, p := range nn.NamedParameters(&m) {
		fmt.Println(name, p.Shape())
	}
	// Output:
	// w_2 [2]
	// w_3 [3]
}

func ExampleBase_RegisterBuffer() {
	var m struct{ nn.Base }
	m.RegisterBuffer("mean", tensor.Zeros(2))
	m.RegisterBuffer("cache", tensor.Zeros(2), false)
	fmt.Println(len(nn.Buffers(&m)), len(nn.StateDict(&m)))
	// Output: 2 1
}

func ExampleBase_Registered() {
	m := nn.NewLSTM(2, 3, nn.Recurrent{})
	fmt.Println(m.Registered("weight_ih_l0").Shape(), m.Registered("weight_ih_l1") == nil)
	// Output: [12 2] true
}

func ExampleBase_RegisterForwardHook() {
	m := nn.NewSequential(nn.NewLinear(3, 4), &nn.ReLU{})
	remove := m.At(0).(*nn.Linear).RegisterForwardHook(func(in, out []*tensor.Tensor) []*tensor.Tensor {
		fmt.Println(in[0].Shape(), "to", out[0].Shape())
		return nil // out stays
	})
	m.Forward(tensor.Ones(2, 3))
	remove()
	m.Forward(tensor.Ones(2, 3))
	// Output: [2 3] to [2 4]
}

func ExampleBase_RegisterForwardPreHook() {
	m := &nn.ReLU{}
	m.RegisterForwardPreHook(func(in []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{in[0].Neg()}
	})
	fmt.Println(m.Forward(tensor.New([]float32{-1, 2})).Realize())
	// Output: [1. 0.] (2) float32
}

// twice calls a layer two times; hooks of its own see that as one call.
type twice struct {
	nn.Base
	Layer *nn.Linear
}

func (m *twice) Forward(x *tensor.Tensor) *tensor.Tensor {
	return m.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return m.Layer.Forward(m.Layer.Forward(x)) })
}

func ExampleBase_Call() {
	m := &twice{Layer: nn.NewLinear(3, 3)}
	m.RegisterForwardHook(func(_, out []*tensor.Tensor) []*tensor.Tensor {
		fmt.Println("called")
		return nil
	})
	fmt.Println(m.Forward(tensor.Ones(1, 3)).Shape())
	// Output:
	// called
	// [1 3]
}

// swap gives its two inputs the other way round.
type swap struct{ nn.Base }

func (m *swap) Forward(a, b *tensor.Tensor) (x, y *tensor.Tensor) {
	out := m.CallMany(func(in []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{in[1], in[0]} }, a, b)
	return out[0], out[1]
}

func ExampleBase_CallMany() {
	m := &swap{}
	m.RegisterForwardHook(func(in, out []*tensor.Tensor) []*tensor.Tensor {
		fmt.Println(len(in), len(out))
		return nil
	})
	x, y := m.Forward(tensor.Ones(1), tensor.Zeros(1))
	fmt.Println(x.Item(), y.Item())
	// Output:
	// 2 2
	// 0 1
}
