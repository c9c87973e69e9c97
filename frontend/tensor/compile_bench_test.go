package tensor_test

import (
	"context"
	"fmt"
	"testing"

	. "weft/frontend/tensor"
)

// BenchmarkCompiled is the time of a call beside that of building the graph and finding its plan each time.
func BenchmarkCompiled(b *testing.B) {
	adds := func(args ...*Tensor) []*Tensor {
		s := args[0]
		for range 100 {
			s = s.Add(args[1])
		}
		return []*Tensor{s}
	}
	for _, compiled := range []bool{false, true} {
		b.Run(fmt.Sprintf("adds=100/compiled=%v", compiled), func(b *testing.B) {
			bench(b, compiled, adds)
		})
		b.Run(fmt.Sprintf("regression/compiled=%v", compiled), func(b *testing.B) {
			w, bias, step := regression()
			bench(b, compiled, step, w, bias)
		})
	}
}

func bench(b *testing.B, compiled bool, f func(args ...*Tensor) []*Tensor, state ...*Tensor) {
	x, y := vec(1, 2, 3, 4), vec(3, 5, 7, 9)
	step := func() {
		if err := Realize(context.Background(), append(f(x, y), state...)...); err != nil {
			b.Fatal(err)
		}
	}
	if compiled {
		c := Compile(f)
		c.MustCall(x, y)
		step = func() { c.MustCall(x, y) }
	}
	for b.Loop() {
		step()
	}
}
