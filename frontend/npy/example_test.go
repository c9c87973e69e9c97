package npy_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"weft/frontend/npy"
	"weft/frontend/tensor"
)

// folder makes a folder for a file, and what removes it.
func folder(name string) (path string, remove func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	return filepath.Join(dir, name), func() { os.RemoveAll(dir) }
}

func ExampleSave() {
	path, remove := folder("x.npy")
	defer remove()
	fmt.Println(npy.Save(context.Background(), path, tensor.New([]float32{1, 2})))
	fmt.Println(npy.Save(context.Background(), "x.npy", tensor.Options{DType: tensor.BFloat16}.Ones(2)))
	// Output:
	// <nil>
	// npy: x.npy: numpy has no bfloat16; cast the tensor to float32, or write a safetensors file
}

func ExampleLoad() {
	path, remove := folder("x.npy")
	defer remove()
	fmt.Println(npy.Save(context.Background(), path, tensor.New([]float32{1, 2, 3, 4}, 2, 2)))
	x, err := npy.Load(context.Background(), path)
	fmt.Println(x, err)
	// Output:
	// <nil>
	// [[1. 2.]
	//  [3. 4.]] (2, 2) float32 <nil>
}

func ExampleWrite() {
	var b bytes.Buffer
	err := npy.Write(context.Background(), &b, tensor.New([]uint8{7, 8}))
	fmt.Printf("%q\n%v\n%v %v\n", b.Bytes()[:10], string(b.Bytes()[10:67]), b.Bytes()[128:], err)
	// Output:
	// "\x93NUMPY\x01\x00v\x00"
	// {'descr': '|u1', 'fortran_order': False, 'shape': (2,), }
	// [7 8] <nil>
}

func ExampleRead() {
	file := "\x93NUMPY\x01\x00\x41\x00{'descr': '>i2', 'fortran_order': False, 'shape': (1000000,)}   \n\x00\x01"
	_, err := npy.Read(context.Background(), bytes.NewReader([]byte(file)), int64(len(file)), "lying.npy")
	fmt.Println(err)
	// Output: npy: lying.npy: offset 75: [1000000] of int16 needs 2000000 bytes but 2 follow
}

// pair is two tensors by name.
func pair() map[string]*tensor.Tensor {
	return map[string]*tensor.Tensor{"x": tensor.Arange(3), "y": tensor.Scalar(2.5)}
}

func ExampleSavez() {
	path, remove := folder("xy.npz")
	defer remove()
	fmt.Println(npy.Savez(context.Background(), path, pair()))
	// Output: <nil>
}

func ExampleSavezCompressed() {
	path, remove := folder("xy.npz")
	defer remove()
	fmt.Println(npy.SavezCompressed(context.Background(), path, pair()))
	// Output: <nil>
}

func ExampleLoadz() {
	path, remove := folder("xy.npz")
	defer remove()
	fmt.Println(npy.SavezCompressed(context.Background(), path, pair()))
	all, err := npy.Loadz(context.Background(), path)
	fmt.Println(all["x"], all["y"], err)
	// Output:
	// <nil>
	// [0 1 2] (3) int64 2.5 () float32 <nil>
}

// One tensor of a large archive is read, the others are not.
func ExampleOpenz() {
	path, remove := folder("xy.npz")
	defer remove()
	fmt.Println(npy.Savez(context.Background(), path, pair()))
	a, err := npy.Openz(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer a.Close()
	x, err := a.Tensor(context.Background(), "x")
	fmt.Println(x, err)
	// Output:
	// <nil>
	// [0 1 2] (3) int64 <nil>
}

// opened is an archive of two tensors.
func opened() *npy.Archive {
	var b bytes.Buffer
	if err := npy.Writez(context.Background(), &b, pair()); err != nil {
		panic(err)
	}
	a, err := npy.Readz(bytes.NewReader(b.Bytes()), int64(b.Len()), "memory")
	if err != nil {
		panic(err)
	}
	return a
}

func ExampleReadz() {
	_, err := npy.Readz(bytes.NewReader([]byte("PK")), 2, "short.npz")
	fmt.Println(err)
	// Output: npz: short.npz: zip: not a valid zip file
}

func ExampleArchive_Names() {
	fmt.Println(opened().Names())
	// Output: [x y]
}

func ExampleArchive_Tensor() {
	y, err := opened().Tensor(context.Background(), "y")
	fmt.Println(y, err)
	_, err = opened().Tensor(context.Background(), "z")
	fmt.Println(err)
	// Output:
	// 2.5 () float32 <nil>
	// npz: memory: "z": the archive has no tensor of this name
}

func ExampleArchive_Tensors() {
	all, err := opened().Tensors(context.Background())
	fmt.Println(len(all), err)
	// Output: 2 <nil>
}

func ExampleArchive_Close() {
	path, remove := folder("xy.npz")
	defer remove()
	fmt.Println(npy.Savez(context.Background(), path, pair()))
	a, err := npy.Openz(path)
	fmt.Println(err, a.Close())
	// Output:
	// <nil>
	// <nil> <nil>
}

func ExampleWritez() {
	var b bytes.Buffer
	err := npy.Writez(context.Background(), &b, pair())
	fmt.Println(b.Len() > 2*128, err)
	// Output: true <nil>
}

func ExampleWritezCompressed() {
	var stored, compressed bytes.Buffer
	x := map[string]*tensor.Tensor{"x": tensor.Zeros(1000)}
	fmt.Println(npy.Writez(context.Background(), &stored, x), npy.WritezCompressed(context.Background(), &compressed, x))
	fmt.Println(stored.Len() > 4000, compressed.Len() < 400)
	// Output:
	// <nil> <nil>
	// true true
}
