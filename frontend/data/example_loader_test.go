package data_test

import (
	"context"
	"fmt"
	"strings"

	"weft/frontend/data"
	"weft/frontend/tensor"
)

// squares is the numbers 0 to 4 and their squares.
func squares() *data.Set {
	table, err := data.CSV{}.Decode(context.Background(), strings.NewReader("0,0\n1,1\n2,4\n3,9\n4,16\n"), "squares.csv")
	if err != nil {
		panic(err)
	}
	return data.NewSet(table.Floats(0, 1), table.Floats(1, 2))
}

func ExampleNewLoader() {
	loader := data.NewLoader(squares(), 2)
	fmt.Println(loader.Len(), "batches")
	for x, y := range loader.Epoch() {
		fmt.Println(x.Flatten(0), y.Flatten(0))
	}
	// Output:
	// 3 batches
	// [0. 1.] (2) float32 [0. 1.] (2) float32
	// [2. 3.] (2) float32 [4. 9.] (2) float32
	// [4.] (1) float32 [16.] (1) float32
}

func ExampleShuffle() {
	loader := data.NewLoader(squares(), 5, data.Shuffle(1))
	for range 2 {
		for x := range loader.Epoch() {
			fmt.Println(tensor.MustData[float32](x))
		}
	}
	// Output:
	// [1 0 3 4 2]
	// [1 0 2 3 4]
}

func ExampleDropLast() {
	fmt.Println(data.NewLoader(squares(), 2).Len(), data.NewLoader(squares(), 2, data.DropLast()).Len())
	// Output: 3 2
}

func ExampleOn() {
	for x := range data.NewLoader(squares(), 5, data.On("cpu:interp")).Epoch() {
		fmt.Println(x.Device())
	}
	// Output: cpu:interp
}

// A checkpoint holds the loader's place; training goes on with the batches that were left.
func ExampleLoader_State() {
	loader := data.NewLoader(squares(), 2, data.Shuffle(1))
	for range loader.Epoch() {
		break
	}
	fmt.Printf("%+v\n", loader.State())
	// Output: {Seed:1 Epoch:0 Batch:1}
}

func ExampleLoader_SetState() {
	loader := data.NewLoader(squares(), 2)
	loader.SetState(data.LoaderState{Epoch: 3, Batch: 1})
	for x := range loader.Epoch() {
		fmt.Println(tensor.MustData[float32](x))
	}
	// Output:
	// [2 3]
	// [4]
}

func ExampleNewSet() {
	x := &data.Array{DType: tensor.Uint8, Shape: []int{3, 2}, Bytes: []byte{1, 2, 3, 4, 5, 6}}
	y := &data.Array{DType: tensor.Uint8, Shape: []int{3}, Bytes: []byte{0, 1, 0}}
	set := data.NewSet(x, y)
	train, test := set.Split(2)
	fmt.Println(set.Len(), train.Len(), test.Len())
	inputs, targets := test.Tensors()
	fmt.Println(inputs, targets)
	// Output:
	// 3 2 1
	// [[5 6]] (1, 2) uint8 [0] (1) uint8
}
