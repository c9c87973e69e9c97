package functional_test

import (
	"fmt"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

func ExampleLinear() {
	x, w := tensor.New([]float32{1, 2}, 1, 2), tensor.New([]float32{1, 0, 0, 1, 1, 1}, 3, 2)
	fmt.Println(functional.Linear(x, w, tensor.New([]float32{0, 0, 10})).Realize())
	// Output: [[ 1.  2. 13.]] (1, 3) float32
}

func ExampleBilinear() {
	a, b := tensor.New([]float32{1, 2}, 1, 2), tensor.New([]float32{3, 4}, 1, 2)
	fmt.Println(functional.Bilinear(a, b, tensor.Eye(2).Unsqueeze(0), nil).Item()) // the dot product
	// Output: 11
}

func ExampleEmbedding() {
	table := tensor.New([]float32{0, 0, 1, 1, 2, 2}, 3, 2)
	fmt.Println(functional.Embedding(tensor.New([]int64{2, 0}), table).Realize())
	// Output:
	// [[2. 2.]
	//  [0. 0.]] (2, 2) float32
}

func ExampleEmbeddingBag() {
	table := tensor.New([]float32{0, 0, 1, 1, 2, 2}, 3, 2)
	b := functional.Bag{Mode: "sum", Offsets: tensor.New([]int64{0, 1})}
	fmt.Println(functional.EmbeddingBag(tensor.New([]int64{2, 1, 2}), table, b).Realize())
	// Output:
	// [[2. 2.]
	//  [3. 3.]] (2, 2) float32
}

func ExampleScaledDotProductAttention() {
	q, v := tensor.Zeros(1, 3, 2), tensor.New([]float32{0, 2, 4}, 1, 3, 1)
	out, weights := functional.ScaledDotProductAttention(q, q, v, functional.Attention{Causal: true})
	fmt.Println(out.Flatten().Realize())
	fmt.Println(weights.Shape())
	// Output:
	// [0. 1. 2.] (3) float32
	// [1 3 3]
}
