package tensor_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"math"
	"strings"
	"testing"

	"weft/frontend/tensor"
)

// sources are tensors, each written as %#v writes it. That this file compiles shows that the source does.
var sources = []*tensor.Tensor{
	tensor.New([]float32{1, 2.5, 0.1, 1e+20}, 2, 2),
	tensor.New([]float32{float32(math.Copysign(0, -1)), float32(math.NaN()), 1.6777216e+07}, 1, 3, 1),
	tensor.New([]float64{float64(math.NaN()), float64(math.Inf(-1)), float64(math.Inf(1)), 0.1}, 4),
	tensor.New([]bool{true, false}, 2),
	tensor.New([]int8{-128, 127}, 2),
	tensor.New([]int16{-1}, 1),
	tensor.New([]int32{1, 2, 3}, 3, 1),
	tensor.New([]int64{-9223372036854775808, 9223372036854775807}, 2),
	tensor.New([]int64{-7}).Reshape(),
	tensor.New([]uint8{}, 0, 2),
	tensor.New([]uint8{255}, 1),
	tensor.New([]uint16{65535}, 1),
	tensor.New([]uint32{4294967295}, 1),
	tensor.New([]uint64{18446744073709551615}, 1),
	tensor.New([]float32{0.1, 65500}, 2).Cast(tensor.Float16),
	tensor.New([]float32{0.1, 3e+38}, 2).Cast(tensor.BFloat16),
	tensor.New([]float32{2}).Reshape().Cast(tensor.BFloat16),
}

func TestGoSource(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "gosource_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	list := file.Decls[1].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CompositeLit)
	for i, x := range sources {
		var want strings.Builder
		if err := printer.Fprint(&want, fset, list.Elts[i]); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%#v", x.Realize()); got != want.String() {
			t.Errorf("got %s, want %s", got, want.String())
		}
	}
}

func TestGoSourceOfNoValue(t *testing.T) {
	if got, want := fmt.Sprintf("%#v", vec(1).Neg()), "tensor (1) float32, not computed: neg"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
