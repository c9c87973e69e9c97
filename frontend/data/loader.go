package data

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"weft/frontend/tensor"
)

// Set is samples and what is to be learned from each: two arrays with equally long first axes.
type Set struct{ X, Y *Array }

// NewSet pairs two arrays. Different numbers of samples panic with the one error type.
func NewSet(x, y *Array) *Set {
	if x.Len() != y.Len() {
		panic(dataError("data set", fmt.Sprintf("%d samples but %d targets", x.Len(), y.Len()), ""))
	}
	return &Set{x, y}
}

// Len is the number of samples.
func (s *Set) Len() int { return s.X.Len() }

// Split cuts the set after n samples.
func (s *Set) Split(n int) (first, rest *Set) {
	return &Set{s.X.Slice(0, n), s.Y.Slice(0, n)}, &Set{s.X.Slice(n, s.Len()), s.Y.Slice(n, s.Len())}
}

// Tensors is the whole set as tensors.
func (s *Set) Tensors() (x, y *tensor.Tensor) { return s.X.Tensor(), s.Y.Tensor() }

// Loader hands out a set in batches, epoch by epoch.
type Loader struct {
	set     *Set
	size    int
	shuffle bool
	drop    bool
	device  string
	seed    uint64
	epoch   uint64
}

// LoaderOption changes how batches are made.
type LoaderOption func(*Loader)

// Shuffle puts the samples into another order in every epoch; the same seed gives the same orders.
func Shuffle(seed uint64) LoaderOption { return func(l *Loader) { l.shuffle, l.seed = true, seed } }

// DropLast leaves out a last batch that is not full.
func DropLast() LoaderOption { return func(l *Loader) { l.drop = true } }

// On makes batches on a named device.
func On(device string) LoaderOption { return func(l *Loader) { l.device = device } }

// NewLoader makes batches of size samples; the last of an epoch has what is left. A size below 1 panics with the one error type.
func NewLoader(set *Set, size int, opts ...LoaderOption) *Loader {
	if size < 1 {
		panic(dataError("loader", fmt.Sprintf("batches of %d samples", size), ""))
	}
	l := &Loader{set: set, size: size}
	for _, o := range opts {
		o(l)
	}
	return l
}

// Len is the number of batches of an epoch.
func (l *Loader) Len() int {
	if l.drop {
		return l.set.Len() / l.size
	}
	return (l.set.Len() + l.size - 1) / l.size
}

// Epoch goes through all samples once, in batches (x, y). Each call is the next epoch, with its own order where the loader
// shuffles.
func (l *Loader) Epoch() iter.Seq2[*tensor.Tensor, *tensor.Tensor] {
	order := l.order()
	return func(yield func(x, y *tensor.Tensor) bool) {
		for i := range l.Len() {
			part := order[i*l.size : min((i+1)*l.size, len(order))]
			if !yield(l.set.X.take(part).Tensor(l.device), l.set.Y.take(part).Tensor(l.device)) {
				return
			}
		}
	}
}

func (l *Loader) order() []int {
	order := make([]int, l.set.Len())
	for i := range order {
		order[i] = i
	}
	if l.shuffle {
		r := rand.New(rand.NewPCG(l.seed, l.epoch))
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	l.epoch++
	return order
}
