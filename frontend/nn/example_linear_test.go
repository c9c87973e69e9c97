package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewLinear() {
	m := nn.NewLinear(3, 2)
	tensor.NoGrad(func() { m.Weight.Fill(1); m.Bias.Fill(0.5) })
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3}, 1, 3)).Detach().Realize())
	fmt.Println(tensor.Try(func() { m.Forward(tensor.Ones(4, 4)) }) != nil)
	// Output:
	// [[6.5 6.5]] (1, 2) float32
	// true
}

func ExampleNewBilinear() {
	m := nn.NewBilinear(2, 3, 4)
	fmt.Println(m.Forward(tensor.Ones(5, 2), tensor.Ones(5, 3)).Shape())
	// Output: [5 4]
}

func ExampleNewEmbedding() {
	m := nn.NewEmbedding(10, 3, nn.PaddingIndex(0))
	y := m.Forward(tensor.New([]int64{0, 4, 4, 9}, 2, 2))
	fmt.Println(y.Shape(), y.Index(0, 0).Detach().Realize())
	// Output: [2 2 3] [0. 0. 0.] (3) float32
}

func ExampleNewEmbeddingBag() {
	m := nn.NewEmbeddingBag(10, 3, "sum")
	ids := tensor.New([]int64{1, 2, 4, 5, 4})
	offsets := tensor.New([]int64{0, 2}) // two bags: 1, 2 and 4, 5, 4
	fmt.Println(m.Forward(ids, offsets, nil).Shape())
	// Output: [2 3]
}
