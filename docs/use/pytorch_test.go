package use

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func Example_lazy() {
	x := tensor.New([]float32{1, 2, 3}).Mul(2)
	fmt.Println(x)
	fmt.Println(x.Realize())
	fmt.Println(x.Sum().Item())
	// Output:
	// tensor (3) float32, not computed: mul
	// [2. 4. 6.] (3) float32
	// 12
}

func Example_numbers() {
	x := tensor.Arange(3)
	fmt.Println(x.RSub(1).Realize(), x.Mul(0.5).Realize())
	fmt.Println(x.Div(2).DType(), x.FloorDiv(2).DType())
	// Output:
	// [ 1  0 -1] (3) int64 [0.  0.5 1. ] (3) float32
	// float32 int64
}

func Example_keywords() {
	x := tensor.Of([][]float32{{1, 2}, {3, 5}})
	fmt.Println(x.Sum().Realize())
	fmt.Println(x.Sum(0).Realize())
	fmt.Println(x.Mean(-1, tensor.KeepDim).Realize())
	values, indices := x.MaxDim(1)
	fmt.Println(values.Realize(), indices.Realize())
	// Output:
	// 11.0 () float32
	// [4. 7.] (2) float32
	// [[1.5]
	//  [4. ]] (2, 1) float32
	// [2. 5.] (2) float32 [1 1] (2) int64
}

func Example_options() {
	half := tensor.Options{DType: tensor.Float16}
	fmt.Println(half.Ones(2, 2).DType())
	// Output:
	// float16
}

func Example_indexing() {
	x := tensor.Arange(12).Reshape(3, 4)
	fmt.Println(x.Index(tensor.R(1, 3), 0).Realize())             // x[1:3, 0]
	fmt.Println(x.Index(tensor.Ellipsis, []int{-1, 0}).Realize()) // x[..., [-1, 0]]
	x.SetSlice(0, tensor.All, tensor.R(0, 3))                     // x[:, 0:3] = 0
	fmt.Println(x.Realize())
	// Output:
	// [4 8] (2) int64
	// [[ 3  0]
	//  [ 7  4]
	//  [11  8]] (3, 2) int64
	// [[ 0  0  0  3]
	//  [ 0  0  0  7]
	//  [ 0  0  0 11]] (3, 4) int64
}

func Example_inPlace() {
	x := tensor.Zeros(2, 2)
	before := x.Add(1)
	row, other := x.Select(0, 0), x.Select(0, 0)
	row.Fill(7)
	fmt.Println(x.Realize())
	fmt.Println(before.Realize())
	fmt.Println(other.Realize())
	// Output:
	// [[7. 7.]
	//  [0. 0.]] (2, 2) float32
	// [[1. 1.]
	//  [1. 1.]] (2, 2) float32
	// [0. 0.] (2) float32
}

func Example_backward() {
	w := tensor.New([]float32{3}).RequireGrad()
	loss := w.Square().Sum()
	loss.Backward()
	loss.Backward()
	fmt.Println(w.Grad().Realize())
	slope := tensor.Gradients(loss, nil, w)[0]
	fmt.Println(tensor.Gradients(slope.Sum(), nil, w)[0].Realize())
	// Output:
	// [12.] (1) float32
	// [2.] (1) float32
}

func Example_noGrad() {
	w := tensor.New([]float32{1}).RequireGrad()
	tensor.NoGrad(func() { w.SubAssign(0.5) })
	fmt.Println(w.Realize(), w.RequiresGrad(), w.IsLeaf())
	// Output:
	// [0.5] (1) float32 true true
}

func Example_mistakes() {
	err := tensor.Try(func() { tensor.Ones(2, 3).Add(tensor.Ones(2, 4)) })
	fmt.Println(err.(*tensor.Error).Reason)
	_, err = tensor.Data[float32](tensor.Ones(3).IndexSelect(0, tensor.New([]int{1, 7})))
	fmt.Println(err.(*tensor.Error).Reason)
	// Output:
	// shapes do not broadcast: axis 1 has lengths 3 and 4
	// index out of range for an axis of length 3 at position (1)
}

type net struct {
	Hidden *nn.Linear
	Drop   *nn.Dropout
	Head   *nn.Linear
}

func (n *net) Forward(x *tensor.Tensor) *tensor.Tensor {
	return n.Head.Forward(n.Drop.Forward(n.Hidden.Forward(x).Relu()))
}

func Example_modules() {
	model := &net{nn.NewLinear(4, 8), nn.NewDropout(0.5), nn.NewLinear(8, 2)}
	nn.Eval(model) // no dropout; nn.Train(model) turns it on again
	for name, p := range nn.NamedParameters(model) {
		fmt.Println(name, p.Shape())
	}
	fmt.Println(model.Forward(tensor.Ones(3, 4)).Shape())
	// Output:
	// hidden.weight [8 4]
	// hidden.bias [8]
	// head.weight [2 8]
	// head.bias [2]
	// [3 2]
}

func Example_printing() {
	x := tensor.Arange(1500).Mul(0.25).Add(100).Realize()
	fmt.Println(x)
	y := tensor.New([]float32{1, 2.5, 1e6}).Realize()
	fmt.Printf("%v\n%.1f\n%#v\n", y, y, y)
	// Output:
	// [100.   100.25 100.5  ... 474.25 474.5  474.75] (1500) float32
	// [1.0e+00 2.5e+00 1.0e+06] (3) float32
	// [      1.0       2.5 1000000.0] (3) float32
	// tensor.New([]float32{1, 2.5, 1e+06}, 3)
}
