package differential

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"weft/autograd"
	"weft/lazy"
	"weft/ops"
)

// holdSlope holds the gradient of a float64 of one element, along a direction that is drawn, against differences, and says
// whether there was anything to hold. A failure is shrunk.
func holdSlope(t *testing.T, name string, loss *lazy.Node) bool {
	t.Helper()
	smooth, err := slopes([]*lazy.Node{loss})
	if err == nil {
		return smooth
	}
	roots := Shrink([]*lazy.Node{loss}, func(r []*lazy.Node) bool { _, err := slopes(r); return err != nil }, 400)
	_, small := slopes(roots)
	t.Errorf("%s: %v\nshrunk: %v\n%s", name, err, small, Format(roots))
	return true
}

// slopes differentiates the sum of each root by all leaves below it, by the rules and by differences. Where two widths of
// differences disagree the graph bends, and there is nothing to hold.
func slopes(roots []*lazy.Node) (smooth bool, err error) {
	for _, y := range roots {
		leaves := slices.DeleteFunc(autograd.Collect(y), func(x *lazy.Node) bool { return x.Src[0].Op != ops.Buffer })
		if y.DType != ops.Float64 || y.Numel() == 0 || len(leaves) == 0 {
			continue
		}
		loss := lazy.ReduceNode(ops.ReduceAdd, lazy.ReshapeNode(y, y.Numel()), 0)
		line := lineThrough(leaves)
		wide, narrow := line.slope(loss, 1.0/512), line.slope(loss, 1.0/1024)
		size := math.Max(1, math.Abs(narrow))
		if !(math.Abs(wide-narrow) < 1e-7*size) {
			continue
		}
		smooth = true
		if rule := line.rule(loss); !(math.Abs(rule-narrow) < 1e-6*size) {
			return true, fmt.Errorf("the rules give %v, differences %v", rule, narrow)
		}
	}
	return smooth, nil
}

// line is a direction in the space of all leaves' elements.
type line struct {
	leaves []*lazy.Node
	start  [][]float64
	along  [][]float64
}

func lineThrough(leaves []*lazy.Node) *line {
	l, r := &line{leaves: leaves}, rand.New(rand.NewPCG(3, 4))
	for _, x := range leaves {
		a := lazy.ArrayOf(ops.Float64, x.Shape, memoryOf(x))
		along := make([]float64, len(a.Bits))
		for i := range along {
			along[i] = 2*r.Float64() - 1
		}
		l.start, l.along = append(l.start, a.Floats()), append(l.along, along)
	}
	return l
}

func memoryOf(leaf *lazy.Node) []byte { return Read(leaf.Src[0].Ref.(lazy.Storage)) }

// put moves the leaves to the point at.
func (l *line) put(at float64) {
	for k, x := range l.leaves {
		for i, v := range l.start[k] {
			ops.FloatValue(ops.Float64, v+at*l.along[k][i]).Store(memoryOf(x)[8*i:])
		}
	}
}

// slope is (8(f(h)-f(-h)) - (f(2h)-f(-2h))) / 12h, whose error is of order h^4.
func (l *line) slope(loss *lazy.Node, h float64) float64 {
	defer l.put(0)
	value := func(at float64) float64 {
		l.put(at)
		return number(loss)
	}
	return (8*(value(h)-value(-h)) - (value(2*h) - value(-2*h))) / (12 * h)
}

// rule is the same slope by the gradient.
func (l *line) rule(loss *lazy.Node) float64 {
	grads, err := autograd.Gradients(loss, nil, l.leaves)
	if err != nil {
		panic(err)
	}
	total := 0.0
	for k, g := range grads {
		if g == nil {
			continue
		}
		for i, v := range floats(g) {
			total += v * l.along[k][i]
		}
	}
	return total
}

func number(n *lazy.Node) float64 { return floats(n)[0] }

func floats(n *lazy.Node) []float64 {
	a, err := lazy.Evaluate([]*lazy.Node{n}, Read)
	if err != nil {
		panic(err)
	}
	return a[0].Floats()
}
