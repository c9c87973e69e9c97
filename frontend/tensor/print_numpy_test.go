package tensor_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	. "weft/frontend/tensor"
)

// TestPrintIsNumpys holds that the layout is numpy's, by what numpy 1.24 printed. testdata/print.txt has a header for each
// array, "> dtype shape list values" (taken round and round) or "> dtype shape ramp start step", and its text below it.
// Bools are true and false, as in Go. The shape of a single number is -.
func TestPrintIsNumpys(t *testing.T) {
	data, err := os.ReadFile("testdata/print.txt")
	if err != nil {
		t.Fatal(err)
	}
	arrays := strings.Split("\n"+strings.TrimSpace(string(data)), "\n> ")[1:]
	if len(arrays) < 200 {
		t.Fatal("only", len(arrays), "arrays are recorded")
	}
	for _, entry := range arrays {
		header, want, _ := strings.Cut(entry, "\n")
		x := recordedArray(t, strings.Fields(header))
		if x.DType() == Bool {
			want = strings.ToLower(want)
		}
		if got, _ := strings.CutSuffix(x.String(), " "+shapeAndType(x)); got != want {
			t.Errorf("%s\n got %s\nwant %s", header, got, want)
		}
	}
}

// shapeAndType is the tail of what is printed, by way of a tensor that prints nothing else.
func shapeAndType(x *Tensor) string {
	tail, _, _ := strings.Cut(strings.TrimPrefix(Options{DType: x.DType()}.Zeros(x.Shape()...).String(), "tensor "), ", not")
	return tail
}

// recordedArray is the array that a header describes.
func recordedArray(t *testing.T, fields []string) *Tensor {
	d := dtypeNamed(t, fields[0])
	shape, n := []int{}, 1
	for _, s := range strings.FieldsFunc(fields[1], func(r rune) bool { return r == ',' || r == '-' }) {
		length, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		shape, n = append(shape, length), n*length
	}
	var x *Tensor
	words := fields[3:]
	switch {
	case fields[2] == "ramp":
		v := cycle(t, words, len(words), parseFloat)
		x = Options{DType: Float64}.Arange(float64(n)).Mul(v[1]).Add(v[0])
	case d.IsFloat():
		x = New(cycle(t, words, n, parseFloat), n)
	case d == Uint64:
		x = New(cycle(t, words, n, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }), n)
	default:
		x = New(cycle(t, words, n, func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }), n)
	}
	return x.Cast(d).Reshape(shape...).Realize()
}

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

// cycle reads n numbers, going round in words.
func cycle[T any](t *testing.T, words []string, n int, parse func(s string) (T, error)) []T {
	out := make([]T, n)
	for i := range out {
		v, err := parse(words[i%len(words)])
		if err != nil {
			t.Fatal(err)
		}
		out[i] = v
	}
	return out
}

func dtypeNamed(t *testing.T, name string) DType {
	for _, d := range []DType{Bool, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64, Float16, Float32, Float64} {
		if d.String() == name {
			return d
		}
	}
	t.Fatal("no dtype is named ", name)
	return Bool
}
