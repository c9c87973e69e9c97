package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewMultiheadAttention() {
	m := nn.NewMultiheadAttention(8, 2, true)
	x := tensor.Rand(3, 5, 8) // three sequences of five vectors
	causal := tensor.Ones(5, 5).Triu(1).Cast(tensor.Bool)
	out, weights := m.Forward(x, x, x, nn.Attend{Mask: causal})
	fmt.Println(out.Shape(), weights.Shape(), weights.Index(0, 0).Detach().Realize())
	// Output: [3 5 8] [3 5 5] [1. 0. 0. 0. 0.] (5) float32
}

func ExampleNewTransformerEncoderLayer() {
	m := nn.NewTransformerEncoderLayer(8, 2, nn.TransformerOptions{Feedforward: 16, BatchFirst: true})
	fmt.Println(m.Forward(tensor.Rand(3, 5, 8)).Shape())
	// Output: [3 5 8]
}

func ExampleNewTransformerDecoderLayer() {
	m := nn.NewTransformerDecoderLayer(8, 2, nn.TransformerOptions{Feedforward: 16, BatchFirst: true})
	fmt.Println(m.Forward(tensor.Rand(3, 5, 8), tensor.Rand(3, 9, 8)).Shape())
	// Output: [3 5 8]
}

func ExampleNewTransformerEncoder() {
	m := nn.NewTransformerEncoder(8, 2, 3, nn.TransformerOptions{Feedforward: 16, NormFirst: true})
	m.Norm = nn.NewLayerNorm(8)
	fmt.Println(m.Forward(tensor.Rand(5, 3, 8)).Shape(), len(m.Layers))
	// Output: [5 3 8] 3
}

func ExampleNewTransformerDecoder() {
	m := nn.NewTransformerDecoder(8, 2, 2, nn.TransformerOptions{Feedforward: 16})
	fmt.Println(m.Forward(tensor.Rand(5, 3, 8), tensor.Rand(9, 3, 8)).Shape())
	// Output: [5 3 8]
}
