// Package tensor is what users write: lazy tensors with PyTorch's names and meanings in Go's spelling.
//
// Nothing is computed until a value is asked for: Realize, Data, Item. Every call only adds nodes to a graph; the graph
// is fused and compiled when it runs. Printing never computes.
//
//	x := tensor.New([]float32{1, 2, 3, 4}, 2, 2)
//	y := x.Mul(2).Add(1).Softmax(-1).Realize()
//	fmt.Println(y)
//
// Methods chain and leave their receiver alone; the few that change it say so (Assign, SetSlice, AddAssign ...,
// RequireGrad, Backward, ZeroGrad, Realize).
//
// # Shapes and axes
//
// Axes count from the end when negative. A comment that says nothing of shapes means the receiver's. Operands of
// different shapes broadcast: aligned at the last axis, lengths equal or one of them 1.
//
// Reductions take their axes as a list, none for all; the pseudo axis KeepDim among them keeps the reduced axes with
// length one: x.Sum(-1, tensor.KeepDim).
//
// # Numbers and dtypes
//
// Where PyTorch takes a tensor or a number, methods here take any: a *Tensor or a Go number or bool. Tensors of different
// dtypes are promoted to the smallest that holds both, by category: bool, integers, floats. A tensor without axes is weak
// against one with axes of its category, and a Go number against both:
//
//	int32 + float16       float16    the category of the greater, its dtype
//	uint8 + int8          int16      no sign is lost
//	float16 + bfloat16    float32
//	float32 + 2.5         float32    a number keeps the tensor's dtype
//	int64 + 2.5           float32    unless its category is greater: the default float
//	int8 + 1000           int8       and wraps
//
// uint16, uint32 and uint64 do arithmetic among themselves; with other integers they panic. "A float" in a comment means
// that floats keep their dtype and integers and bools become float32; "for floats" that they panic. float16 and bfloat16
// are computed in float32 and rounded after each operation, but for sums and products, which are rounded at their end.
//
// Creation functions make float32 tensors on the default device, and int64 ones of Go's ints; Options makes others:
//
//	tensor.Options{DType: tensor.Int64}.Zeros(2, 3)
//
// # Errors
//
// A mistake in building (shapes, dtypes, axes) panics with *Error, which Try turns into a returned error. Whatever runs
// or reads outside data returns errors: tensor.Realize(ctx, ts...), tensor.Data[T](t). The methods Realize and Item
// are sugar that panics with the same type. What is wrong with data (a position outside, an integer division by zero) is
// known when it runs, and reported then with the line that built the operation.
//
// # Values never change
//
// A tensor's value is fixed where it was written, whenever it is realized. Assign and its kin rebind the handle: tensors
// made from it before keep the old value. A tensor made by movement (slices, transposes, views) remembers its base: an
// in-place operation on it also sets that part of the base, but other handles taken earlier keep their values. This is
// the one difference from PyTorch's aliasing.
//
// # Gradients
//
// As in PyTorch, gradients add up in Grad until ZeroGrad. Equal elements share the gradient in Amax, Amin, Max, Min,
// Median, Maximum and Minimum; what gives an index (MaxDim, MedianDim, TopK, Cummax) gives all of it to the element there.
// The gradient of Relu and Abs at 0 is 0, and so is that of a norm and a deviation. Rounding and comparing have none. Where
// passes zero to the branch that is not taken, and its comment shows the safe form.
//
// # Names
//
// A name that is not here is PyTorch's in Go's spelling: masked_fill is MaskedFill. The others:
//
//	torch.tensor                     New, Of, Scalar
//	x.shape, x.size(i), len(x)       Shape, Dim, Len
//	x.dim(), x.numel()               Rank, Numel
//	x.item(), x.tolist()             Item, Int, IsTrue, Data, Floats
//	x.to(dtype), x.float()           Cast
//	x.view(dtype)                    Bitcast
//	x.to(device)                     To; in place MoveTo
//	x + y, 1 - x, x @ y              Add, RSub, MatMul
//	x // y, x % y, x ** y            FloorDiv, Remainder, Pow
//	x == y, x < y, ~x, x & y         Eq, Lt, Not, And
//	x << y, x >> y                   Shl, Shr
//	div(rounding_mode=...)           DivTrunc, FloorDiv
//	round(decimals=...)              RoundTo
//	gelu(approximate="tanh")         GeluTanh
//	sum(dim, keepdim=True)           Sum(dim, KeepDim)
//	max(), max(dim), max(other)      Max, MaxDim, Maximum
//	median(), median(dim)            Median, MedianDim
//	var(correction=...)              VarCorrected, StdCorrected
//	nonzero, masked_select, unique   the same, computed at once for their size
//	x[1:3, 0], x[..., None]          Index(R(1, 3), 0), Index(Ellipsis, NewAxis)
//	x[i] = y, x[i] += y              SetSlice, AddSlice
//	index_put, slice_scatter         IndexPut, SliceScatter: not in place
//	nonzero(as_tuple=True)           NonzeroTuple
//	argwhere, movedim                Nonzero, MoveAxis
//	scatter(reduce=...)              ScatterAdd, ScatterMul, ScatterReduce
//	repeat_interleave(tensor)        RepeatInterleaveEach
//	functional.pad(mode=...)         Pad, PadMode
//	split(list), hsplit(list)        SplitSizes, TensorSplitAt, HSplitAt, VSplitAt, DSplitAt
//	tensordot(dims=2)                TensorDotN
//	x.mT, x.T                        MT, T
//	broadcast_tensors                BroadcastAll
//	copy_, fill_, add_, relu_        Assign, Fill, AddAssign, Update
//	x.data = y                       SetData
//	del x                            nothing, or Free where a loop drops large results
//	requires_grad_(), .grad          RequireGrad, SetRequiresGrad, Grad
//	autograd.grad                    Gradients
//	no_grad, enable_grad             NoGrad, EnableGrad
//	torch.compile                    Compile
package tensor
