package differential

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// operand is a row of numbers of every kind, long enough for full lanes and a rest.
func operand(d ops.DType, salt uint64) *lazy.Node {
	r := rand.New(rand.NewPCG(salt, uint64(d)))
	return newBuffer(d, []int{77}, 0, func(i int) ops.Value { return fillings[i%len(fillings)](r, d) })
}

// TestEachOperation holds every elementwise operation on every dtype that it is defined on, with edges among the operands.
func TestEachOperation(t *testing.T) {
	for _, op := range ops.All() {
		i := op.Info()
		if i.Family != ops.Elementwise || i.Rule == ops.RuleFree {
			continue
		}
		for _, d := range ops.DTypes() {
			if i.On&classOf(d) == 0 || op == ops.Threefry && d != ops.Uint64 {
				continue
			}
			var src []*lazy.Node
			for k := range i.Arity {
				src = append(src, operand(d, uint64(k)))
			}
			if op == ops.Where {
				src[0] = operand(ops.Bool, 9)
			}
			holdOne(t, fmt.Sprintf("%v/%v", op, d), ew(op, src...))
		}
	}
}

// TestEachCast holds casts between all dtypes, and bitcasts between those of one size.
func TestEachCast(t *testing.T) {
	for _, from := range ops.DTypes() {
		for _, to := range ops.DTypes() {
			holdOne(t, fmt.Sprintf("cast %v to %v", from, to), lazy.Cast(operand(from, 3), to))
			if from.Size() == to.Size() && to != ops.Bool && from != ops.Bool {
				holdOne(t, fmt.Sprintf("bitcast %v to %v", from, to), lazy.Bitcast(operand(from, 3), to))
			}
		}
	}
}

// TestEachReduction holds every reduction on every dtype, over rows, columns and all.
func TestEachReduction(t *testing.T) {
	for _, op := range []ops.Op{ops.ReduceAdd, ops.ReduceMul, ops.ReduceMax} {
		for _, d := range ops.DTypes() {
			if op.Info().On&classOf(d) == 0 {
				continue
			}
			x := lazy.ReshapeNode(operand(d, 5), 7, 11)
			for _, axes := range [][]int{{0}, {1}, {0, 1}} {
				holdOne(t, fmt.Sprintf("%v/%v over %v", op, d, axes), lazy.ReduceNode(op, x, axes...))
			}
		}
	}
}

// eachMode is every way, since these graphs are small.
var eachMode = every()

func holdOne(t *testing.T, name string, n *lazy.Node) {
	t.Helper()
	if err := Hold([]*lazy.Node{n}, eachMode); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
