// Package functional has the functions that layers are made of, with PyTorch's names and meanings: convolution, pooling,
// normalisation, losses, activations with parameters. They keep no state; package nn has the modules that do.
//
// Everything here is written in the operations of package tensor. A convolution is a sum of products over sliding
// windows, a pooling a maximum or mean over them, an embedding a selection of rows: the scheduler recognises the loops,
// no function here has a kernel of its own.
package functional
