package gradcheck

import (
	"weft/autograd"
	"weft/lazy"
	"weft/ops"
)

// memory is a storage of float64 numbers that the differences move.
type memory struct {
	id   uint64
	data []float64
}

func (m *memory) RefID() uint64  { return m.id }
func (m *memory) Bytes() int64   { return int64(8 * len(m.data)) }
func (m *memory) Device() string { return "reference" }

func (m *memory) bytes() []byte {
	out := make([]byte, m.Bytes())
	for i, f := range m.data {
		ops.FloatValue(ops.Float64, f).Store(out[8*i:])
	}
	return out
}

func read(s lazy.Storage) []byte { return s.(*memory).bytes() }

type bound struct {
	memories []*memory
	nodes    []*lazy.Node
}

func bind(inputs []Input) *bound {
	b := &bound{}
	for _, in := range inputs {
		m := &memory{lazy.NewID(), append([]float64(nil), in.Values...)}
		x := lazy.NewBuffer(m, ops.Float64, 0, in.Shape...)
		b.memories = append(b.memories, m)
		b.nodes = append(b.nodes, lazy.IdentityNode(x, lazy.NewMark(lazy.Leaf, nil)))
	}
	return b
}

func (b *bound) gradients(loss *lazy.Node) ([][]float64, error) {
	grads, err := autograd.Gradients(loss, nil, b.nodes)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(grads))
	for k, g := range grads {
		if g == nil {
			out[k] = make([]float64, len(b.memories[k].data))
			continue
		}
		a, err := lazy.Evaluate([]*lazy.Node{g}, read)
		if err != nil {
			return nil, err
		}
		out[k] = a[0].Floats()
	}
	return out, nil
}

// difference is (8(f(h)-f(-h)) - (f(2h)-f(-2h))) / 12h, whose error is of order h^4.
func (b *bound) difference(loss *lazy.Node, k, i int) (float64, error) {
	const h = 1.0 / 1024
	at, total := &b.memories[k].data[i], 0.0
	x := *at
	defer func() { *at = x }()
	for _, step := range []struct{ shift, weight float64 }{{h, 8}, {-h, -8}, {2 * h, -1}, {-2 * h, 1}} {
		*at = x + step.shift
		a, err := lazy.Evaluate([]*lazy.Node{loss}, read)
		if err != nil {
			return 0, err
		}
		total += step.weight * a[0].Floats()[0]
	}
	return total / (12 * h), nil
}
