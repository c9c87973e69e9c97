package tests

import (
	"context"
	"fmt"
	"testing"

	"weft/frontend/linalg"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

type errorProgram struct {
	ID     string
	Python string
	Raises *string
	Result *struct {
		Shape  []int
		DType  string
		Values []float64
	}
}

// accepted are calls that PyTorch refuses and Weft does not, with the reason.
var accepted = map[string]string{
	"backward_twice":       "the graph can be walked again, with the right gradient",
	"saved_tensor_changed": "values never change under a gradient",
	"saved_tensor_exp":     "values never change under a gradient",
}

// TestErrors makes the recorded wrong calls: what PyTorch refuses must panic or return the one error type, what it accepts must
// give its answer.
func TestErrors(t *testing.T) {
	_, programs := openPrograms[errorProgram](t, "errors")
	sum := newTally("errors")
	for _, e := range programs {
		sum.run(e.ID, func() string { return e.check() })
	}
	sum.report(t)
}

func (e *errorProgram) check() string {
	call := wrongCalls[e.ID]
	if call == nil {
		return notHere + e.Python
	}
	var out *tensor.Tensor
	err := tensor.Try(func() { out = call() })
	if err == nil && out != nil {
		err = tensor.Realize(context.Background(), out)
	}
	switch {
	case e.Raises != nil && err == nil && accepted[e.ID] == "":
		return "accepted: " + e.Python
	case e.Raises != nil:
		return ""
	case err != nil:
		return fmt.Sprintf("refused: %s: %v", e.Python, err)
	case e.Result == nil || out == nil:
		return ""
	}
	got := read(out)
	if got.dtype.String() != e.Result.DType || fmt.Sprint(got.shape) != fmt.Sprint(e.Result.Shape) {
		return fmt.Sprintf("%v %v, want %v %v", got.dtype, got.shape, e.Result.DType, e.Result.Shape)
	}
	vs := values(got.dtype, got.raw) // of long answers the first values are recorded
	return compareValues(vs[:min(len(vs), len(e.Result.Values))], e.Result.Values, [2]float64{1e-6, 1e-6})
}

func ones(shape ...int) *tt            { return tensor.Ones(shape...) }
func longs(v ...int64) *tt             { return tensor.New(v) }
func floats(v ...float32) *tt          { return tensor.New(v) }
func bools(v ...bool) *tt              { return tensor.New(v) }
func scalar(v any) *tt                 { return tensor.Scalar(v) }
func first(ts ...*tt) *tt              { return ts[0] }
func must(err error) *tt               { raiseIf(err); return nil }
func doubles(shape ...int) *tt         { return tensor.Options{DType: tensor.Float64}.Ones(shape...) }
func onesOf(d tensor.DType, n int) *tt { return tensor.Options{DType: d}.Ones(n) }
func leaf(shape ...int) *tt            { return tensor.Ones(shape...).RequireGrad() }

func raiseIf(err error) {
	if err != nil {
		panic(err.(*tensor.Error))
	}
}

// wrongCalls are the recorded calls, by their names.
var wrongCalls = map[string]func() *tt{
	"broadcast_mismatch":     func() *tt { return ones(2, 3).Add(ones(2, 4)) },
	"broadcast_where":        func() *tt { return tensor.Where(bools(true, true, true), ones(2), ones(3)) },
	"broadcast_inplace_grow": func() *tt { return ones(3).AddAssign(ones(2, 3)) },
	"matmul_inner":           func() *tt { return ones(2, 3).MatMul(ones(4, 5)) },
	"matmul_vec":             func() *tt { return ones(3).MatMul(ones(4)) },
	"matmul_scalar":          func() *tt { return ones(2, 2).MatMul(scalar(2.0)) },
	"matmul_batch":           func() *tt { return ones(2, 3, 4).MatMul(ones(3, 4, 5)) },
	"mm_rank":                func() *tt { return ones(2, 3, 4).MM(ones(4, 5)) },
	"bmm_rank":               func() *tt { return ones(3, 4).BMM(ones(4, 5)) },
	"dot_size":               func() *tt { return ones(3).Dot(ones(4)) },
	"reshape_count":          func() *tt { return ones(6).Reshape(4, 2) },
	"reshape_two_unknown":    func() *tt { return ones(6).Reshape(-1, -1) },
	"reshape_negative":       func() *tt { return ones(6).Reshape(-2, 3) },
	"reshape_empty_unknown":  func() *tt { return ones(0).Reshape(0, -1) },
	"expand_fewer_dims":      func() *tt { return ones(2, 3).Expand(3) },
	"permute_repeat":         func() *tt { return ones(2, 3).Permute(0, 0) },
	"transpose_dim":          func() *tt { return ones(2, 3).Transpose(0, 2) },
	"squeeze_dim":            func() *tt { return ones(1, 3).Squeeze(2) },
	"unsqueeze_dim":          func() *tt { return ones(2, 3).Unsqueeze(4) },
	"cat_rank":               func() *tt { return tensor.Cat([]*tt{ones(2, 3), ones(3)}, 0) },
	"cat_empty_list":         func() *tt { return tensor.Cat(nil, 0) },
	"cat_dim":                func() *tt { return tensor.Cat([]*tt{ones(2), ones(2)}, 1) },
	"stack_shape":            func() *tt { return tensor.Stack([]*tt{ones(2), ones(3)}, 0) },
	"split_sum":              func() *tt { return first(ones(5).SplitSizes([]int{2, 2}, 0)...) },
	"chunk_zero":             func() *tt { return first(ones(5).Chunk(0, 0)...) },
	"repeat_few":             func() *tt { return ones(2, 3).Repeat(2) },
	"tile_ok":                func() *tt { return ones(2, 3).Tile(2) },
	"roll_dims":              func() *tt { return ones(2, 3).Roll([]int{1, 1}, 0) },
	"flip_twice":             func() *tt { return ones(2, 3).Flip(0, 0) },
	"narrow_past_end":        func() *tt { return ones(5).Narrow(0, 3, 4) },
	"select_range":           func() *tt { return ones(3).Select(0, 3) },
	"index_too_many":         func() *tt { return ones(3).Index(0, 0) },
	"index_tensor_range":     func() *tt { return ones(3).Index(longs(0, 5)) },
	"index_float_tensor":     func() *tt { return ones(3).Index(floats(0, 1)) },
	"index_mask_shape":       func() *tt { return ones(3).Index(bools(true, false)) },
	"index_broadcast":        func() *tt { return ones(3, 3).Index(longs(0, 1), longs(0, 1, 2)) },
	"slice_negative_step":    func() *tt { return ones(3).Index(tensor.Range{Start: 2, End: -4, Step: -1}) },
	"index_scalar":           func() *tt { return scalar(1.0).Index(0) },
	"gather_dtype":           func() *tt { return ones(2, 3).Gather(1, tensor.New([]int32{0}, 1, 1)) },
	"scatter_range":          func() *tt { return tensor.Zeros(2, 3).Scatter(1, tensor.New([]int64{3}, 1, 1), ones(1, 1)) },
	"scatter_dtype":          func() *tt { return tensor.Zeros(3).Scatter(0, longs(0), doubles(1)) },
	"index_select_rank":      func() *tt { return ones(3).IndexSelect(0, tensor.New([]int64{0}, 1, 1)) },
	"index_select_range":     func() *tt { return ones(3).IndexSelect(0, longs(3)) },
	"masked_fill_dtype":      func() *tt { return ones(2).MaskedFill(floats(1, 0), 0) },
	"topk_too_many":          func() *tt { v, _ := ones(3).TopK(4, 0, true); return v },
	"one_hot_negative":       func() *tt { return tensor.OneHot(longs(-1), 3) },
	"one_hot_range":          func() *tt { return tensor.OneHot(longs(3), 3) },
	"embedding_range":        func() *tt { return functional.Embedding(longs(5), ones(5, 2)) },
	"embedding_float_ids":    func() *tt { return functional.Embedding(floats(1), ones(5, 2)) },
	"max_empty":              func() *tt { return tensor.Zeros(0).Max() },
	"softmax_dim":            func() *tt { return ones(3).Softmax(1) },
	"softmax_int":            func() *tt { return onesOf(tensor.Int64, 3).Softmax(0) },
	"sqrt_int_ok":            func() *tt { return onesOf(tensor.Int64, 3).Sqrt() },
	"invert_float":           func() *tt { return ones(2).Not() },
	"add_bool_ok":            func() *tt { return bools(true).Add(bools(true)) },
	"int_div_zero":           func() *tt { return longs(1).FloorDiv(longs(0)) },
	"int_rem_zero":           func() *tt { return longs(1).Remainder(longs(0)) },
	"int_neg_pow":            func() *tt { return longs(2).Pow(-1) },
	"inplace_result_dtype":   func() *tt { return onesOf(tensor.Int64, 2).AddAssign(0.5) },
	"inplace_div_int":        func() *tt { return onesOf(tensor.Int64, 2).DivAssign(2) },
	"matmul_dtype":           func() *tt { return ones(2, 2).MatMul(doubles(2, 2)) },
	"matmul_int_float":       func() *tt { return ones(2, 2).MatMul(tensor.Options{DType: tensor.Int64}.Ones(2, 2)) },
	"cat_dtype_ok":           func() *tt { return tensor.Cat([]*tt{ones(1), onesOf(tensor.Int64, 1)}, 0) },
	"bool_of_many":           func() *tt { ones(2).IsTrue(); return nil },
	"bool_of_one_ok":         func() *tt { ones(1, 1).IsTrue(); return nil },
	"len_of_scalar":          func() *tt { scalar(1.0).Len(); return nil },
	"arange_zero_step":       func() *tt { return tensor.Arange(0, 5, 0) },
	"arange_wrong_sign":      func() *tt { return tensor.Arange(5, 0, 1) },
	"zeros_negative":         func() *tt { return tensor.Zeros(2, -1) },
	"ragged_list":            func() *tt { return tensor.Of([][]int{{1, 2}, {3}}) },
	"tensor_of_str":          func() *tt { return tensor.Of("a") },
	"eye_negative":           func() *tt { return tensor.Eye(-1) },
	"bool_requires_grad":     func() *tt { return bools(true).RequireGrad() },
	"backward_non_scalar":    func() *tt { leaf(2).Mul(2).Backward(); return nil },
	"backward_no_grad_fn":    func() *tt { ones().Backward(); return nil },
	"backward_twice": func() *tt {
		y := scalar(2.0).RequireGrad()
		z := y.Mul(y)
		z.Backward()
		z.Backward()
		return nil
	},
	"backward_twice_sum_only_ok": func() *tt {
		y := leaf(2).Sum()
		y.Backward()
		y.Backward()
		return nil
	},
	"backward_seed_shape":     func() *tt { leaf(2).Mul(2).Backward(ones(3)); return nil },
	"leaf_inplace":            func() *tt { return leaf(2).SubAssign(0.1) },
	"leaf_inplace_no_grad_ok": func() *tt { w := leaf(2); tensor.NoGrad(func() { w.SubAssign(0.1) }); return nil },
	"saved_tensor_add_ok": func() *tt {
		y := leaf(2).Add(1)
		y.AddAssign(1)
		y.Sum().Backward()
		return nil
	},
	"saved_tensor_changed": func() *tt {
		a := leaf(2).Mul(1)
		y := a.Mul(a)
		a.AddAssign(1)
		y.Sum().Backward()
		return nil
	},
	"saved_tensor_exp": func() *tt {
		y := leaf(2).Exp()
		y.AddAssign(1)
		y.Sum().Backward()
		return nil
	},
	"grad_of_unused":        func() *tt { return first(tensor.Gradients(leaf(2).Sum(), nil, leaf(2))...) },
	"grad_of_non_leaf_flag": func() *tt { return leaf(2).Mul(2).SetRequiresGrad(false) },
	"detached_backward":     func() *tt { leaf(2).Sum().Detach().Backward(); return nil },
	"assign_grad_shape":     func() *tt { leaf(2).SetGrad(ones(3)); return nil },
	"linear_features":       func() *tt { return nn.NewLinear(3, 2).Forward(ones(4, 4)) },
	"linear_dtype":          func() *tt { return nn.NewLinear(3, 2).Forward(doubles(4, 3)) },
	"conv_channels":         func() *tt { return functional.Conv2d(ones(1, 3, 5, 5), ones(2, 4, 3, 3), nil, functional.Conv{}) },
	"conv_rank":             func() *tt { return functional.Conv2d(ones(3, 5), ones(2, 3, 3, 3), nil, functional.Conv{}) },
	"conv_groups": func() *tt {
		return functional.Conv2d(ones(1, 3, 5, 5), ones(4, 1, 3, 3), nil, functional.Conv{Groups: 2})
	},
	"conv_bias": func() *tt { return functional.Conv2d(ones(1, 1, 5, 5), ones(2, 1, 3, 3), ones(3), functional.Conv{}) },
	"conv_same_stride": func() *tt {
		return functional.Conv2d(ones(1, 1, 5, 5), ones(1, 1, 3, 3), nil, functional.Conv{Same: true, Stride: []int{2}})
	},
	"pool_too_big":            func() *tt { return functional.MaxPool2d(ones(1, 1, 2, 2), functional.Window{Size: []int{3}}) },
	"group_norm_groups":       func() *tt { return functional.GroupNorm(ones(2, 3, 4), 2, nil, nil, 1e-5) },
	"batch_norm_channels":     func() *tt { return nn.NewBatchNorm1d(4).Forward(ones(2, 3)) },
	"cross_entropy_negative":  func() *tt { return functional.CrossEntropy(ones(2, 3), longs(0, -1)) },
	"cross_entropy_batch":     func() *tt { return functional.CrossEntropy(ones(2, 3), longs(0, 1, 2)) },
	"cross_entropy_float_ids": func() *tt { return functional.CrossEntropy(ones(2, 3), floats(0, 1)) },
	"nll_rank":                func() *tt { return functional.NLLLoss(scalar(1.0), scalar(0)) },
	"mse_broadcast_warns_ok":  func() *tt { return functional.MSELoss(ones(4, 1), ones(4)) },
	"mse_mismatch":            func() *tt { return functional.MSELoss(ones(3), ones(4)) },
	"bce_out_of_range":        func() *tt { return functional.BCELoss(floats(1.5), floats(1), nil) },
	"bce_shape":               func() *tt { return functional.BCELoss(floats(0.5, 0.5), floats(1), nil) },
	"dropout_p":               func() *tt { return functional.Dropout(ones(2), 1.5, true) },
	//lint:ignore SA5012 the mistake is the point
	"pad_odd":             func() *tt { return ones(2, 2).Pad([]int{1}, 0) },
	"pad_reflect_too_big": func() *tt { return ones(1, 1, 2, 2).PadMode([]int{2, 2, 2, 2}, "reflect") },
	"interpolate_both": func() *tt {
		return functional.Interpolate(ones(1, 1, 2, 2), functional.Resize{Size: []int{4}, Scale: []float64{2}})
	},
	"load_state_missing": func() *tt {
		return must(nn.LoadStateDict(nn.NewLinear(2, 2), map[string]*tt{"weight": ones(2, 2)}))
	},
	"load_state_shape": func() *tt {
		return must(nn.LoadStateDict(nn.NewLinear(2, 2), map[string]*tt{"weight": ones(3, 2), "bias": ones(2)}))
	},
	"load_state_unexpected": func() *tt {
		return must(nn.LoadStateDict(nn.NewLinear(2, 2), map[string]*tt{"weight": ones(2, 2), "bias": ones(2), "x": ones(1)}))
	},
	"optim_negative_lr":     func() *tt { optim.NewSGD([]*tt{leaf(1)}, -1); return nil },
	"optim_non_leaf":        func() *tt { optim.NewSGD([]*tt{leaf(1).Mul(2)}, 0.1); return nil },
	"optim_nesterov":        func() *tt { optim.NewSGD([]*tt{leaf(1)}, 0.1, optim.Nesterov()); return nil },
	"optim_beta":            func() *tt { optim.NewAdam([]*tt{leaf(1)}, 0.1, optim.Betas(1, 0.9)); return nil },
	"einsum_size":           func() *tt { return tensor.Einsum("ij,jk->ik", ones(2, 3), ones(4, 5)) },
	"einsum_letters":        func() *tt { return tensor.Einsum("ij->k", ones(2, 3)) },
	"tensordot_size":        func() *tt { return ones(2, 3).TensorDot(ones(4, 5), []int{1}, []int{0}) },
	"diagonal_same":         func() *tt { return ones(2, 2).Diagonal(0, 0, 0) },
	"cholesky_not_positive": func() *tt { return linalg.Cholesky(tensor.Eye(2).Neg(), false) },
	"trace_rank":            func() *tt { return ones(2, 2, 2).Trace() },
}
