package tensor

import (
	"slices"

	"weft/lazy"
	"weft/ops"
)

// Diagonal is the elements [i, i+offset] of the plane of two axes (by PyTorch's default 0 and 1), as a new last axis.
// Two equal axes panic with *Error. The result is a view.
func (t *Tensor) Diagonal(offset, a, b int) *Tensor {
	a, b = t.axis("diagonal", a), t.axis("diagonal", b)
	if a == b || t.Rank() < 2 {
		bad("diagonal", t).at(a).fail(lazy.ErrAxis, "the two axes must differ, both are %d", a)
	}
	m := t.move().permute(planeLast(t.Rank(), a, b)...)
	r := t.Rank()
	down, right := max(0, -offset), max(0, offset)
	rows, cols := m.n.Shape[r-2], m.n.Shape[r-1]
	n := max(0, min(rows-down, cols-right))
	head := slices.Clone(m.n.Shape[:r-2])
	m.shrinkAxis(r-2, min(down, rows), min(down, rows)+n).shrinkAxis(r-1, min(right, cols), min(right, cols)+n)
	if n > 1 { // in rows of length n+1 the diagonal is a column
		m.reshape(slices.Concat(head, []int{n * n})...).padAxis(r-2, n)
		m.reshape(slices.Concat(head, []int{n, n + 1})...).shrinkAxis(r-1, 0, 1)
	}
	return m.reshape(slices.Concat(head, []int{n})...).view("diagonal", t)
}

// planeLast is the permutation that puts axes a and b last.
func planeLast(rank, a, b int) []int {
	var perm []int
	for i := range rank {
		if i != a && i != b {
			perm = append(perm, i)
		}
	}
	return append(perm, a, b)
}

// Diag is the diagonal of a matrix, or the matrix with a vector on its diagonal, offset columns to the right. Other
// ranks panic with *Error.
func (t *Tensor) Diag(offset int) *Tensor {
	switch t.Rank() {
	case 1:
		return t.DiagEmbed(offset)
	case 2:
		return t.Diagonal(offset, 0, 1)
	}
	bad("diag", t).hinting("use Diagonal or DiagEmbed").fail(lazy.ErrShape, "wants a vector or a matrix")
	return nil
}

// DiagEmbed puts the last axis on the diagonal of two new axes, offset columns to the right, with zeros elsewhere. The new
// axes are the last two, or those given.
func (t *Tensor) DiagEmbed(offset int, axes ...int) *Tensor {
	t.needAxes("diag_embed")
	if len(axes) == 2 {
		y := t.DiagEmbed(offset)
		to := y.axes("diag_embed", axes)
		return wrapMoved("diag_embed", permuted(y.n(), diagonalTo(y.Rank(), to[0], to[1])), y)
	}
	n := t.Dim(-1)
	size := n + max(offset, -offset)
	x := t.n()
	last := len(x.Shape) - 1
	x = padAxis(x, ops.IntValue(x.DType, 0), last, max(0, -offset), max(0, offset)) // one element a row
	x = insertAxis(x, last+1, size)
	row, col := lazy.NewIota(Int64, last, x.Shape...), lazy.NewIota(Int64, last+1, x.Shape...)
	hit := eq(add(row, intLike(row, int64(offset))), col)
	return derive("diag_embed", where(hit, x, intLike(x, 0)), t)
}

// diagonalTo is the permutation that takes the last two axes to places a and b.
func diagonalTo(rank, a, b int) []int {
	perm := make([]int, 0, rank)
	next := 0
	for i := range rank {
		switch i {
		case a:
			perm = append(perm, rank-2)
		case b:
			perm = append(perm, rank-1)
		default:
			perm = append(perm, next)
			next++
		}
	}
	return perm
}

// Trace is the sum of the diagonal of a matrix; integers give int64. Other ranks panic with *Error.
func (t *Tensor) Trace() *Tensor {
	t.mustRank("trace", 2, t)
	return t.Diagonal(0, 0, 1).Sum()
}

// Tril is t with zeros above diagonal k of the last two axes; k is 0 for the main one and grows to the right.
func (t *Tensor) Tril(k ...int) *Tensor {
	return t.triangle("tril", k, func(row, col node) node { return le(col, row) })
}

// Triu is t with zeros below diagonal k of the last two axes; k is 0 for the main one and grows to the right.
func (t *Tensor) Triu(k ...int) *Tensor {
	return t.triangle("triu", k, func(row, col node) node { return le(row, col) })
}

func (t *Tensor) triangle(op string, k []int, keep func(row, col node) node) *Tensor {
	if t.Rank() < 2 {
		bad(op, t).fail(lazy.ErrShape, "wants at least two axes")
	}
	x := t.n()
	r := len(x.Shape)
	row, col := lazy.NewIota(Int64, r-2, x.Shape...), lazy.NewIota(Int64, r-1, x.Shape...)
	if len(k) > 0 && k[0] != 0 {
		row = add(row, intLike(row, int64(k[0])))
	}
	return derive(op, where(keep(row, col), x, intLike(x, 0)), t)
}
