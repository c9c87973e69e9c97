// Package functional has the functions that layers are made of, with the names and meanings of torch.nn.functional:
// convolution, pooling, normalisation, losses, distances, dropouts, resampling. They keep no state; package nn has the modules
// that do.
//
// Everything here is written in the operations of package tensor. A convolution is a sum of products over sliding
// windows, a pooling a maximum or mean over them, an embedding a selection of rows: the scheduler recognises the loops,
// no function here has a kernel of its own. All are differentiable, any number of times, wherever PyTorch's are.
//
// # Arguments
//
// Tensors come first, then what a function cannot do without. Arguments that PyTorch gives defaults are fields of a struct of
// settings (Conv, Window, Norm, Classes, Resize ...), whose zero value is PyTorch's default, or arguments whose comment says
// what PyTorch's default is. Losses take a Reduction last; without one they give the mean.
//
// # What has another home
//
// A function of one tensor that needs no settings but numbers is a method of tensor.Tensor, and has that one name: the
// activations (Relu, Relu6, LeakyRelu, Prelu, Elu, Selu, Celu, Gelu, GeluTanh, Silu, Mish, Sigmoid, Tanh, LogSigmoid, Softplus,
// Softsign, Softshrink, Hardshrink, Tanhshrink, Hardtanh, Hardsigmoid, Hardswish, Threshold, Glu), Softmax, LogSoftmax and
// Softmin, PixelShuffle and PixelUnshuffle, Cdist. OneHot is a function of package tensor. Upsample is Interpolate.
package functional
