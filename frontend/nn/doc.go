// Package nn has PyTorch's modules: structs whose parameters, buffers and children are found by their fields.
//
//	type Net struct {
//		nn.Base
//		Conv *nn.Conv2d
//		Head *nn.Linear
//	}
//
//	func (n *Net) Forward(x *tensor.Tensor) *tensor.Tensor {
//		x = functional.MaxPool2d(n.Conv.Forward(x).Relu(), functional.Window{KernelSize: []int{2}})
//		return n.Head.Forward(x.Flatten(1))
//	}
//
// # Finding fields
//
// Exported fields count. A *tensor.Tensor is a parameter, or a buffer where its tag says so: `nn:",buffer"`, or `nn:",transient"` for
// one that is no part of the state dict. A field that is a module, a struct, or a slice, array or map of such, is a child. Names are
// PyTorch's: the field's name in snake_case (RunningMean is running_mean), children joined by dots (conv.weight), slice elements by
// their index (layers.0.weight). A tag gives another name: `nn:"weight_ih_l0"`, hides the field: `nn:"-"`, or leaves its own
// name out of those below it: `nn:",inline"`. Embedded structs add their fields to the struct they are in.
// A module's own tensors come before those of its children.
//
// The functions Parameters, NamedParameters, Buffers, StateDict, LoadStateDict, Train, Eval, Apply, To, Freeze and Summary take any such
// struct. One that embeds Base has a mode, hooks, and parameters and buffers without fields; see Base.
//
// # Losses
//
// Losses are functions of package functional: they have no parameters and no state, and their settings are arguments.
package nn
