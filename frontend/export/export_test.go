package export

import (
	"slices"
	"strings"
	"testing"

	"weft/frontend/linalg"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// refusedCalls are what cannot leave as a package, with the word of the error that names the call: sizes that depend on data, values
// that the host reads or computes, and draws.
var refusedCalls = map[string]func(x *tensor.Tensor) *tensor.Tensor{
	"nonzero":      func(x *tensor.Tensor) *tensor.Tensor { return x.Nonzero() },
	"maskedselect": func(x *tensor.Tensor) *tensor.Tensor { return x.MaskedSelect(x.Gt(0)) },
	"unique": func(x *tensor.Tensor) *tensor.Tensor {
		values, _, _ := x.Unique()
		return values
	},
	"index":        func(x *tensor.Tensor) *tensor.Tensor { return x.Index(x.Gt(0)) },
	"item":         func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x.Sum().Item()) },
	"inv":          func(x *tensor.Tensor) *tensor.Tensor { return linalg.Inv(x.MatMul(x.T())) },
	"cholesky":     func(x *tensor.Tensor) *tensor.Tensor { return linalg.Cholesky(x.MatMul(x.T()), false) },
	"random draws": func(x *tensor.Tensor) *tensor.Tensor { return x.Add(tensor.Bernoulli(0.5, 3, 8)) },
}

func TestRefusedCalls(t *testing.T) {
	x := []*tensor.Tensor{tensor.Ones(3, 8)}
	for word, f := range refusedCalls {
		compiled := of(func(args ...*tensor.Tensor) *tensor.Tensor { return f(args[0]) })
		_, err := Files("m", Func{Name: "F", Args: x, Compiled: compiled})
		if err == nil || !strings.Contains(strings.ToLower(err.Error()), word) {
			t.Errorf("%s: %v", word, err)
		}
	}
}

// of compiles a function of tensors to one.
func of(f func(args ...*tensor.Tensor) *tensor.Tensor) *tensor.Compiled {
	return tensor.Compile(func(args ...*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{f(args...)} })
}

func perceptron() *tensor.Compiled {
	tensor.Seed(1)
	model := nn.NewSequential(nn.NewLinear(8, 16), &nn.ReLU{}, nn.NewLinear(16, 4))
	return of(func(args ...*tensor.Tensor) *tensor.Tensor { return model.Forward(args[0]) })
}

func TestFilesAreTheSameAgain(t *testing.T) {
	files := func() []File {
		files, err := Files("m", Func{Name: "Forward", Compiled: perceptron(), Args: []*tensor.Tensor{tensor.Zeros(3, 8)}})
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	a, b := files(), files()
	for i := range a {
		if a[i].Name != b[i].Name || !slices.Equal(a[i].Data, b[i].Data) {
			t.Errorf("%s differs", a[i].Name)
		}
	}
}

func TestFunctionsShareWeightsAndKernels(t *testing.T) {
	c, x := perceptron(), []*tensor.Tensor{tensor.Zeros(3, 8)}
	size := func(funcs ...Func) (weights, kernels int) {
		files, err := Files("m", funcs...)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			switch f.Name {
			case "weights.bin":
				weights = len(f.Data)
			case "kernels.go":
				kernels = len(f.Data)
			}
		}
		return weights, kernels
	}
	w1, k1 := size(Func{Name: "A", Compiled: c, Args: x})
	w2, k2 := size(Func{Name: "A", Compiled: c, Args: x}, Func{Name: "B", Compiled: c, Args: x})
	if w1 != w2 || k1 != k2 || w1 < 4*(8*16+16+16*4+4) {
		t.Error(w1, w2, k1, k2)
	}
}

func TestShapesAreInTheComment(t *testing.T) {
	files, err := Files("m", Func{Name: "Forward", Doc: "gives scores.", Compiled: perceptron(), Args: []*tensor.Tensor{tensor.Zeros(3, 8)}, ArgNames: []string{"pictures"}, ResultNames: []string{"scores"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Forward gives scores.", "pictures: float32 [3 x 8]", "result scores: float32 [3 x 4]", "func Forward(pictures []float32) (scores []float32, err error)"} {
		if !strings.Contains(string(files[0].Data), want) {
			t.Errorf("no %q in\n%s", want, files[0].Data)
		}
	}
}

func TestRefused(t *testing.T) {
	x := []*tensor.Tensor{tensor.Zeros(3, 8)}
	w := tensor.Ones(3, 8).Realize()
	fine := perceptron()
	for name, c := range map[string]struct {
		pkg  string
		f    Func
		want string
	}{
		"package":    {"my-model", Func{Name: "F", Compiled: fine, Args: x}, `"my-model" is no name of a package`},
		"main":       {"main", Func{Name: "F", Compiled: fine, Args: x}, "package"},
		"lower case": {"m", Func{Name: "forward", Compiled: fine, Args: x}, "no exported go name"},
		"no f":       {"m", Func{Name: "F", Args: x}, "no compiled function"},
		"name":       {"m", Func{Name: "F", Compiled: fine, Args: x, ArgNames: []string{"arena"}}, `called "arena"`},
		"twice":      {"m", Func{Name: "F", Compiled: fine, Args: x, ArgNames: []string{"x"}, ResultNames: []string{"x"}}, `called "x"`},
		"random": {"m", Func{Name: "F", Args: x, Compiled: of(func(args ...*tensor.Tensor) *tensor.Tensor {
			return functional.Dropout(args[0], 0.5, true)
		})}, "every call"},
		"changes": {"m", Func{Name: "F", Args: x, Compiled: of(func(args ...*tensor.Tensor) *tensor.Tensor {
			w.Assign(w.Add(args[0]))
			return args[0]
		})}, "changes a tensor from outside"},
		"sizes": {"m", Func{Name: "F", Args: x, Compiled: of(func(args ...*tensor.Tensor) *tensor.Tensor { return args[0].Nonzero() })}, "nonzero"},
		"wrong": {"m", Func{Name: "F", Args: x, Compiled: of(func(args ...*tensor.Tensor) *tensor.Tensor {
			return args[0].MatMul(args[0])
		})}, "matmul"},
	} {
		if _, err := Files(c.pkg, c.f); err == nil || !strings.Contains(strings.ToLower(err.Error()), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Files("m"); err == nil {
		t.Error("a package of nothing")
	}
	if _, err := Files("m", Func{Name: "F", Compiled: fine, Args: x}, Func{Name: "F", Compiled: fine, Args: x}); err == nil {
		t.Error("one name twice")
	}
}
