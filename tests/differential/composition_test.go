package differential

import (
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weft/autograd"
	"weft/autograd/gradcheck"
	"weft/frontend/tensor"
	"weft/lazy"
	"weft/ops"
)

// A composition writes an operation of the frontend on operands that it draws: the first result is differentiated where it
// is a float.
type composition func(s *sample) []*tensor.Tensor

// compositions are the tables of all themes.
var compositions = merged(orders, indexings, movements, scans, rows, norms, losses, products, windows, cells)

func merged(tables ...map[string]composition) map[string]composition {
	all := map[string]composition{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// TestCompositions holds each operation on operands that are drawn, of random shapes, dtypes and views: every mode agrees, and
// gradients of the first order, and at times of the second, are the slopes that differences show.
func TestCompositions(t *testing.T) {
	seed, _ := strconv.ParseUint(os.Getenv("WEFT_SEED"), 10, 64)
	names := slices.Sorted(maps.Keys(compositions))
	if only := os.Getenv("WEFT_COMPOSITIONS"); only != "" {
		names = slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(strings.Split(only, ","), name) })
	}
	end, bent, held := time.Now().Add(budget(0)), 0, 0
	for rounds := 0; rounds == 0 || time.Now().Before(end) && !t.Failed(); rounds++ {
		for _, name := range names {
			t.Run(name, func(t *testing.T) {
				holdComposition(t, name, seed)
				if smooth, asked := slopesOfComposition(t, name, seed); asked {
					held++
					bent += map[bool]int{true: 0, false: 1}[smooth]
				}
			})
		}
		seed++
	}
	t.Logf("%d operations, seeds before %d; %d of %d gradients at a bend", len(names), seed, bent, held)
	if held > 50 && bent > held/4 {
		t.Error("too few gradients were held: the operands lie at bends")
	}
}

// results writes the composition of a name and a seed, in dtype d or one that is drawn.
func results(t *testing.T, name string, seed uint64, d ...tensor.DType) (s *sample, roots []*lazy.Node) {
	t.Helper()
	h := fnv.New64a()
	h.Write([]byte(name))
	s = newSample(seed, h.Sum64(), d)
	if err := tensor.Try(func() {
		for i, y := range compositions[name](s) {
			if i == 0 {
				y = s.followed(y)
			}
			roots = append(roots, y.Node())
		}
	}); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	return s, roots
}

func holdComposition(t *testing.T, name string, seed uint64) {
	t.Helper()
	s, roots := results(t, name, seed)
	if y := roots[0]; y.DType.IsFloat() && y.Numel() > 0 {
		roots = append(roots, gradientsBy(t, gradcheck.Weighted(y), s.leaves)...)
	}
	holdRoots(t, fmt.Sprintf("seed %d", seed), adopt(roots), modes(seed))
}

func gradientsBy(t *testing.T, y *lazy.Node, leaves []*tensor.Tensor) []*lazy.Node {
	t.Helper()
	var nodes []*lazy.Node
	for _, x := range leaves {
		nodes = append(nodes, x.Node())
	}
	grads, err := autograd.Gradients(y, nil, nodes)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(grads, func(g *lazy.Node) bool { return g == nil })
}

// slopesOfComposition holds gradients against differences, in float64. It says whether the operation is smooth where it was
// asked, and whether it has a gradient at all.
func slopesOfComposition(t *testing.T, name string, seed uint64) (smooth, asked bool) {
	t.Helper()
	s, roots := results(t, name, seed, tensor.Float64)
	y := roots[0]
	if y.DType != ops.Float64 || y.Numel() == 0 || len(s.leaves) == 0 {
		return false, false
	}
	loss := gradcheck.Weighted(y)
	smooth = holdSlope(t, fmt.Sprintf("seed %d, gradient", seed), adopt([]*lazy.Node{loss})[0])
	if s.r.IntN(3) > 0 {
		return smooth, true
	}
	var sum *lazy.Node
	for _, g := range gradientsBy(t, loss, s.leaves) {
		if g = gradcheck.Weighted(g); sum != nil {
			g = ew(ops.Add, sum, g)
		}
		sum = g
	}
	if sum != nil {
		holdSlope(t, fmt.Sprintf("seed %d, gradient of the gradient", seed), adopt([]*lazy.Node{sum})[0])
	}
	return smooth, true
}
