package codegen

import (
	"fmt"
	"slices"
	"strings"
)

// clone is a copy that shares nothing that decisions change.
func (o *Opts) clone() *Opts {
	c := *o
	c.Axes, c.Split = slices.Clone(o.Axes), slices.Clone(o.Split)
	if o.Blocked != nil {
		b := *o.Blocked
		b.fill = slices.Clone(b.fill)
		c.Blocked = &b
	}
	return &c
}

// replay is what text, in the form that String prints, decides where the model has decided o: other copies, tiles and pieces of the
// same axes, or results that do not wait. Whatever the text is, the outcome prints as it or is an error.
func (o *Opts) replay(text string, t Target) (*Opts, error) {
	r := o.clone()
	axes, rest, _ := strings.Cut(text, "parallel ")
	split, wait, _ := strings.Cut(rest, "; ")
	for n, part := range strings.Split(axes, "; ") {
		if n < len(r.Axes) {
			r.Axes[n].replay(part)
		}
	}
	r.Split = r.Split[:0]
	for _, word := range strings.Fields(strings.Trim(split, "[]")) {
		if n := number(word); n < int64(len(r.Axes)) {
			r.Split = append(r.Split, int(n))
		}
	}
	if wait == "" {
		r.Blocked = nil
	} else if r.Blocked != nil {
		r.Blocked.replay(wait)
	}
	if r.String() != text || !r.sound(o, t) {
		return nil, fmt.Errorf("decisions %q do not fit %q", text, o.String())
	}
	return r, nil
}

// sound says that the lanes are the model's, that tiles are whole numbers of steps, and that each axis which is cut is shared out once.
func (o *Opts) sound(model *Opts, t Target) bool {
	for n := range o.Axes {
		a, shares := &o.Axes[n], 0
		for _, k := range o.Split {
			if k == n {
				shares++
			}
		}
		if a.Lane != model.Axes[n].Lane || shares > 1 || a.tiles() > 1 && (shares == 0 || a.Block%a.step(t) != 0) {
			return false
		}
	}
	return true
}

// replay takes what follows the axis's name.
func (a *Axis) replay(text string) {
	words := strings.Fields(text)
	a.Lane, a.Unroll, a.Block = slices.Contains(words, "lane"), 1, a.Extent
	for i := 1; i < len(words); i++ {
		switch n := number(words[i]); words[i-1] {
		case "unroll":
			a.Unroll = int(min(n, maxReplay))
		case "block":
			a.Block = max(n, 1)
		}
	}
}

// maxReplay bounds the copies that a text can ask for.
const maxReplay = 64

func (b *blocking) replay(text string) {
	b.k = 0
	tile, rest, _ := strings.Cut(strings.TrimPrefix(text, "results wait, tile "), ", ")
	for n, copies := range strings.Split(tile, "x") {
		if n < len(b.fill) {
			b.fill[n].Unroll = int(min(max(number(copies), 1), maxReplay))
		}
	}
	if k, cut := strings.CutPrefix(rest, "pieces of "); cut {
		b.k = number(k)
	}
}

// number reads digits, 0 for anything else.
func number(word string) int64 {
	n := int64(0)
	if _, err := fmt.Sscanf(word, "%d", &n); err != nil || n < 0 {
		return 0
	}
	return n
}
