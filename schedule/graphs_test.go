package schedule

import (
	"testing"

	"weft/lazy"
	"weft/ops"
)

// fakeStorage is memory that nobody reads.
type fakeStorage struct {
	id    uint64
	bytes int64
}

func (s *fakeStorage) RefID() uint64  { return s.id }
func (s *fakeStorage) Bytes() int64   { return s.bytes }
func (s *fakeStorage) Device() string { return "cpu:fake" }

func memory(d ops.DType, shape ...int) *lazy.Node {
	s := &fakeStorage{lazy.NewID(), int64(lazy.Numel(shape) * d.Size())}
	return lazy.NewBuffer(s, d, 0, shape...)
}

func f32(shape ...int) *lazy.Node { return memory(ops.Float32, shape...) }

func number(f float64, shape ...int) *lazy.Node {
	return lazy.NewConst(ops.FloatValue(ops.Float32, f), shape...)
}

func ew(op ops.Op, src ...*lazy.Node) *lazy.Node { return lazy.Elementwise(op, src...) }

// keep reduces an axis and keeps it with length 1, spread over x's shape again.
func keep(op ops.Op, x *lazy.Node, axis int) *lazy.Node {
	shape := append([]int(nil), x.Shape...)
	shape[axis] = 1
	return lazy.ExpandNode(lazy.ReshapeNode(lazy.ReduceNode(op, x, axis), shape...), x.Shape...)
}

func last(x *lazy.Node) int { return len(x.Shape) - 1 }

func softmaxOf(x *lazy.Node) *lazy.Node {
	e := ew(ops.Exp, ew(ops.Sub, x, keep(ops.ReduceMax, x, last(x))))
	return ew(ops.Div, e, keep(ops.ReduceAdd, e, last(x)))
}

func logSoftmaxOf(x *lazy.Node) *lazy.Node {
	s := ew(ops.Sub, x, keep(ops.ReduceMax, x, last(x)))
	return ew(ops.Sub, s, ew(ops.Log, keep(ops.ReduceAdd, ew(ops.Exp, s), last(x))))
}

func logSumExp(x *lazy.Node) *lazy.Node {
	m := lazy.ReduceNode(ops.ReduceMax, x, last(x))
	s := lazy.ReduceNode(ops.ReduceAdd, ew(ops.Exp, ew(ops.Sub, x, keep(ops.ReduceMax, x, last(x)))), last(x))
	return ew(ops.Add, m, ew(ops.Log, s))
}

func meanKept(x *lazy.Node) *lazy.Node {
	return ew(ops.Mul, keep(ops.ReduceAdd, x, last(x)), number(1/float64(x.Shape[last(x)]), x.Shape...))
}

func rowOf(w *lazy.Node, like *lazy.Node) *lazy.Node {
	shape := make([]int, len(like.Shape))
	for i := range shape {
		shape[i] = 1
	}
	shape[len(shape)-1] = w.Shape[0]
	return lazy.ExpandNode(lazy.ReshapeNode(w, shape...), like.Shape...)
}

func layerNorm(x, w, b *lazy.Node) *lazy.Node {
	d := ew(ops.Sub, x, meanKept(x))
	v := meanKept(ew(ops.Mul, d, d))
	y := ew(ops.Div, d, ew(ops.Sqrt, ew(ops.Add, v, number(1e-5, x.Shape...))))
	return ew(ops.Add, ew(ops.Mul, y, rowOf(w, x)), rowOf(b, x))
}

// matmulT is x @ w.T over the last axes.
func matmulT(x, w *lazy.Node) *lazy.Node {
	m, k, n := x.Shape[0], x.Shape[1], w.Shape[0]
	a := lazy.ExpandNode(lazy.ReshapeNode(x, m, 1, k), m, n, k)
	b := lazy.ExpandNode(lazy.ReshapeNode(w, 1, n, k), m, n, k)
	return lazy.ReduceNode(ops.ReduceAdd, ew(ops.Mul, a, b), 2)
}

// oneHot is the condition iota(axis 1 of [n, v]) == index[n].
func oneHot(index *lazy.Node, v int) *lazy.Node {
	n := index.Shape[0]
	return ew(ops.CmpEQ, lazy.NewIota(ops.Int64, 1, n, v), lazy.ExpandNode(lazy.ReshapeNode(index, n, 1), n, v))
}

func negZero() ops.Value { return ops.ReduceAdd.Info().Neutral(ops.Float32) }

func pickOf(x, index *lazy.Node) *lazy.Node {
	return lazy.ReduceNode(ops.ReduceAdd, ew(ops.Where, oneHot(index, x.Shape[1]), x, lazy.NewConst(negZero(), x.Shape...)), 1)
}

// embedding reads rows of table [v, d] at index [n].
func embedding(table, index *lazy.Node) *lazy.Node {
	v, d, n := table.Shape[0], table.Shape[1], index.Shape[0]
	hit := ew(ops.CmpEQ, lazy.NewIota(ops.Int64, 1, n, v, d), lazy.ExpandNode(lazy.ReshapeNode(index, n, 1, 1), n, v, d))
	x := lazy.ExpandNode(lazy.ReshapeNode(table, 1, v, d), n, v, d)
	return lazy.ReduceNode(ops.ReduceAdd, ew(ops.Where, hit, x, lazy.NewConst(negZero(), n, v, d)), 1)
}

// embeddingGrad adds rows of g [n, d] at index [n] to zeros [v, d].
func embeddingGrad(g, index *lazy.Node, v int) *lazy.Node {
	n, d := g.Shape[0], g.Shape[1]
	hit := ew(ops.CmpEQ, lazy.NewIota(ops.Int64, 1, n, v, d), lazy.ExpandNode(lazy.ReshapeNode(index, n, 1, 1), n, v, d))
	x := lazy.ExpandNode(lazy.ReshapeNode(g, n, 1, d), n, v, d)
	return lazy.ReduceNode(ops.ReduceAdd, ew(ops.Where, hit, x, number(0, n, v, d)), 0)
}

func cumsum(x *lazy.Node) *lazy.Node {
	r, n := x.Shape[0], x.Shape[1]
	shape := []int{r, n, n} // row, from, to
	hit := ew(ops.CmpLE, lazy.NewIota(ops.Int64, 1, shape...), lazy.NewIota(ops.Int64, 2, shape...))
	v := lazy.ExpandNode(lazy.ReshapeNode(x, r, n, 1), shape...)
	return lazy.ReduceNode(ops.ReduceAdd, ew(ops.Where, hit, v, lazy.NewConst(negZero(), shape...)), 1)
}

func catRows(parts ...*lazy.Node) *lazy.Node {
	total := 0
	for _, p := range parts {
		total += p.Shape[0]
	}
	var sum *lazy.Node
	at := 0
	for _, p := range parts {
		padded := lazy.PadNode(p, negZero(), at, total-at-p.Shape[0], 0, 0)
		if at += p.Shape[0]; sum == nil {
			sum = padded
			continue
		}
		sum = ew(ops.Add, sum, padded)
	}
	return sum
}

func twice(x *lazy.Node) *lazy.Node { return ew(ops.Add, x, x) }

func manyRows(n int) []*lazy.Node {
	parts := make([]*lazy.Node, n)
	for i := range parts {
		parts[i] = f32(3, 16)
	}
	return parts
}

func TestPartsShareOneKernel(t *testing.T) {
	p := planFor(t, Options{}, catRows(manyRows(20)...))
	text := p.Launches[0].Kernel.Text()
	for _, l := range p.Launches {
		if l.Kernel.Text() != text {
			t.Fatalf("kernels differ:\n%s\n%s", text, l.Kernel.Text())
		}
	}
	if err := p.Verify(); err != nil {
		t.Fatal(err)
	}
}

func planFor(t *testing.T, opt Options, roots ...*lazy.Node) *Plan {
	t.Helper()
	if opt.L2 == 0 {
		opt.L2 = 1 << 20
	}
	p, err := MakePlan(NewRequest(roots, opt, false))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// adam is one step over one parameter.
func adam(p, m, v, g *lazy.Node) []*lazy.Node {
	s := p.Shape
	m1 := ew(ops.Add, ew(ops.Mul, m, number(0.9, s...)), ew(ops.Mul, g, number(0.1, s...)))
	v1 := ew(ops.Add, ew(ops.Mul, v, number(0.999, s...)), ew(ops.Mul, ew(ops.Mul, g, g), number(0.001, s...)))
	mh := ew(ops.Div, m1, lazy.NewScalar(ops.FloatValue(ops.Float32, 0.1), s...))
	vh := ew(ops.Div, v1, lazy.NewScalar(ops.FloatValue(ops.Float32, 0.001), s...))
	p1 := ew(ops.Sub, p, ew(ops.Div, ew(ops.Mul, mh, number(0.001, s...)), ew(ops.Add, ew(ops.Sqrt, vh), number(1e-8, s...))))
	return []*lazy.Node{p1, m1, v1}
}

func crossEntropy(x, ids *lazy.Node) *lazy.Node {
	rows := ew(ops.Sub, logSumExp(x), pickOf(x, ids))
	sum := lazy.ReduceNode(ops.ReduceAdd, rows, 0)
	return ew(ops.Mul, sum, number(1/float64(x.Shape[0])))
}

func TestKernelCounts(t *testing.T) {
	x, long := f32(4096, 512), f32(1, 1<<20)
	w, b := f32(512), f32(512)
	ids := memory(ops.Int64, 4096)
	q, k := f32(256, 64), f32(256, 64)
	act := ew(ops.Max, ew(ops.Add, matmulT(x, f32(256, 512)), rowOf(f32(256), f32(4096, 256))), number(0, 4096, 256))
	diff := ew(ops.Sub, f32(1<<20), f32(1<<20))
	mse := ew(ops.Mul, lazy.ReduceNode(ops.ReduceAdd, ew(ops.Mul, diff, diff), 0), number(1e-6))
	rows := map[string]struct {
		kernels, phases int
		roots           []*lazy.Node
	}{
		"softmax":         {1, 1, []*lazy.Node{softmaxOf(x)}},
		"log softmax":     {1, 1, []*lazy.Node{logSoftmaxOf(x)}},
		"logsumexp":       {1, 1, []*lazy.Node{logSumExp(x)}},
		"layernorm":       {1, 1, []*lazy.Node{layerNorm(x, w, b)}},
		"long softmax":    {1, 3, []*lazy.Node{softmaxOf(long)}},
		"long logsumexp":  {1, 3, []*lazy.Node{logSumExp(long)}},
		"attention":       {2, 2, []*lazy.Node{softmaxOf(matmulT(q, k))}},
		"long attention":  {1, 1, []*lazy.Node{softmaxOf(matmulT(f32(1024, 64), f32(1024, 64)))}},
		"linear and relu": {1, 1, []*lazy.Node{act}},
		"mse":             {1, 2, []*lazy.Node{mse}},
		"adam":            {1, 1, adam(f32(1000, 10), f32(1000, 10), f32(1000, 10), f32(1000, 10))},
		"cross entropy":   {1, 2, []*lazy.Node{crossEntropy(f32(4096, 65), ids)}},
		"embedding":       {1, 1, []*lazy.Node{embedding(f32(1000, 64), ids)}},
		"embedding grad":  {1, 2, []*lazy.Node{embeddingGrad(f32(4096, 64), ids, 1000)}},
		"cumsum":          {1, 1, []*lazy.Node{cumsum(f32(64, 1000))}},
		"cat":             {1, 2, []*lazy.Node{catRows(f32(10, 8), f32(20, 8))}},
		"twice a cat":     {2, 3, []*lazy.Node{twice(catRows(f32(10, 8), f32(20, 8)))}},
		"many parts":      {20, 20, []*lazy.Node{catRows(manyRows(20)...)}},
		"two sums":        {1, 1, []*lazy.Node{ew(ops.Add, w, b), ew(ops.Sub, w, b)}},
	}
	for name, row := range rows {
		t.Run(name, func(t *testing.T) {
			p := planFor(t, Options{}, row.roots...)
			phases := 0
			for _, l := range p.Launches {
				phases += len(l.Kernel.Phases)
			}
			if len(p.Launches) != row.kernels || phases != row.phases {
				t.Errorf("%d kernels with %d phases, want %d with %d", len(p.Launches), phases, row.kernels, row.phases)
				for _, l := range p.Launches {
					t.Logf("%s\n%s", l.Kernel.Name, l.Kernel.Text())
				}
			}
		})
	}
}
