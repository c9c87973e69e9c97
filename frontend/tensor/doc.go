// Package tensor is what users write: lazy tensors with PyTorch's names and meanings in Go's spelling.
//
// # Conventions
//
// Nothing is computed until a value is asked for: Realize, Data, Item. Every call only adds nodes to a graph; the graph
// is fused and compiled when it runs. Printing never computes.
//
//	x := tensor.New([]float32{1, 2, 3, 4}, 2, 2)
//	y := x.Mul(2).Add(1).Softmax(-1).Realize()
//	fmt.Println(y)
//
// Methods chain and leave their receiver alone; the few that change it say so (Assign, SetSlice, AddAssign ...,
// RequireGrad, Backward, ZeroGrad, Realize). Where PyTorch takes a tensor or a number, methods here take any: a *Tensor
// or a Go number or bool. A Go number is weak in promotion: float32 tensor times 2.5 stays float32, int64 times 2.5
// becomes float32, int8 plus 1000 stays int8.
//
// Axes count from the end when negative. Reductions take their axes as a list, none for all; the pseudo axis KeepDim
// among them keeps the reduced axes with length one: x.Sum(-1, tensor.KeepDim).
//
// Creation functions make float32 tensors on the default device; Options makes others:
//
//	tensor.Options{DType: tensor.Int64}.Zeros(2, 3)
//
// A mistake in building (shapes, dtypes, axes) panics with *Error, which Try turns into a returned error. Whatever runs
// or reads outside data returns errors: tensor.Realize(ctx, ts...), tensor.Data[T](t). The methods Realize and Item
// are sugar that panics with the same type.
//
// # Values never change
//
// A tensor's value is fixed where it was written, whenever it is realized. Assign and its kin rebind the handle: tensors
// made from it before keep the old value. A tensor made by movement (slices, transposes, views) remembers its base: an
// in-place operation on it also sets that part of the base, but other handles taken earlier keep their values. This is
// the one difference from PyTorch's aliasing.
package tensor
