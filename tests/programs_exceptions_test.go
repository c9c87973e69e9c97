package tests

// programExceptions lists recorded programs that fail, with the reason. Nothing else may fail.
var programExceptions = map[string]string{
	"[abs bool error]":  "the magnitude of a bool is itself, as in PyTorch's operator tests",
	"masked_fill_dtype": "a mask of floats is read as numbers here; PyTorch fills nothing",
}
