// Package handles holds random sequences of views, assignments, arithmetic and realizing on tensors against a plain
// model: a handle's value changes only by what is done to it or to a view of it, whenever anything is computed.
package handles

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	_ "weft/codegen/llvm"
	"weft/frontend/tensor"
)

// handle is a tensor and what it should hold. A view knows which element of its base each of its elements is.
type handle struct {
	t      *tensor.Tensor
	values []float32
	base   *handle
	at     []int
}

// set gives the handle a value and writes it through to its bases; other handles keep theirs.
func (h *handle) set(values []float32) {
	h.values = values
	for v := h; v.base != nil; v = v.base {
		up := slices.Clone(v.base.values)
		for i, at := range v.at {
			up[at] = v.values[i]
		}
		v.base.values = up
	}
}

type world struct {
	r   *rand.Rand
	all []*handle
	log []string
}

func (w *world) note(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

func (w *world) name(h *handle) string { return fmt.Sprintf("h%d", slices.Index(w.all, h)) }

func (w *world) add(h *handle, format string, args ...any) {
	w.note("h%d = "+format, append([]any{len(w.all)}, args...)...)
	w.all = append(w.all, h)
}

func (w *world) pick() *handle { return w.all[w.r.IntN(len(w.all))] }

func (w *world) fresh() {
	shape := []int{1 + w.r.IntN(4), 1 + w.r.IntN(4)}
	values := make([]float32, shape[0]*shape[1])
	for i := range values {
		values[i] = float32(w.r.IntN(10))
	}
	if w.r.IntN(4) == 0 {
		for i := range values {
			values[i] = 1
		}
		w.add(&handle{t: tensor.Ones(shape...), values: values}, "Ones(%v)", shape)
		return
	}
	w.add(&handle{t: tensor.New(values, shape...), values: slices.Clone(values)}, "New(%v, %v)", values, shape)
}

// view makes a movement; where each element came from is read off the same movement of positions.
func (w *world) view() {
	h := w.pick()
	positions := make([]float32, len(h.values))
	for i := range positions {
		positions[i] = float32(i)
	}
	name, move := w.movement(h.t.Shape())
	v := &handle{t: move(h.t), base: h}
	if strings.HasPrefix(name, "Flip") { // a copy, as in PyTorch
		v.base = nil
	}
	for _, p := range tensor.MustData[float32](move(tensor.New(positions, h.t.Shape()...))) {
		v.at = append(v.at, int(p))
		v.values = append(v.values, h.values[int(p)])
	}
	w.add(v, "%s.%s", w.name(h), name)
}

func (w *world) movement(shape []int) (string, func(*tensor.Tensor) *tensor.Tensor) {
	if len(shape) == 0 {
		return "Reshape(1)", func(t *tensor.Tensor) *tensor.Tensor { return t.Reshape(1) }
	}
	axis := w.r.IntN(len(shape))
	start := w.r.IntN(shape[axis])
	end := start + 1 + w.r.IntN(shape[axis]-start)
	step := 1 + w.r.IntN(2)
	switch w.r.IntN(6) {
	case 0:
		if len(shape) == 2 {
			return "T()", func(t *tensor.Tensor) *tensor.Tensor { return t.T() }
		}
	case 1:
		return "Reshape(-1)", func(t *tensor.Tensor) *tensor.Tensor { return t.Reshape(-1) }
	case 2:
		return fmt.Sprintf("Flip(%d)", axis), func(t *tensor.Tensor) *tensor.Tensor { return t.Flip(axis) }
	case 3:
		if len(shape) > 1 {
			return fmt.Sprintf("Select(%d, %d)", axis, start), func(t *tensor.Tensor) *tensor.Tensor { return t.Select(axis, start) }
		}
	}
	return fmt.Sprintf("SliceAxis(%d, %d, %d, %d)", axis, start, end, step), func(t *tensor.Tensor) *tensor.Tensor {
		return t.SliceAxis(axis, start, end, step)
	}
}

// compute makes a new value of two handles of one shape.
func (w *world) compute() {
	a, b := w.pick(), w.pick()
	if !slices.Equal(a.t.Shape(), b.t.Shape()) {
		b = a
	}
	values := make([]float32, len(a.values))
	for i := range values {
		values[i] = small(a.values[i] + b.values[i])
	}
	sum := a.t.Add(b.t)
	w.add(&handle{t: sum.Sub(sum.Div(16).Floor().Mul(16)), values: values}, "(%s + %s) mod 16", w.name(a), w.name(b))
}

// small keeps numbers exact.
func small(x float32) float32 {
	for x >= 16 {
		x -= 16
	}
	return x
}

// write changes a handle in place, by a number or by a handle of its shape.
func (w *world) write() {
	h, number := w.pick(), float32(w.r.IntN(10))
	other := w.pick()
	same := slices.Equal(h.t.Shape(), other.t.Shape())
	values := slices.Clone(h.values)
	switch {
	case same && w.r.IntN(2) == 0:
		copy(values, other.values)
		h.t.Assign(other.t)
		w.note("%s.Assign(%s)", w.name(h), w.name(other))
	case w.r.IntN(3) == 0:
		for i := range values {
			values[i] = number
		}
		h.t.Fill(number)
		w.note("%s.Fill(%v)", w.name(h), number)
	default:
		for i := range values {
			values[i] = small(values[i]*2 + 1)
		}
		next := h.t.Mul(2).Add(1)
		h.t.Update(next.Sub(next.Div(16).Floor().Mul(16)))
		w.note("%s = (%s*2+1) mod 16 in place", w.name(h), w.name(h))
	}
	h.set(values)
}

// shift moves a part of a handle over another part of it: x[1:] = x[:-1] reads the old x.
func (w *world) shift() {
	h := w.pick()
	shape := h.t.Shape()
	if len(shape) == 0 || shape[0] < 2 {
		return
	}
	n, row := shape[0], len(h.values)/shape[0]
	h.t.SetSlice(h.t.Slice(0, n-1), tensor.R(1))
	values := slices.Clone(h.values)
	copy(values[row:], h.values[:row*(n-1)])
	h.set(values)
	w.note("%s[1:] = %s[:-1]", w.name(h), w.name(h))
}

func (w *world) realize() {
	h := w.pick()
	h.t.Realize()
	w.note("%s.Realize()", w.name(h))
}

func (w *world) step() {
	switch w.r.IntN(9) {
	case 0:
		w.fresh()
	case 1, 2:
		w.view()
	case 3:
		w.compute()
	case 4, 5:
		w.write()
	case 6:
		w.shift()
	default:
		w.realize()
	}
}

func TestHandles(t *testing.T) {
	for seed := range uint64(250) {
		w := &world{r: rand.New(rand.NewPCG(seed, 1))}
		w.fresh()
		for range 25 {
			w.step()
		}
		for i, h := range w.all {
			if got := tensor.MustData[float32](h.t); !slices.Equal(got, h.values) {
				t.Fatalf("seed %d: h%d holds %v, want %v\n%s", seed, i, got, h.values, strings.Join(w.log, "\n"))
			}
		}
	}
}
