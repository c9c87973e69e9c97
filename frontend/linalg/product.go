package linalg

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Cross is the vector product of a and b, broadcast together, along an axis of length 3: the last if none is given.
func Cross(a, b *tensor.Tensor, axis ...int) *tensor.Tensor {
	return a.Cross(b, one(axis, -1))
}

// Vecdot is the sum of the products of elements of a and b, broadcast together, along an axis: the last if none is given.
func Vecdot(a, b *tensor.Tensor, axis ...int) *tensor.Tensor {
	return a.Mul(b).Sum(one(axis, -1))
}

func one(given []int, def int) int {
	if len(given) == 0 {
		return def
	}
	return given[0]
}

// Vander is the powers 0 to n-1 of each element of vectors x (..., m), as (..., m, n); n is m if none is given. Integers and
// bools give int64.
func Vander(x *tensor.Tensor, n ...int) *tensor.Tensor {
	if x.Rank() == 0 {
		x = x.Reshape(1)
	}
	if !x.DType().IsFloat() {
		x = x.Cast(tensor.Int64)
	}
	powers := []*tensor.Tensor{x.OnesLike()}
	for i := 1; i < one(n, x.Dim(-1)); i++ {
		powers = append(powers, powers[i-1].Mul(x))
	}
	return tensor.Stack(powers, -1)
}

// MultiDot is the product of two or more matrices, in the order that needs the fewest multiplications. The first may be a
// vector, which counts as a row, and the last, which counts as a column.
func MultiDot(ts ...*tensor.Tensor) *tensor.Tensor {
	n := len(ts)
	if n < 2 {
		fail(lazy.ErrValue, "multi_dot", ts, "wants two tensors at least")
	}
	sizes := make([]int, n+1)
	chain := make([]*tensor.Tensor, n)
	for i, t := range ts {
		end := i == 0 || i == n-1
		switch {
		case t.Rank() == 1 && end:
			chain[i] = t.Unsqueeze(min(i, 1)) // a row, or a column
		case t.Rank() == 2:
			chain[i] = t
		default:
			fail(lazy.ErrShape, "multi_dot", ts, "wants matrices, but for vectors at the ends; tensor %d has %d axes", i, t.Rank())
		}
		sizes[i], sizes[i+1] = chain[i].Dim(0), chain[i].Dim(1)
	}
	y := multiply(chain, cuts(sizes), 0, n)
	if ts[0].Rank() == 1 {
		y = y.Squeeze(0)
	}
	if ts[n-1].Rank() == 1 {
		y = y.Squeeze(-1)
	}
	return y
}

// cuts is, for matrices i to before j of a chain, where the last product of the cheapest order lies. sizes has the rows of each
// matrix, then the columns of the last.
func cuts(sizes []int) [][]int {
	n := len(sizes) - 1
	cost, cut := make([][]int, n+1), make([][]int, n+1)
	for i := range cost {
		cost[i], cut[i] = make([]int, n+1), make([]int, n+1)
	}
	for length := 2; length <= n; length++ {
		for i := 0; i+length <= n; i++ {
			j := i + length
			for k := i + 1; k < j; k++ {
				c := cost[i][k] + cost[k][j] + sizes[i]*sizes[k]*sizes[j]
				if cut[i][j] == 0 || c < cost[i][j] {
					cost[i][j], cut[i][j] = c, k
				}
			}
		}
	}
	return cut
}

func multiply(chain []*tensor.Tensor, cut [][]int, i, j int) *tensor.Tensor {
	if j-i == 1 {
		return chain[i]
	}
	k := cut[i][j]
	return multiply(chain, cut, i, k).MatMul(multiply(chain, cut, k, j))
}
