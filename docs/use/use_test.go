// Package use holds the programs that the README shows, so that they are compiled and run.
package use

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

// pages are the pages that show Go, and the files here that run what they show.
var pages = map[string]string{"../../README.md": "use_test.go", "pytorch.md": "pytorch_test.go",
	"files.md": "files_test.go", "export.md": "export_test.go"}

// piece is some Go on a page, and what it prints if the page says so.
var piece = regexp.MustCompile("(?s)```go\n(.*?)```\n(?:\n```text\n(.*?)```)?")

// TestPages holds that the pieces of Go on the pages are the examples here, word for word but for indentation.
func TestPages(t *testing.T) {
	for page, file := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pieces := piece.FindAllSubmatch(text, -1)
		if len(pieces) == 0 {
			t.Errorf("%s shows no Go", page)
		}
		for _, p := range pieces {
			want := flat(string(p[1]))
			if len(p[2]) > 0 {
				want += "// Output:\n"
			}
			for line := range strings.Lines(string(p[2])) {
				want += "// " + line
			}
			if !strings.Contains(flat(string(code)), want) {
				t.Errorf("%s: no example in %s is\n%s", page, file, want)
			}
		}
	}
}

// flat drops indentation.
func flat(text string) string {
	var w strings.Builder
	for line := range strings.Lines(text) {
		w.WriteString(strings.TrimSpace(line) + "\n")
	}
	return w.String()
}

func Example_values() {
	x := tensor.New([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	y := x.Mul(2).Add(1).Relu().Sum(1)
	fmt.Println(y) // printing never computes
	fmt.Println(y.Realize())
	// Output:
	// tensor (2) float32, not computed: reduce_add
	// [15. 33.] (2) float32
}

func Example_gradients() {
	w := tensor.New([]float32{1, -2, 3}).RequireGrad()
	loss := w.Mul(w).Sum()
	loss.Backward()
	fmt.Println(loss.Item(), tensor.MustData[float32](w.Grad()))
	// Output: 14 [2 -4 6]
}

func Example_errors() {
	err := tensor.Try(func() {
		tensor.Ones(2, 3).MatMul(tensor.Ones(4, 5))
	})
	fmt.Println(err != nil)
	// Output: true
}

// fit is the README's training loop.
func fit(ctx context.Context, x, y *tensor.Tensor) (float64, error) {
	model := nn.NewSequential(nn.NewLinear(64, 64), &nn.ReLU{}, nn.NewLinear(64, 10))
	opt := optim.NewAdam(nn.Parameters(model), 1e-3)
	var loss *tensor.Tensor
	for range 20 {
		opt.ZeroGrad()
		loss = functional.CrossEntropy(model.Forward(x), y)
		loss.Backward()
		if err := opt.Step(ctx); err != nil { // loss, gradients and new weights in one go
			return 0, err
		}
	}
	return loss.Item(), nil
}

// fitCompiled is the same loop with a compiled step.
func fitCompiled(ctx context.Context, x, y *tensor.Tensor) (float64, error) {
	model := nn.NewSequential(nn.NewLinear(64, 64), &nn.ReLU{}, nn.NewLinear(64, 10))
	opt := optim.NewAdam(nn.Parameters(model), 1e-3)
	var loss *tensor.Tensor
	step := tensor.Compile(func(batch ...*tensor.Tensor) []*tensor.Tensor {
		loss := functional.CrossEntropy(model.Forward(batch[0]), batch[1])
		loss.Backward()
		opt.MustStep()
		opt.ZeroGrad()
		return []*tensor.Tensor{loss}
	})
	for range 20 {
		out, err := step.Call(ctx, x, y)
		if err != nil {
			return 0, err
		}
		loss = out[0]
	}
	return loss.Item(), nil
}

func TestFit(t *testing.T) {
	var losses []float64
	for _, f := range []func(ctx context.Context, x, y *tensor.Tensor) (float64, error){fit, fitCompiled} {
		tensor.Seed(1)
		x, y := tensor.Rand(32, 64).Realize(), tensor.RandInt(0, 10, 32).Realize()
		loss, err := f(t.Context(), x, y)
		if err != nil || loss > 2.3 {
			t.Errorf("loss %v, %v", loss, err)
		}
		losses = append(losses, loss)
	}
	if losses[0] != losses[1] {
		t.Errorf("loss %v, compiled %v", losses[0], losses[1])
	}
}
