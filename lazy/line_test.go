package lazy

import (
	"runtime"
	"testing"
)

func TestKindOfFrame(t *testing.T) {
	root := sourceRoot()
	for _, c := range []struct {
		function, file string
		want           frameKind
	}{
		{"main.main", "/home/me/main.go", userFrame},
		{"main.main.func1", "/home/me/main.go", userFrame},
		{"main.main", root + "examples/digits/main.go", userFrame},
		{"main.train.func1", root + "examples/digits/main.go", userFrame},
		{"weft/frontend/tensor.(*Tensor).Softmax", root + "frontend/tensor/softmax.go", innerFrame},
		{"main.main.(*Tensor).Softmax.func1", root + "frontend/tensor/softmax.go", innerFrame}, // inlined into main
		{"weft/lazy.(*rewriter).fire", root + "lazy/rewriter.go", ruleFrame},
		{"weft/frontend/tensor.TestSoftmax", root + "frontend/tensor/softmax_test.go", userFrame},
	} {
		if got := kindOfFrame(runtime.Frame{Function: c.function, File: c.file}); got != c.want {
			t.Errorf("%s in %s: %d, want %d", c.function, c.file, got, c.want)
		}
	}
}
