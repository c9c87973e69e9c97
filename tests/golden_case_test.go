package tests

import (
	"bytes"
	"encoding/json"
	"io/fs"

	"weft/tests/goldendata"
)

// goldenFile holds the recorded cases of one operator.
type goldenFile struct {
	Op       string
	Category string
	Cases    []*goldenCase
	tensors  map[string]goldendata.Tensor
}

// goldenCase is one recorded call and what PyTorch answered.
type goldenCase struct {
	ID         string
	OpName     string `json:"op_name"`
	Variant    string
	DType      string
	Inputs     []goldenInput
	Kwargs     map[string]any
	Args       []any
	ArgsKw     map[string]any `json:"args_kw"`
	Out        string
	Scalar     any
	Outputs    []*goldenOutput
	Cotangents []*string
	Grads      []*string
	Tol        [2]float64
	GradTol    [2]float64 `json:"grad_tol"`
	FD         *bool      `json:"fd"`
}

type goldenInput struct {
	T     string
	DType string
	Shape []int
	Grad  bool
}

type goldenOutput struct {
	T     string
	DType string
	Shape []int
}

// goldenIndex lists the operators and their files.
type goldenIndex struct {
	Ops []struct {
		Op, Category, File string
		Cases              int
	}
}

// readGolden reads the cases and tensors of one operator.
func readGolden(answers fs.FS, file string) (*goldenFile, error) {
	b, err := fs.ReadFile(answers, "ops/"+file+".json")
	if err != nil {
		return nil, err
	}
	g := &goldenFile{}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(g); err != nil {
		return nil, err
	}
	g.tensors, err = goldendata.ReadTensors(answers, "ops/"+file+".safetensors")
	return g, err
}
