package data_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"weft/frontend/data"
	"weft/frontend/tensor"
)

// temporary is a file with the given content, and a function that takes it away.
func temporary(name, content string) (path string, remove func()) {
	folder, err := os.MkdirTemp("", "data")
	if err != nil {
		panic(err)
	}
	path = filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		panic(err)
	}
	return path, func() { os.RemoveAll(folder) }
}

// idx is two images of 1 by 3 elements in idx format.
const idx = "\x00\x00\x08\x03\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x03\x01\x02\x03\x04\x05\x06"

func ExampleReadIDX() {
	path, remove := temporary("images-idx3-ubyte", idx)
	defer remove()
	images, err := data.ReadIDX(context.Background(), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(images.DType, images.Shape)
	// Output: uint8 [2 1 3]
}

func ExampleDecodeIDX() {
	images, err := data.DecodeIDX(context.Background(), bytes.NewReader([]byte(idx)), "images")
	fmt.Println(images.Len(), err)
	_, err = data.DecodeIDX(context.Background(), bytes.NewReader([]byte(idx[:20])), "images")
	fmt.Println(err)
	// Output:
	// 2 <nil>
	// idx: images: offset 20: the file ends, [2 1 3] of uint8 need 6 bytes but 4 are there
}

func ExampleReadCSV() {
	path, remove := temporary("numbers.csv", "1,2.5\n3,4\n")
	defer remove()
	table, err := data.ReadCSV(context.Background(), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Rows, table.Cols, table.Values)
	// Output: 2 2 [1 2.5 3 4]
}

func ExampleCSV_Read() {
	path, remove := temporary("numbers.csv", "a;b\n1;2\n")
	defer remove()
	table, err := data.CSV{Comma: ';', Header: true}.Read(context.Background(), path)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Header, table.Values)
	// Output: [a b] [1 2]
}

func ExampleCSV_Decode() {
	text := "height,weight,kind\n1.8,80,1\n1.6,55,0\n"
	table, err := data.CSV{Header: true}.Decode(context.Background(), strings.NewReader(text), "people.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(table.Header, table.Rows)
	_, err = data.CSV{}.Decode(context.Background(), strings.NewReader(text), "people.csv")
	fmt.Println(err)
	// Output:
	// [height weight kind] 2
	// csv: people.csv: line 1, column 1: "height" is no number
}

func ExampleTable_Floats() {
	table := &data.Table{Rows: 2, Cols: 3, Values: []float64{1.8, 80, 1, 1.6, 55, 0}}
	fmt.Println(table.Floats(0, 2).Tensor())
	// Output:
	// [[ 1.8 80. ]
	//  [ 1.6 55. ]] (2, 2) float32
}

func ExampleTable_Ints() {
	table := &data.Table{Rows: 2, Cols: 3, Values: []float64{1.8, 80, 1, 1.6, 55, 0}}
	kinds, err := table.Ints(2)
	fmt.Println(kinds.Tensor(), err)
	_, err = table.Ints(0)
	fmt.Println(err)
	// Output:
	// [1 0] (2) int64 <nil>
	// csv ints: row 0, column 0: 1.8 is no integer
}

func ExampleArray() {
	a := &data.Array{DType: tensor.Uint8, Shape: []int{3, 2}, Bytes: []byte{1, 2, 3, 4, 5, 6}}
	fmt.Println(a.Len(), a.Slice(1, 3).Tensor())
	fmt.Println(a.Slice(0, 1).Long().Tensor())
	// Output:
	// 3 [[3 4]
	//  [5 6]] (2, 2) uint8
	// [[1 2]] (1, 2) int64
}
