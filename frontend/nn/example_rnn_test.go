package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleNewRNN() {
	m := nn.NewRNN(3, 4, nn.Recurrent{Layers: 2})
	out, last := m.Forward(tensor.Ones(7, 5, 3)) // seven moments of five sequences
	fmt.Println(out.Shape(), len(last), last[0].Shape())
	// Output: [7 5 4] 1 [2 5 4]
}

func ExampleNewGRU() {
	m := nn.NewGRU(3, 4, nn.Recurrent{Layers: 2, Bidirectional: true})
	out, last := m.Forward(tensor.Ones(7, 5, 3)) // seven moments of five sequences
	fmt.Println(out.Shape(), len(last), last[0].Shape())
	// Output: [7 5 8] 1 [4 5 4]
}

func ExampleNewLSTM() {
	m := nn.NewLSTM(3, 4, nn.Recurrent{Layers: 2})
	out, last := m.Forward(tensor.Ones(7, 5, 3)) // seven moments of five sequences
	fmt.Println(out.Shape(), len(last), last[0].Shape())
	// Output: [7 5 4] 2 [2 5 4]
}

func ExampleNewRNNCell() {
	m := nn.NewRNNCell(3, 4)
	x := tensor.Ones(5, 3)
	state := m.Forward(x)
	state = m.Forward(x, state...)
	fmt.Println(len(state), state[0].Shape())
	// Output: 1 [5 4]
}

func ExampleNewGRUCell() {
	m := nn.NewGRUCell(3, 4)
	x := tensor.Ones(5, 3)
	state := m.Forward(x)
	state = m.Forward(x, state...)
	fmt.Println(len(state), state[0].Shape())
	// Output: 1 [5 4]
}

func ExampleNewLSTMCell() {
	m := nn.NewLSTMCell(3, 4)
	x := tensor.Ones(5, 3)
	state := m.Forward(x)
	state = m.Forward(x, state...)
	fmt.Println(len(state), state[0].Shape())
	// Output: 2 [5 4]
}
