package tensor

import (
	"slices"
	"sync"

	"weft/lazy"
	"weft/ops"
)

// A line to be sorted holds an element as one or two signed words, compared one after the other: a key, and the element's
// place, which makes no two elements equal and the order stable. A key of 32 bits and the place share one word.
type sortLine []node

// shortLine is the greatest length at which the elements that come before each one are counted: two kernels that fuse
// with what is around them. Longer lines go through the network (docs/adr/0017).
const shortLine = 64

// sortOrder gives, for each place along axis, which element of x belongs there.
func sortOrder(x node, axis int, descending bool) node {
	x = detached(x)
	if prod(x.Shape) == 0 || x.Shape[axis] == 1 {
		return lazy.NewConst(ops.IntValue(Int64, 0), x.Shape...)
	}
	key := orderKey(permuted(x, moved(len(x.Shape), axis)))
	if descending {
		key = not(key)
	}
	order := keyOrder(key)
	return permuted(order, slices.Insert(count(len(x.Shape)-1), axis, len(x.Shape)-1))
}

// keyOrder is the order of the last axis of keys (int32 or int64), rising.
func keyOrder(key node) node {
	n := lastLen(key)
	line := sortLineOf(key)
	if n <= shortLine {
		return line.counted()
	}
	last := len(key.Shape) - 1
	return shrinkAxis(line.padded().network(sortLine.before).place(), last, 0, n)
}

func lastLen(x node) int { return x.Shape[len(x.Shape)-1] }

// orderKey maps x to signed integers that rise as sorting has it: zeros of both signs are equal, NaN is the greatest.
func orderKey(x node) node {
	switch d := x.DType; {
	case d.IsFloat():
		return floatKey(widened(x))
	case d == Int64:
		return x
	case d == Uint32 || d == Uint64:
		signed := map[DType]DType{Uint32: Int32, Uint64: Int64}[d]
		x = lazy.Bitcast(x, signed)
		return lazy.Elementwise(ops.Xor, x, lazy.NewConst(ops.Lowest(signed), x.Shape...))
	}
	return castTo(x, Int32)
}

// floatKey turns the order of negative floats round: read as integers, they fall.
func floatKey(x node) node {
	d := Int32
	if x.DType == Float64 {
		d = Int64
	}
	most := lazy.NewConst(ops.Highest(d), x.Shape...)
	bits := lazy.Bitcast(where(eq(x, constLike(x, 0)), constLike(x, 0), x), d)
	bits = where(lt(bits, intLike(bits, 0)), lazy.Elementwise(ops.Xor, bits, most), bits)
	return where(isNaN(x), most, bits)
}

// sortLineOf puts keys and places together.
func sortLineOf(key node) sortLine {
	place := lazy.NewIota(Int64, len(key.Shape)-1, key.Shape...)
	narrow := key.DType == Int32 && lastLen(key) <= 1<<32
	key = castTo(key, Int64)
	if !narrow {
		return sortLine{key, place}
	}
	return sortLine{lazy.Elementwise(ops.Or, lazy.Elementwise(ops.Shl, key, intLike(key, 32)), place)}
}

// place is where each element of the line came from.
func (l sortLine) place() node {
	if len(l) == 2 {
		return l[1]
	}
	return lazy.Elementwise(ops.And, l[0], intLike(l[0], 1<<32-1))
}

// each changes all words alike.
func (l sortLine) each(f func(word node) node) sortLine {
	out := make(sortLine, len(l))
	for i, word := range l {
		out[i] = f(word)
	}
	return out
}

// before says which elements of l belong before those of other.
func (l sortLine) before(other sortLine) node {
	less := lt(l[len(l)-1], other[len(l)-1])
	for i := len(l) - 2; i >= 0; i-- {
		less = or(lt(l[i], other[i]), and(eq(l[i], other[i]), less))
	}
	return less
}

// counted is the order of a short line: an element's rank is the number of those before it.
func (l sortLine) counted() node {
	last, n := len(l[0].Shape)-1, lastLen(l[0])
	mine := l.each(func(word node) node { return insertAxis(word, last+1, n) })
	other := l.each(func(word node) node { return insertAxis(word, last, n) })
	rank := lazy.ReduceNode(ops.ReduceAdd, castTo(other.before(mine), Int64), last+1)
	return scattered(ops.ReduceAdd, last, n, rank, lazy.NewIota(Int64, last, rank.Shape...))
}

// padded lengthens the line to a power of two by elements that belong behind all others.
func (l sortLine) padded() sortLine {
	last, n, size := len(l[0].Shape)-1, lastLen(l[0]), 1
	for size < n {
		size *= 2
	}
	return l.each(func(word node) node {
		return lazy.ContiguousNode(padAxis(word, ops.Highest(Int64), last, 0, size-n))
	})
}

// network sorts a line of a power of two elements by a bitonic network: blocks that are sorted are joined in pairs to blocks
// of twice the size. Each element is compared first with its mirror image in the block, then at half the distances.
func (l sortLine) network(before func(a, b sortLine) node) sortLine {
	n := lastLen(l[0])
	for block := 2; block <= n; block *= 2 {
		l = l.exchange(block-1, before)
		for apart := block / 4; apart > 0; apart /= 2 {
			l = l.exchange(apart, before)
		}
	}
	return l
}

// exchange is one stage: the elements at places i and i^mask change places where the first belongs behind the second. The
// mask is read at launch, so that one kernel is all stages of all lines of one size.
func (l sortLine) exchange(mask int, before func(a, b sortLine) node) sortLine {
	shape := l[0].Shape
	i := lazy.NewIota(Int64, len(shape)-1, shape...)
	partner := lazy.Elementwise(ops.Xor, i, expandTo(exchangeMask(mask), shape))
	partner = lazy.Elementwise(ops.And, partner, intLike(partner, int64(lastLen(i)-1))) // changes nothing: a bound that can be seen
	other := l.each(func(word node) node { return gatherNode(word, len(shape)-1, partner) })
	take := eq(before(other, l), lt(i, partner))
	out := make(sortLine, len(l))
	for k := range l {
		out[k] = lazy.ContiguousNode(where(take, other[k], l[k]))
	}
	return out
}

// exchangeMasks holds the scalar of each mask, so that sorting the same values twice is the same graph.
var exchangeMasks sync.Map

func exchangeMask(mask int) node {
	if n, ok := exchangeMasks.Load(mask); ok {
		return n.(node)
	}
	n, _ := exchangeMasks.LoadOrStore(mask, lazy.LooseScalar(ops.IntValue(Int64, int64(mask))))
	return n.(node)
}
