// Package goldendata opens the recorded answers that tests compare with: PyTorch's answers to calls of its operators
// and programs, kept as one zip file beside the tests. The environment variable WEFT_GOLDEN names a folder with other
// answers of the same form, WEFT_CASES another file of cases.
package goldendata
