package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

func ExampleTensor_RequireGrad() {
	w := tensor.New([]float32{2, 3}).RequireGrad()
	w.Prod().Backward()
	fmt.Println(w.Grad().Realize())
	// Output: [3. 2.] (2) float32
}

func ExampleTensor_SetRequiresGrad() {
	w := tensor.New([]float32{1}).RequireGrad()
	w.SetRequiresGrad(false)
	fmt.Println(w.RequiresGrad())
	// Output: false
}

func ExampleTensor_RequiresGrad() {
	w := tensor.New([]float32{1}).RequireGrad()
	fmt.Println(w.Mul(2).RequiresGrad(), w.Gt(0).RequiresGrad())
	// Output: true false
}

func ExampleTensor_IsLeaf() {
	w := tensor.New([]float32{1}).RequireGrad()
	fmt.Println(w.IsLeaf(), w.Mul(2).IsLeaf(), w.Mul(2).Detach().IsLeaf())
	// Output: true false true
}

func ExampleTensor_Grad() {
	w := tensor.New([]float32{3}).RequireGrad()
	fmt.Println(w.Grad() == nil)
	w.Square().Sum().Backward()
	w.Square().Sum().Backward() // gradients add up
	fmt.Println(w.Grad().Realize())
	// Output:
	// true
	// [12.] (1) float32
}

func ExampleTensor_SetGrad() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	w.SetGrad(tensor.New([]float32{5, 5}))
	w.Sum().Backward()
	fmt.Println(w.Grad().Realize())
	// Output: [6. 6.] (2) float32
}

func ExampleTensor_ZeroGrad() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	w.Sum().Backward()
	w.ZeroGrad(true)
	fmt.Println(w.Grad().Realize())
	w.ZeroGrad()
	fmt.Println(w.Grad() == nil)
	// Output:
	// [0. 0.] (2) float32
	// true
}

func ExampleTensor_Detach() {
	w := tensor.New([]float32{3}).RequireGrad()
	w.Mul(w.Detach()).Sum().Backward() // the second factor counts as a constant
	fmt.Println(w.Grad().Realize())
	// Output: [3.] (1) float32
}

func ExampleTensor_RegisterHook() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	remove := w.RegisterHook(func(g *tensor.Tensor) *tensor.Tensor { return g.Mul(10) })
	w.Sum().Backward()
	remove()
	w.Sum().Backward()
	fmt.Println(w.Grad().Realize())
	// Output: [11. 11.] (2) float32
}

func ExampleTensor_RetainGrad() {
	w := tensor.New([]float32{1, 2}).RequireGrad()
	h := w.Mul(3).RetainGrad()
	h.Square().Sum().Backward()
	fmt.Println(h.Grad().Realize())
	// Output: [ 6. 12.] (2) float32
}

func ExampleGradients() {
	x := tensor.New([]float32{2}).RequireGrad()
	dx := tensor.Gradients(x.Pow(3).Sum(), nil, x)[0]
	ddx := tensor.Gradients(dx.Sum(), nil, x)[0] // gradients of gradients
	fmt.Println(dx.Realize(), ddx.Realize())
	// Output: [12.] (1) float32 [12.] (1) float32
}

func ExampleEnableGrad() {
	w := tensor.New([]float32{1}).RequireGrad()
	tensor.NoGrad(func() {
		tensor.EnableGrad(func() { fmt.Println(w.Mul(2).RequiresGrad()) })
		fmt.Println(w.Mul(2).RequiresGrad())
	})
	// Output:
	// true
	// false
}

func ExampleGradEnabled() {
	tensor.NoGrad(func() { fmt.Println(tensor.GradEnabled()) })
	fmt.Println(tensor.GradEnabled())
	// Output:
	// false
	// true
}
