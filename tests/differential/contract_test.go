package differential

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"weft/lazy"
	"weft/ops"
)

// TestContractions holds products of matrices whose sides are below, at and above the sizes of tiles, lanes and blocks,
// with either operand transposed, batched, and with elementwise work before and behind.
func TestContractions(t *testing.T) {
	sides := [][3]int{{1, 1, 1}, {1, 17, 33}, {5, 16, 16}, {16, 64, 16}, {31, 33, 65}, {64, 64, 64}, {3, 200, 7},
		{130, 20, 300}, {1, 300, 512}, {200, 1, 513}, {33, 31, 1500}, {7, 48, 5000}, {96, 96, 40}}
	for i, s := range sides {
		for flags := range 4 {
			for _, d := range []ops.DType{ops.Float32, ops.Float64, ops.Float16} {
				if d != ops.Float32 && (flags+i)%4 != 0 {
					continue
				}
				name := fmt.Sprintf("%v %v, operands %02b", d, s, flags)
				holdOne(t, name, product(d, s[0], s[1], s[2], flags&1 > 0, flags&2 > 0, i%3))
			}
		}
	}
}

// product is a[m,k] by b[k,n], with a or b stored the other way round: bare, with a bias and relu, or with a bent operand
// in a batch of three.
func product(d ops.DType, m, n, k int, turnA, turnB bool, kind int) *lazy.Node {
	batch := 1
	if kind == 2 {
		batch = 3
	}
	a, b := matrix(d, batch, m, k, turnA), matrix(d, batch, n, k, turnB)
	if kind == 2 {
		a = ew(ops.Tanh, a)
	}
	full := []int{batch, m, n, k}
	left := lazy.ExpandNode(lazy.ReshapeNode(a, batch, m, 1, k), full...)
	right := lazy.ExpandNode(lazy.ReshapeNode(b, batch, 1, n, k), full...)
	y := lazy.ReduceNode(ops.ReduceAdd, ew(ops.Mul, left, right), 3)
	if kind == 1 {
		y = ew(ops.Add, y, to(random(d, n), batch, m, n))
		y = ew(ops.Where, ew(ops.CmpLT, num(y, 0), y), y, num(y, 0))
	}
	return y
}

func matrix(d ops.DType, batch, rows, columns int, turned bool) *lazy.Node {
	if turned {
		return lazy.PermuteNode(random(d, batch, columns, rows), 0, 2, 1)
	}
	return random(d, batch, rows, columns)
}

func random(d ops.DType, shape ...int) *lazy.Node {
	r := rand.New(rand.NewPCG(7, uint64(len(shape))))
	return newBuffer(d, shape, 0, func(int) ops.Value { return plain(r, d) })
}
