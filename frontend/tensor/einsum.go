package tensor

import (
	"slices"
	"strings"

	"weft/lazy"
	"weft/ops"
)

// Einsum multiplies tensors and sums over the letters that the result does not name, as in "ij,jk->ik". Without an
// arrow the result has the letters that occur once, in order. A letter twice in one operand is its diagonal; "..."
// stands for axes that broadcast. Letters of different lengths and other mistakes panic with *Error.
func Einsum(equation string, ts ...*Tensor) *Tensor {
	e := parseEinsum(equation, ts)
	sum := ""
	for i, t := range ts {
		t = e.operand(i, t)
		if i == 0 {
			sum = e.in[0]
			e.value = t
			continue
		}
		sum = e.multiply(sum, i, t)
	}
	return e.finish(sum)
}

// einsum is an equation being worked off: every label is one byte, those above 127 stand for axes of the ellipsis.
type einsum struct {
	in    []string
	out   string
	ts    []*Tensor
	size  map[byte]int
	value *Tensor
}

func (e *einsum) fail(format string, args ...any) {
	bad("einsum", e.ts...).fail(lazy.ErrValue, format, args...)
}

func parseEinsum(equation string, ts []*Tensor) *einsum {
	e := &einsum{ts: ts, size: map[byte]int{}}
	left, right, arrow := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	terms := strings.Split(left, ",")
	if len(terms) != len(ts) || len(ts) == 0 {
		e.fail("the equation names %d operands, %d are given", len(terms), len(ts))
	}
	longest := ""
	for i, term := range terms {
		dots, labels := e.spell(term, ts[i].Rank())
		if len(dots) > len(longest) {
			longest = dots
		}
		e.in = append(e.in, labels)
	}
	if arrow {
		e.out = strings.Replace(right, "...", longest, 1)
	} else {
		e.out = longest + e.once(left)
	}
	e.measure()
	return e
}

// spell replaces the ellipsis of a term by labels, aligned at the last axis.
func (e *einsum) spell(term string, rank int) (dots, labels string) {
	named := strings.Replace(term, "...", "", 1)
	free := rank - len(named)
	if free < 0 || free > 0 && named == term {
		e.fail("term %q does not fit an operand of rank %d", term, rank)
	}
	for i := free; i > 0; i-- {
		dots += string([]byte{byte(127 + i)})
	}
	if named == term {
		return "", term
	}
	return dots, strings.Replace(term, "...", dots, 1)
}

// once is the letters that occur once, sorted.
func (e *einsum) once(left string) string {
	var out []byte
	for c := byte('A'); c <= 'z'; c++ {
		if (c <= 'Z' || c >= 'a') && strings.Count(left, string(c)) == 1 {
			out = append(out, c)
		}
	}
	return string(out)
}

// measure finds the length of each label and checks the equation.
func (e *einsum) measure() {
	for i, labels := range e.in {
		for k := range len(labels) {
			c, d := labels[k], e.ts[i].n().Shape[k]
			if c < 127 && !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
				e.fail("%q is no letter", string(c))
			}
			old, ok := e.size[c]
			if ok && old != d && old != 1 && d != 1 {
				bad("einsum", e.ts...).at(k).fail(lazy.ErrShape,
					"subscript %s has length %d in operand %d and %d before", string(c), d, i, old)
			}
			if !ok || old == 1 {
				e.size[c] = d
			}
		}
	}
	for k := range len(e.out) {
		c := e.out[k]
		if _, ok := e.size[c]; !ok {
			e.fail("subscript %s of the result appears in no operand", string([]byte{c}))
		}
		if strings.IndexByte(e.out, c) != k {
			e.fail("subscript %s appears twice in the result", string([]byte{c}))
		}
	}
}

// operand takes the diagonal of labels that a term repeats and sums over labels that occur nowhere else.
func (e *einsum) operand(i int, t *Tensor) *Tensor {
	labels := e.in[i]
	for k := 0; k < len(labels); k++ {
		if first := strings.IndexByte(labels, labels[k]); first < k {
			c := labels[k : k+1]
			t = t.Diagonal(0, first, k)
			labels = labels[:first] + labels[first+1:k] + labels[k+1:] + c
			k = 0
		}
	}
	var alone []int
	rest := ""
	for k := range len(labels) {
		if e.neededBeside(labels[k], i) {
			rest += labels[k : k+1]
		} else {
			alone = append(alone, k)
		}
	}
	if len(alone) > 0 {
		t = t.Sum(alone...)
	}
	e.in[i] = rest
	return t
}

func (e *einsum) neededBeside(c byte, i int) bool {
	if strings.IndexByte(e.out, c) >= 0 {
		return true
	}
	for j, labels := range e.in {
		if j != i && strings.IndexByte(labels, c) >= 0 {
			return true
		}
	}
	return false
}

// multiply takes operand i into the product and sums over the labels that nothing after it needs.
func (e *einsum) multiply(sum string, i int, t *Tensor) string {
	all := sum
	for k := range len(e.in[i]) {
		if strings.IndexByte(all, e.in[i][k]) < 0 {
			all += e.in[i][k : k+1]
		}
	}
	keep, gone := "", ""
	for k := range len(all) {
		c := all[k]
		later := slices.ContainsFunc(e.in[i+1:], func(s string) bool { return strings.IndexByte(s, c) >= 0 })
		if later || strings.IndexByte(e.out, c) >= 0 {
			keep += string([]byte{c})
		} else {
			gone += string([]byte{c})
		}
	}
	order := keep + gone
	e.value = e.contract(spreadLabels(e.value, sum, order), spreadLabels(t, e.in[i], order), order, len(gone))
	return keep
}

// spreadLabels puts t's axes, named by labels, in the order of all, with length 1 for those it lacks.
func spreadLabels(t *Tensor, labels, all string) *Tensor {
	var perm, shape []int
	for k := range len(all) {
		at := strings.IndexByte(labels, all[k])
		if at < 0 {
			shape = append(shape, 1)
			continue
		}
		perm, shape = append(perm, at), append(shape, t.n().Shape[at])
	}
	return t.Permute(perm...).Reshape(shape...)
}

// contract is the sum of products over the last axes.
func (e *einsum) contract(a, b *Tensor, order string, gone int) *Tensor {
	if gone == 0 {
		return a.Mul(b)
	}
	d, err := ops.Promote(a.DType(), b.DType())
	if err != nil || d == Bool {
		e.fail("operands have no common number type")
	}
	shape := make([]int, len(order))
	for k := range len(order) {
		shape[k] = e.size[order[k]]
	}
	left, right := expandTo(widened(castTo(a.n(), d)), shape), expandTo(widened(castTo(b.n(), d)), shape)
	var axes []int
	for k := len(order) - gone; k < len(order); k++ {
		axes = append(axes, k)
	}
	f := fold{t: wrap(left, a.device), axes: axes}
	return derive("einsum", castTo(f.sum(mul(left, right)), d), a, b)
}

// finish sums over what is left and orders the axes as the result names them.
func (e *einsum) finish(labels string) *Tensor {
	var gone, perm []int
	rest := ""
	for k := range len(labels) {
		if strings.IndexByte(e.out, labels[k]) < 0 {
			gone = append(gone, k)
		} else {
			rest += labels[k : k+1]
		}
	}
	out := e.value
	if len(gone) > 0 {
		out = out.Sum(gone...)
	}
	for k := range len(e.out) {
		perm = append(perm, strings.IndexByte(rest, e.out[k]))
	}
	return out.Permute(perm...)
}
