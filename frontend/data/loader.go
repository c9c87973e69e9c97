package data

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"weft/frontend/tensor"
)

// Loader hands out a set in batches, epoch by epoch.
type Loader struct {
	set     *Set
	size    int
	shuffle bool
	drop    bool
	device  string
	at      LoaderState
	begun   bool // the epoch of at has been asked for
}

// LoaderState is a loader's place: what the orders come from, the epoch, and how many of its batches were handed out.
type LoaderState struct{ Seed, Epoch, Batch uint64 }

// LoaderOption changes how batches are made.
type LoaderOption func(*Loader)

// Shuffle puts the samples into another order in every epoch; the same seed gives the same orders.
func Shuffle(seed uint64) LoaderOption { return func(l *Loader) { l.shuffle, l.at.Seed = true, seed } }

// DropLast leaves out a last batch that is not full.
func DropLast() LoaderOption { return func(l *Loader) { l.drop = true } }

// On makes batches on a named device.
func On(device string) LoaderOption { return func(l *Loader) { l.device = device } }

// NewLoader makes batches of size samples in the set's order; the last of an epoch has what is left. A size below 1 panics with
// *tensor.Error.
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

// Epoch goes through all samples once, in batches (x, y) of shapes (size, ...). Each call is the next epoch, with its own order
// where the loader shuffles; an epoch that was left early is not gone on with, but for the first one after SetState.
func (l *Loader) Epoch() iter.Seq2[*tensor.Tensor, *tensor.Tensor] {
	if l.begun {
		l.at = LoaderState{Seed: l.at.Seed, Epoch: l.at.Epoch + 1}
	}
	l.begun = true
	order, first := l.order(), l.at.Batch
	return func(yield func(x, y *tensor.Tensor) bool) {
		for i := first; i < uint64(l.Len()); i++ {
			l.at.Batch = i + 1
			start := int(i) * l.size
			part := order[start:min(start+l.size, len(order))]
			if !yield(l.set.X.take(part).Tensor(l.device), l.set.Y.take(part).Tensor(l.device)) {
				return
			}
		}
	}
}

// order is the samples' places in the epoch.
func (l *Loader) order() []int {
	order := make([]int, l.set.Len())
	for i := range order {
		order[i] = i
	}
	if l.shuffle {
		r := rand.New(rand.NewPCG(l.at.Seed, l.at.Epoch))
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return order
}

// State is the loader's place, for a checkpoint: inside an epoch the batches that were handed out count, after its last batch
// the place is the start of the next epoch.
func (l *Loader) State() LoaderState {
	if l.begun && l.at.Batch >= uint64(l.Len()) {
		return LoaderState{Seed: l.at.Seed, Epoch: l.at.Epoch + 1}
	}
	return l.at
}

// SetState has the next Epoch go on from a place that State gave of a loader of the same set, size and options.
func (l *Loader) SetState(s LoaderState) { l.at, l.begun = s, false }
