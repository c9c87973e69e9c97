package schedule

import (
	"strings"
	"testing"

	"weft/lazy"
	"weft/ops"
)

func TestPlansVerify(t *testing.T) {
	x, ids := f32(70, 33), memory(ops.Int64, 40)
	graphs := map[string][]*lazy.Node{
		"softmax":   {softmaxOf(x)},
		"norm":      {layerNorm(x, f32(33), f32(33))},
		"product":   {matmulT(x, f32(20, 33))},
		"long":      {softmaxOf(f32(1, 1<<18))},
		"embedding": {embedding(f32(50, 8), ids), embeddingGrad(f32(40, 8), ids, 50)},
		"scan":      {cumsum(f32(5, 100))},
		"cat":       {catRows(f32(3, 8), f32(4, 8)), catRows(f32(3, 8), f32(4, 8), f32(5, 8))},
		"adam":      adam(f32(10), f32(10), f32(10), f32(10)),
		"loss":      {crossEntropy(f32(40, 10), ids)},
		"padded":    {lazy.PadNode(lazy.FlipNode(lazy.PermuteNode(x, 1, 0), 0), ops.FloatValue(ops.Float32, 2), 1, 2, 3, 4)},
	}
	for name, roots := range graphs {
		for _, unfused := range []bool{false, true} {
			if err := planFor(t, Options{Unfused: unfused}, roots...).Verify(); err != nil {
				t.Errorf("%s, unfused %v: %v", name, unfused, err)
			}
		}
	}
}

// Each mistake in a kernel must be found.
func TestVerifyFindsMistakes(t *testing.T) {
	mistakes := map[string]struct {
		spoil func(k *Kernel, b *Builder)
		want  string
	}{
		"store outside":  {func(k *Kernel, b *Builder) { k.Phases[0].Stores[0].Index = b.Int(99) }, "without a gate"},
		"read outside":   {func(k *Kernel, b *Builder) { k.Bufs[0].Elems = 3 }, "without a gate"},
		"not written":    {func(k *Kernel, b *Builder) { k.Bufs[1].Written = false }, "not written"},
		"closed range":   {func(k *Kernel, b *Builder) { k.Phases[0].Ranges = nil }, "not open"},
		"wrong type":     {func(k *Kernel, b *Builder) { k.Bufs[0].DType = ops.Int32 }, "not there"},
		"no such fold":   {func(k *Kernel, b *Builder) { k.Phases[0].Stores[0].Acc = ops.Sub }, "folds with"},
		"unknown scalar": {func(k *Kernel, b *Builder) { k.Phases[0].Stores[0].Value = b.Param(3, ops.Float32) }, "no scalar"},
	}
	for name, m := range mistakes {
		b := NewBuilder()
		r := b.Range(Out, 10)
		i := b.Var(r)
		x := b.Load(0, ops.Float32, i, nil, ops.Value{})
		k := &Kernel{
			Name:   name,
			Bufs:   []Buf{{DType: ops.Float32, Elems: 10, Read: true}, {DType: ops.Float32, Elems: 10, Written: true}},
			Phases: []Nest{{Ranges: []*Range{r}, Stores: []Store{{Buf: 1, Index: i, Value: b.ALU(ops.Add, ops.Float32, x, x)}}}},
		}
		if err := k.Verify(); err != nil {
			t.Fatalf("%s: right kernel refused: %v", name, err)
		}
		m.spoil(k, b)
		if err := k.Verify(); err == nil || !strings.Contains(err.Error(), m.want) {
			t.Errorf("%s: got %v, want %q", name, err, m.want)
		}
	}
}
