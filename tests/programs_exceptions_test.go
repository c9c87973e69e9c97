package tests

// programExceptions lists recorded programs that fail, with the reason. Nothing else may fail.
var programExceptions = map[string]string{
	"masked_fill_dtype": "a mask of floats is read as numbers here; PyTorch fills nothing",
}
