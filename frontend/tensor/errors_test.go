package tensor_test

import (
	"errors"
	"strings"
	"testing"

	. "weft/frontend/tensor"
	rt "weft/runtime"
)

// TestMistakes holds every message of building wrongly to the letter.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"broadcast", func() { Ones(2, 3).Add(Ones(2, 4)) }, "add: (2, 3) float32, (2, 4) float32: shapes do not broadcast: axis 1 has lengths 3 and 4; lengths must be equal or 1, counted from the last axis"},
		{"where", func() { Where(Ones(3).Gt(0), Ones(2), Ones(3)) }, "where: (3) bool, (2) float32, (3) float32: shapes do not broadcast: axis 0 has lengths 3 and 2; lengths must be equal or 1, counted from the last axis"},
		{"where condition", func() { Where(Ones(3), 1, 2) }, "where: (3) float32: the condition must be bool, not float32; compare first, such as x.Gt(0)"},
		{"in-place growth", func() { Ones(3).AddAssign(Ones(2, 3)) }, "add_assign: (3) float32, (2, 3) float32: the result does not fit into shape (3); an in-place operation cannot change the shape"},
		{"in-place dtype", func() { ints(1).AddAssign(0.5) }, "add_assign: (1) int64: the result is float32, which a tensor of int64 cannot hold; cast the tensor first"},
		{"in-place division", func() { ints(1).DivAssign(2) }, "div_assign: (1) int64: the result is float32, which a tensor of int64 cannot hold; cast the tensor first"},
		{"matmul inner", func() { Ones(2, 3).MatMul(Ones(4, 5)) }, "matmul: (2, 3) float32, (4, 5) float32: inner lengths 3 and 4 differ; the last axis of the left operand meets the last but one of the right"},
		{"matmul scalar", func() { Ones(2, 2).MatMul(Scalar(2)) }, "matmul: (2, 2) float32, () int64: both operands need at least one axis; use Mul"},
		{"matmul batch", func() { Ones(2, 3, 4).MatMul(Ones(3, 4, 5)) }, "matmul: (2, 3, 4) float32, (3, 4, 5) float32: shapes do not broadcast: axis 0 has lengths 2 and 3; lengths must be equal or 1, counted from the last axis"},
		{"matmul dtype", func() { Ones(2, 2).MatMul(Ones(2, 2).Cast(Float64)) }, "matmul: (2, 2) float32, (2, 2) float64: operands have different dtypes: float32 and float64; cast one of them"},
		{"mm rank", func() { Ones(2, 3, 4).MM(Ones(4, 5)) }, "mm: (2, 3, 4) float32, (4, 5) float32: wants tensors of rank 2, got rank 3"},
		{"dot", func() { Ones(3).Dot(Ones(4)) }, "dot: (3) float32, (4) float32: inner lengths 3 and 4 differ; the last axis of the left operand meets the last but one of the right"},
		{"reshape", func() { Ones(6).Reshape(4, 2) }, "reshape: (6) float32: 6 elements do not fit shape (4, 2)"},
		{"reshape unknown", func() { Ones(6).Reshape(-1, -1) }, "reshape: (6) float32: only one length of (-1, -1) can be -1"},
		{"reshape negative", func() { Ones(6).Reshape(-2, 3) }, "reshape: (6) float32: shape (-2, 3) has a negative length"},
		{"reshape ambiguous", func() { Ones(0).Reshape(0, -1) }, "reshape: (0) float32: in shape (0, -1) of no elements -1 can be any length"},
		{"expand fewer", func() { Ones(2, 3).Expand(3) }, "expand: (2, 3) float32: shape (3) has fewer axes than the tensor"},
		{"expand", func() { Ones(2, 3).Expand(2, 4) }, "expand: (2, 3) float32: axis 1 of length 3 cannot become 4; only axes of length 1 can be repeated"},
		{"permute", func() { Ones(2, 3).Permute(0, 0) }, "permute: (2, 3) float32: axis 0 appears twice"},
		{"transpose", func() { Ones(2, 3).Transpose(0, 2) }, "transpose: (2, 3) float32: axis 2 is out of range: it must lie in [-2, 1]"},
		{"unsqueeze", func() { Ones(2, 3).Unsqueeze(4) }, "unsqueeze: (2, 3) float32: axis 4 is out of range: it must lie in [-3, 2]"},
		{"sum axis", func() { Ones(2).Sum(1) }, "sum: (2) float32: axis 1 is out of range: it must lie in [-1, 0]"},
		{"sum twice", func() { Ones(2).Sum(0, -1) }, "sum: (2) float32: axis 0 appears twice"},
		{"mean int", func() { ints(1).Mean() }, "mean: (1) int64: not defined on int64; cast to a floating point type"},
		{"max empty", func() { Zeros(0).Max() }, "amax: (0) float32: there is nothing to choose from: a reduced axis has no elements"},
		{"softmax int", func() { ints(1).Softmax(0) }, "softmax: (1) int64: not defined on int64; cast to a floating point type first"},
		{"cat rank", func() { Cat([]*Tensor{Ones(2, 3), Ones(3)}, 0) }, "cat: (2, 3) float32, (3) float32: tensors 0 and 1 have different ranks: 2 and 1"},
		{"cat shape", func() { Cat([]*Tensor{Ones(2, 3), Ones(2, 4)}, 0) }, "cat: (2, 3) float32, (2, 4) float32: tensors 0 and 1 differ along axis 1: lengths 3 and 4"},
		{"cat nothing", func() { Cat(nil, 0) }, "cat: wants at least one tensor"},
		{"stack shape", func() { Stack([]*Tensor{Ones(2), Ones(3)}, 0) }, "stack: (2) float32, (3) float32: tensors 0 and 1 have different shapes"},
		{"split", func() { Ones(5).SplitSizes([]int{2, 2}, 0) }, "split: (5) float32: sizes [2 2] add up to 4, axis 0 has length 5"},
		{"chunk", func() { Ones(5).Chunk(0, 0) }, "chunk: (5) float32: the number of chunks must be positive, got 0"},
		{"repeat", func() { Ones(2, 3).Repeat(2) }, "repeat: (2, 3) float32: 1 numbers for a tensor of rank 2"},
		{"roll", func() { Ones(2, 3).Roll([]int{1, 1}, 0) }, "roll: (2, 3) float32: 2 shifts for 1 axes"},
		{"flip", func() { Ones(2, 3).Flip(0, 0) }, "flip: (2, 3) float32: axis 0 appears twice"},
		{"narrow", func() { Ones(5).Narrow(0, 3, 4) }, "narrow: (5) float32: start 3 and length 4 lie outside axis 0 of length 5"},
		{"select", func() { Ones(3).Select(0, 3) }, "index: (3) float32: index 3 is out of range for axis 0 of length 3"},
		{"too many indices", func() { Ones(3).At(0, 0) }, "index: (3) float32: too many indices: 2 for a tensor of rank 1"},
		{"index scalar", func() { Scalar(1).At(0) }, "index: () int64: a 0-dim tensor cannot be indexed; use Item for its number"},
		{"index float", func() { Ones(3).Index(vec(0, 1)) }, "index: (3) float32, (2) float32: an index tensor must be of int64 or bools, not float32; cast the index to int64"},
		{"index mask", func() { Ones(3).Index([]bool{true}) }, "index: (3) float32, (1) bool: the mask has length 1 along axis 0, the tensor 3"},
		{"index broadcast", func() { Ones(3, 3).Index([]int{0, 1}, []int{0, 1, 2}) }, "index: (2) int64, (3) int64: shapes do not broadcast: axis 0 has lengths 2 and 3; lengths must be equal or 1, counted from the last axis"},
		{"slice step", func() { Ones(3).Slice(0, 3, -1) }, "slice: (3) float32: step must be greater than zero, got -1; use Flip"},
		{"gather dtype", func() { Ones(2, 3).Gather(1, Of([][]int32{{0}})) }, "gather: (2, 3) float32, (1, 1) int32: the index must be int64, not int32; cast the index to int64"},
		{"scatter dtype", func() { Zeros(3).Scatter(0, ints(0), Of([]float64{1})) }, "scatter: (3) float32, (1) int64, (1) float64: the source is float64, the tensor float32; cast the source"},
		{"index_select rank", func() { Ones(3).IndexSelect(0, Of([][]int{{0}})) }, "index_select: (3) float32, (1, 1) int64: the index must be a vector; use Index"},
		{"embedding ids", func() { Embedding(vec(1), Ones(5, 2)) }, "embedding: (5, 2) float32, (1) float32: the index must be int64, not float32; cast the index to int64"},
		{"neg bool", func() { New([]bool{true}).Neg() }, "neg: (1) bool: not defined on bool; use Xor, or cast to an integer"},
		{"not float", func() { Ones(2).Not() }, "not: (2) float32: not defined on float32; cast to an integer or bool"},
		{"unsigned mix", func() { New([]uint32{1}).Add(ints(1)) }, "add: (1) uint32, (1) int64: uint32 and int64 have no common type; cast one of them"},
		{"negative power", func() { ints(2).Pow(-1) }, "pow: integers to negative integer powers are not allowed; cast the base to a float"},
		{"constant zero divisor", func() { ints(2).FloorDiv(0) }, "floor_divide: integer division by zero"},
		{"operand", func() { Ones(2).Add("1") }, "add: cannot take a string as an operand; give a *tensor.Tensor, a number or a bool"},
		{"nil operand", func() { Ones(2).Add((*Tensor)(nil)) }, "add: operand is a nil tensor"},
		{"length", func() { New([]float32{1, 2, 3}, 2, 2) }, "new: 3 elements do not fill shape (2, 2); give 4 elements or another shape"},
		{"negative length", func() { Zeros(2, -1) }, "zeros: shape (2, -1) has a negative length -1"},
		{"too many elements", func() { Zeros(1<<40, 1<<40) }, "zeros: shape (1099511627776, 1099511627776) has too many elements"},
		{"arange step", func() { Arange(0, 5, 0) }, "arange: step must not be zero"},
		{"arange sign", func() { Arange(5, 0, 1) }, "arange: step 1 leads from 5 away from 0; change the sign of the step"},
		{"ragged", func() { Of([][]int{{1, 2}, {3}}) }, "of: expected a list of length 2 at axis 1, got 1; all rows must be equally long"},
		{"deep", func() { Of([]any{1, []int{2}}) }, "of: a list stands where a number is expected at axis 1"},
		{"text", func() { Of("a") }, "of: a string is no number; give numbers or bools"},
		{"eye", func() { Eye(-1) }, "eye: size must not be negative, got -1"},
		{"len", func() { Scalar(1).Len() }, "len: () int64: a 0-dim tensor has no length"},
		{"require", func() { New([]bool{true}).RequireGrad() }, "require_grad: (1) bool: only floating point tensors can require gradients; cast to a floating point type first"},
		{"backward", func() { Ones(2).RequireGrad().Mul(2).Backward() }, "backward: (2) float32: a gradient can start by itself only at one element; reduce to a scalar, or give the gradient to start from"},
		{"backward untracked", func() { Ones().Backward() }, "backward: () float32: the tensor was not computed from tracked ones; call RequireGrad on what to differentiate by, outside NoGrad"},
		{"backward seed", func() { Ones(2).RequireGrad().Mul(2).Backward(Ones(3)) }, "backward: (2) float32, (3) float32: the gradient to start from has another shape than the tensor"},
		{"leaf in place", func() { Ones(2).RequireGrad().SubAssign(0.1) }, "sub_assign: (2) float32: a leaf that requires gradients is changed in place; do it inside NoGrad, or on a Clone"},
		{"view of a leaf", func() { Ones(2).RequireGrad().Slice(0, 1).Fill(0) }, "fill: (2) float32: a leaf that requires gradients is changed in place; do it inside NoGrad, or on a Clone"},
		{"unused", func() { Gradients(Ones(2).RequireGrad().Sum(), nil, Ones(2).RequireGrad()) }, "gradients: () float32, (2) float32: the tensor was not used in computing y; leave it out"},
		{"flag", func() { Ones(2).RequireGrad().Mul(2).SetRequiresGrad(false) }, "requires_grad: (2) float32: only the flags of leaves can change; this tensor was computed from tracked ones; use Detach"},
		{"grad shape", func() { Ones(2).RequireGrad().SetGrad(Ones(3)) }, "set_grad: (2) float32, (3) float32: the gradient has another shape than the tensor"},
		{"expanded write", func() { Zeros(1).Expand(10).Assign(Arange(10)) }, "assign: (10) float32: overlapping write: expand repeats axis 0 (stride 0), so that one element is shown 10 times; write to a Clone, or to the tensor before expand"},
		{"einsum size", func() { Einsum("ij,jk->ik", Ones(2, 3), Ones(4, 5)) }, "einsum: (2, 3) float32, (4, 5) float32: subscript j has length 4 in operand 1 and 3 before"},
		{"einsum letters", func() { Einsum("ij->k", Ones(2, 3)) }, "einsum: (2, 3) float32: subscript k of the result appears in no operand"},
		{"diagonal", func() { Ones(2, 2).Diagonal(0, 0, 0) }, "diagonal: (2, 2) float32: the two axes must differ, both are 0"},
		{"trace", func() { Ones(2, 2, 2).Trace() }, "trace: (2, 2, 2) float32: wants tensors of rank 2, got rank 3"},
		//lint:ignore SA5012 the mistake is the point
		{"pad", func() { Ones(2, 2).Pad([]int{1}, 0) }, "pad: (2, 2) float32: pads must be pairs (before, after), got 1 numbers"},
		{"pad reflect", func() { Ones(2, 2).PadMode([]int{2, 2}, "reflect") }, "pad: (2, 2) float32: pads 2 and 2 are too large for axis 1 of length 2 in mode reflect"},
		{"randint", func() { RandInt(3, 3, 2) }, "randint: the range from 3 to before 3 is empty"},
		{"device", func() { Options{Device: "gpu:0"}.Zeros(1) }, "device: there is no device \"gpu:0\"; devices here: " + strings.Join(rt.DeviceNames(), ", ")},
		{"item", func() { Ones(2).Item() }, "item: (2) float32: only a tensor of one element is a number; use Data"},
		{"bool", func() { Ones(2).IsTrue() }, "item: (2) float32: only a tensor of one element is a number; use Data"},
		{"data", func() {
			if _, err := Data[int](Ones(2)); err != nil {
				panic(err)
			}
		}, "data: (2) float32: a float32 tensor cannot be read as int; use Data of the tensor's own type, or Cast(int64) first"},
	} {
		if got := mistakeOf(t, c.f); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestDataOutOfRange holds what is found out only when it runs.
func TestDataOutOfRange(t *testing.T) {
	for _, c := range []struct {
		name string
		x    *Tensor
		want string
	}{
		{"index", Ones(3).Index([]int{0, 5}), "index: index out of range for an axis of length 3 at position (1)"},
		{"index_select", Ones(3).IndexSelect(0, ints(3)), "index_select: index out of range for an axis of length 3 at position (0)"},
		{"negative gather", Ones(3).Gather(0, ints(0, -1)), "gather: index out of range for an axis of length 3 at position (1)"},
		{"scatter", Zeros(2, 3).Scatter(1, Of([][]int{{3}}), Ones(1, 1)), "scatter: index out of range for an axis of length 3 at position (0, 0)"},
		{"embedding", Embedding(ints(5), Ones(5, 2)), "embedding: index out of range for an axis of length 5 at position (0)"},
		{"one_hot", OneHot(ints(1, 3), 3), "one_hot: index out of range for an axis of length 3 at position (1)"},
		{"one_hot negative", OneHot(ints(-1), 3), "one_hot: index out of range for an axis of length 3 at position (0)"},
		{"division", ints(1).FloorDiv(ints(0)), "floor_divide: integer division by zero at position (0)"},
		{"remainder", ints(1, 1).Remainder(ints(1, 0)), "remainder: integer division by zero at position (1)"},
	} {
		if c.x.DType() == Int64 {
			c.x = c.x.Add(1)
		}
		got := mistakeOf(t, func() { c.x.Realize() })
		got = strings.Replace(got, ", first at", " at position", 1) // as the reference evaluator says it
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
		if c.x.IsRealized() {
			t.Errorf("%s: a failed check published a value", c.name)
		}
	}
}

func TestErrorSaysTheLine(t *testing.T) {
	err := Try(func() { Ones(2).Add(Ones(3)) })
	var e *Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Line, "errors_test.go:") {
		t.Errorf("line of %v", err)
	}
}

func TestTryPassesOtherPanics(t *testing.T) {
	defer func() {
		if recover() != "other" {
			t.Error("Try swallowed another panic")
		}
	}()
	Try(func() { panic("other") })
}

func TestDevicesDoNotMix(t *testing.T) {
	rt.EnableCopyDevice()
	a, b := vec(1, 2), Options{Device: "cpu:copy"}.Full(3.0, 2)
	got := mistakeOf(t, func() { a.Add(b) })
	want := "add: (2) float32, (2) float32: operands live on " + a.Device() + " and cpu:copy; move one with To(device)"
	if got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestTo(t *testing.T) {
	rt.EnableCopyDevice()
	x := vec(1, 2).RequireGrad()
	y := x.Mul(3).To("cpu:copy")
	if y.Device() != "cpu:copy" || y.To("cpu:copy") != y {
		t.Errorf("device %s", y.Device())
	}
	want(t, "moved", y, []int{2}, 3, 6)
	y.Mul(2).Sum().To(x.Device()).Backward()
	want(t, "gradient", x.Grad(), []int{2}, 6, 6)
}

func TestTryError(t *testing.T) {
	plain := errors.New("plain")
	var typed *Error
	switch {
	case TryError(func() error { return nil }) != nil:
		t.Error("no error became one")
	case TryError(func() error { return plain }) != plain:
		t.Error("a returned error was lost")
	case !errors.As(TryError(func() error { Ones(2).Add(Ones(3)); return nil }), &typed):
		t.Error("a mistake was not returned")
	}
}
