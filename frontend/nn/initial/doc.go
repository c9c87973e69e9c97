// Package initial has PyTorch's initialisers (torch.nn.init): functions that give a tensor its first value, in place, and return it.
//
//	l := nn.NewLinear(64, 10)
//	initial.KaimingNormal(l.Weight, 0, initial.FanIn, "relu")
//	initial.Zeros(l.Bias)
//
// A parameter stays a leaf, and no gradient is recorded. Values are drawn and computed at once, from the default generator or from
// the one given, in the tensor's dtype and on its device. Tensors that are computed from tracked ones, wrong ranks and dtypes panic
// with *tensor.Error.
package initial
