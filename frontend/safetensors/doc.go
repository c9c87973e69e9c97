// Package safetensors reads and writes safetensors files: tensors by name, with free text beside them.
//
//	err := safetensors.Save(ctx, "model.safetensors", nn.StateDict(model), nil)
//	...
//	state, err := safetensors.Load(ctx, "model.safetensors")
//	err = nn.LoadStateDict(model, state)
//
// # The format
//
// Eight bytes hold the length of the header, little-endian; the header is a JSON object that gives each tensor's dtype, shape and
// place among the data, which follow it: elements in row order, little-endian. "__metadata__" in it holds texts by name.
//
// # Trust
//
// Nothing that a file says of itself is believed before it is held against the file's size, so memory never exceeds what the
// file really has. Refused are: a header that is longer than the file or than 100,000,000 bytes, that is not exactly the JSON
// above, that gives a name twice, or has more than a million; dtypes that are unknown; shapes of more than 64 axes, or whose bytes are not as many as the
// tensor's place has; places that are reversed, outside the file, over one another, or leave bytes between or after them. Errors
// are *tensor.Error and name the file, the tensor and the offset in the file.
package safetensors
