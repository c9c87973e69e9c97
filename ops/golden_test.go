package ops_test

import (
	"math"
	"testing"

	. "weft/ops"
	"weft/tests/goldendata"
)

// recordedNames are PyTorch's names where they are not ours.
var recordedNames = map[Op]string{Max: "maximum", Min: "minimum", Mod: "fmod", CmpLT: "lt", CmpLE: "le", CmpEQ: "eq", CmpNE: "ne",
	And: "bitwise_and", Or: "bitwise_or", Xor: "bitwise_xor", Not: "bitwise_not", Shl: "bitwise_left_shift", Shr: "bitwise_right_shift"}

type recordedCase struct {
	ID      string
	Inputs  []struct{ T string }
	Outputs []struct{ T string }
	KwArgs  map[string]any
	Tol     [2]float64
}

// TestReferenceAsRecorded holds the reference functions to PyTorch's answers, where an operator of its is one of ours.
func TestReferenceAsRecorded(t *testing.T) {
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, op := range All() {
		name := recordedNames[op]
		if name == "" {
			name = op.String()
		}
		var file struct{ Cases []recordedCase }
		if op.Family() != Elementwise || op == Where || goldendata.Read(answers, "ops/"+name+".json", &file) != nil {
			continue
		}
		tensors, err := goldendata.ReadTensors(answers, "ops/"+name+".safetensors")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range file.Cases {
			if checkCase(t, op, c, tensors) {
				total++
			}
		}
	}
	t.Logf("%d cases", total)
	if total < 100 {
		t.Errorf("only %d cases are of our ops", total)
	}
}

type recordedTensor struct {
	d     DType
	shape []int
	data  []byte
}

func (r recordedTensor) at(i int) Value { return Load(r.d, r.data[i*r.d.Size():]) }

// broadcast is the position in r that position i of shape out shows.
func (r recordedTensor) broadcast(i int, out []int) int {
	at, stride := 0, 1
	for k := 1; k <= len(out); k++ {
		p := i % out[len(out)-k]
		i /= out[len(out)-k]
		if k > len(r.shape) || r.shape[len(r.shape)-k] == 1 {
			continue
		}
		at += p * stride
		stride *= r.shape[len(r.shape)-k]
	}
	return at
}

// checkCase compares a case whose arguments are only tensors, of types that the op takes as they are.
func checkCase(t *testing.T, op Op, c recordedCase, tensors map[string]goldendata.Tensor) bool {
	read := func(name string) recordedTensor {
		r := tensors[name]
		return recordedTensor{r.DType, r.Shape, r.Data}
	}
	if len(c.KwArgs) > op.Arity() || len(c.Inputs) != op.Arity() || len(c.Outputs) != 1 {
		return false
	}
	out, in := read(c.Outputs[0].T), make([]recordedTensor, len(c.Inputs))
	for i := range c.Inputs {
		in[i] = read(c.Inputs[i].T)
		if !op.Info().On.Has(in[i].d) || in[i].d != in[0].d || op.Info().Rule == RuleSame && in[i].d != out.d {
			return false
		}
	}
	args := make([]Value, len(in))
	for i := range len(out.data) / out.d.Size() {
		for k, r := range in {
			args[k] = r.at(r.broadcast(i, out.shape))
		}
		got, want := op.Info().Ref(args, out.d), out.at(i)
		if !close(got, want, c.Tol) {
			t.Errorf("%s: %v%v = %v, want %v", c.ID, op, args, got, want)
			break
		}
	}
	return true
}

func close(got, want Value, tol [2]float64) bool {
	g, w := got.Float(), want.Float()
	return g == w || g != g && w != w || math.Abs(g-w) <= tol[1]+tol[0]*math.Abs(w)
}
