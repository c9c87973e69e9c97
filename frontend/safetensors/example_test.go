package safetensors_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/frontend/nn"
	"weft/frontend/safetensors"
	"weft/frontend/tensor"
)

// folder makes a folder for a file, and what removes it.
func folder() (path string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	return filepath.Join(dir, "model.safetensors"), func() { os.RemoveAll(dir) }
}

// A module's parameters and buffers have PyTorch's names, so files go both ways.
func Example() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()

	trained := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{}, nn.NewLinear(3, 1))
	if err := safetensors.Save(ctx, path, nn.StateDict(trained), nil); err != nil {
		fmt.Println(err)
		return
	}
	fresh := nn.NewSequential(nn.NewLinear(2, 3), &nn.ReLU{}, nn.NewLinear(3, 1))
	state, err := safetensors.Load(ctx, path)
	if err == nil {
		err = nn.LoadStateDict(fresh, state)
	}
	x := tensor.Ones(1, 2)
	fmt.Println(err, fresh.Forward(x).Item() == trained.Forward(x).Item())
	// Output: <nil> true
}

func ExampleSave() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()
	err := safetensors.Save(ctx, path, map[string]*tensor.Tensor{"scale": tensor.New([]float32{0.5, 2})}, map[string]string{"by": "me"})
	fmt.Println(err)
	// Output: <nil>
}

func ExampleLoad() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()
	fmt.Println(safetensors.Save(ctx, path, map[string]*tensor.Tensor{"scale": tensor.New([]float32{0.5, 2})}, nil))
	all, err := safetensors.Load(ctx, path)
	fmt.Println(all["scale"], err)
	// Output:
	// <nil>
	// [0.5 2. ] (2) float32 <nil>
}

// One tensor of a large file is read, the others are not.
func ExampleOpen() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()
	tensors := map[string]*tensor.Tensor{"embedding": tensor.Ones(1000, 8), "bias": tensor.New([]float32{1, 2})}
	if err := safetensors.Save(ctx, path, tensors, nil); err != nil {
		fmt.Println(err)
		return
	}
	f, err := safetensors.Open(ctx, path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer f.Close()
	for _, e := range f.Entries() {
		fmt.Println(e.Name, e.DType, e.Shape, e.Size)
	}
	bias, err := f.Tensor(ctx, "bias")
	fmt.Println(bias, err)
	// Output:
	// bias float32 [2] 8
	// embedding float32 [1000 8] 32000
	// [1. 2.] (2) float32 <nil>
}

func ExampleWrite() {
	var b bytes.Buffer
	err := safetensors.Write(context.Background(), &b, map[string]*tensor.Tensor{"a": tensor.New([]uint8{7})}, nil)
	fmt.Printf("%q %v\n", b.Bytes()[8:], err)
	// Output: "{\"a\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,1]}}   \a" <nil>
}

func ExampleRead() {
	file := "\x38\x00\x00\x00\x00\x00\x00\x00" + `{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,100]}} ` + "\x07"
	_, err := safetensors.Read(context.Background(), bytes.NewReader([]byte(file)), int64(len(file)), "lying.safetensors")
	fmt.Println(err)
	// Output: safetensors: lying.safetensors: "a": data offset 0: the data end at 100, but there are only 1 bytes
}

func ExampleFile_Metadata() {
	f := opened()
	fmt.Println(f.Metadata())
	// Output: map[step:12]
}

// opened is a file with two tensors and a text.
func opened() *safetensors.File {
	var b bytes.Buffer
	tensors := map[string]*tensor.Tensor{"a": tensor.Scalar(1), "b": tensor.Of([][]bool{{true}, {false}})}
	if err := safetensors.Write(context.Background(), &b, tensors, map[string]string{"step": "12"}); err != nil {
		panic(err)
	}
	f, err := safetensors.Read(context.Background(), bytes.NewReader(b.Bytes()), int64(b.Len()), "memory")
	if err != nil {
		panic(err)
	}
	return f
}

func ExampleFile_Entries() {
	for _, e := range opened().Entries() {
		fmt.Println(e.Name, e.DType, e.Shape)
	}
	// Output:
	// a int64 []
	// b bool [2 1]
}

func ExampleFile_Entry() {
	e, ok := opened().Entry("b")
	fmt.Println(e.DType, e.Shape, e.Size, ok)
	_, ok = opened().Entry("c")
	fmt.Println(ok)
	// Output:
	// bool [2 1] 2 true
	// false
}

func ExampleFile_Tensor() {
	t, err := opened().Tensor(context.Background(), "b")
	fmt.Println(t, err)
	_, err = opened().Tensor(context.Background(), "c")
	fmt.Println(err)
	// Output:
	// [[ true]
	//  [false]] (2, 1) bool <nil>
	// safetensors: memory: "c": the file has no tensor of this name
}

func ExampleFile_Tensors() {
	all, err := opened().Tensors(context.Background())
	fmt.Println(len(all), all["a"].Item(), err)
	// Output: 2 1 <nil>
}

func ExampleFile_Close() {
	path, remove := folder()
	defer remove()
	ctx := context.Background()
	fmt.Println(safetensors.Save(ctx, path, nil, nil))
	f, err := safetensors.Open(ctx, path)
	fmt.Println(err, f.Close())
	// Output:
	// <nil>
	// <nil> <nil>
}
