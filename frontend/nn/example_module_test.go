package nn_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"weft/frontend/nn"
	"weft/frontend/nn/initial"
	"weft/frontend/tensor"
)

// net is a model of one's own.
type net struct {
	nn.Base
	Body *nn.Linear
	Head *nn.Linear
}

func newNet() *net { return &net{Body: nn.NewLinear(3, 4), Head: nn.NewLinear(4, 1)} }

func (n *net) Forward(x *tensor.Tensor) *tensor.Tensor {
	return n.Call(x, func(x *tensor.Tensor) *tensor.Tensor { return n.Head.Forward(n.Body.Forward(x).Relu()) })
}

func ExampleNamedParameters() {
	for name, p := range nn.NamedParameters(newNet()) {
		fmt.Println(name, p.Shape())
	}
	// Output:
	// body.weight [4 3]
	// body.bias [4]
	// head.weight [1 4]
	// head.bias [1]
}

func ExampleParameters() {
	fmt.Println(len(nn.Parameters(newNet())))
	// Output: 4
}

func ExampleNamedBuffers() {
	for name := range nn.NamedBuffers(nn.NewSequential(nn.NewLinear(3, 2), nn.NewBatchNorm1d(2))) {
		fmt.Println(name)
	}
	// Output:
	// 1.running_mean
	// 1.running_var
	// 1.num_batches_tracked
}

func ExampleBuffers() {
	fmt.Println(len(nn.Buffers(nn.NewBatchNorm1d(2))))
	// Output: 3
}

func ExampleNamedModules() {
	for name, m := range nn.NamedModules(newNet()) {
		fmt.Printf("%q %T\n", name, m)
	}
	// Output:
	// "" *nn_test.net
	// "body" *nn.Linear
	// "head" *nn.Linear
}

func ExampleCount() {
	fmt.Println(nn.Count(newNet()))
	// Output: 21
}

func ExampleApply() {
	m := newNet()
	nn.Apply(m, func(m any) {
		if l, ok := m.(*nn.Linear); ok {
			initial.Ones(l.Weight)
			initial.Zeros(l.Bias)
		}
	})
	fmt.Println(m.Forward(tensor.Ones(1, 3)).Item())
	// Output: 12
}

func ExampleTrain() {
	m := nn.NewSequential(newNet(), nn.NewDropout(0.5))
	nn.Eval(m)
	fmt.Println(m.At(1).(*nn.Dropout).Training())
	nn.Train(m)
	fmt.Println(m.At(1).(*nn.Dropout).Training())
	// Output:
	// false
	// true
}

func ExampleEval() {
	m := nn.NewDropout(0.5)
	nn.Eval(m)
	fmt.Println(m.Training(), m.Forward(tensor.Ones(3)).Realize())
	// Output: false [1. 1. 1.] (3) float32
}

func ExampleZeroGrad() {
	m := newNet()
	m.Forward(tensor.Ones(1, 3)).Backward()
	fmt.Println(m.Body.Weight.Grad() != nil)
	nn.ZeroGrad(m)
	fmt.Println(m.Body.Weight.Grad() != nil)
	// Output:
	// true
	// false
}

func ExampleFreeze() {
	m := newNet()
	nn.Freeze(m.Body)
	fmt.Println(m.Body.Weight.RequiresGrad(), m.Head.Weight.RequiresGrad())
	nn.Freeze(m.Body, false)
	fmt.Println(m.Body.Weight.RequiresGrad())
	// Output:
	// false true
	// true
}

func ExampleParameter() {
	m := &struct{ Scale *tensor.Tensor }{nn.Parameter(tensor.Full(2.0, 3))}
	for name, p := range nn.NamedParameters(m) {
		fmt.Println(name, p, p.RequiresGrad())
	}
	// Output: scale [2. 2. 2.] (3) float32 true
}

func ExampleTo() {
	m := newNet()
	nn.To(m, "cpu:interp")
	fmt.Println(m.Body.Weight.Device())
	// Output: cpu:interp
}

func ExampleStateDict() {
	state := nn.StateDict(newNet())
	fmt.Println(slices.Sorted(maps.Keys(state)))
	// Output: [body.bias body.weight head.bias head.weight]
}

func ExampleLoadStateDict() {
	m := nn.NewLinear(1, 1)
	state := nn.StateDict(m)
	state["bias"] = tensor.Ones(1)
	fmt.Println(nn.LoadStateDict(m, state), m.Bias.Item())
	delete(state, "weight")
	state["bias"] = tensor.Ones(2)
	var e *tensor.Error
	fmt.Println(errors.As(nn.LoadStateDict(m, state), &e), e.Reason)
	// Output:
	// <nil> 1
	// true *nn.Linear: missing weight; bias has shape (2) in the state dict and (1) in the module
}

func ExampleLoadPartial() {
	m := newNet()
	missing, unexpected, err := nn.LoadPartial(m, map[string]*tensor.Tensor{
		"head.bias": tensor.Ones(1), "tail.bias": tensor.Ones(1)})
	fmt.Println(missing, unexpected, err)
	// Output: [body.weight body.bias head.weight] [tail.bias] <nil>
}

func ExampleSummary() {
	m := nn.NewSequential(nn.NewConv2d(1, 8, 3), &nn.ReLU{}, nn.NewMaxPool2d(2), &nn.Flatten{}, nn.NewLinear(1352, 10))
	fmt.Print(nn.Summary(m, []int{1, 1, 28, 28}))
	// Output:
	// layer  type        output          parameters
	//        Sequential  (1, 10)                  0
	// 0      Conv2d      (1, 8, 26, 26)          80
	// 1      ReLU        (1, 8, 26, 26)           0
	// 2      MaxPool2d   (1, 8, 13, 13)           0
	// 3      Flatten     (1, 1352)                0
	// 4      Linear      (1, 10)              13530
	// 13610 parameters, 13610 of them trainable; 0 elements of buffers
}
