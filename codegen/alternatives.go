package codegen

import (
	"slices"

	"weft/schedule"
)

// Decisions are the texts of what is decided on each phase of a kernel, as LowerOptions takes them.
type Decisions []string

// Alternatives lists what else might be decided on a kernel: in each one phase differs from the model's choice, by one decision. All
// of them compute the same bits, as the order of reductions is not codegen's to change.
func Alternatives(k *schedule.Kernel, t Target) []Decisions {
	l := &lowering{k: k, t: t}
	for _, ps := range passes[:passAt("emit")] {
		ps.run(l)
	}
	var all []Decisions
	for n, o := range l.opts {
		for _, other := range o.others(t) {
			d := make(Decisions, len(l.opts))
			d[n] = other
			all = append(all, d)
		}
	}
	return all
}

// others are the texts of the nest's alternatives, the most promising kinds first.
func (o *Opts) others(t Target) []string {
	model := o.String()
	var texts []string
	try := func(change func(c *Opts)) {
		c := o.clone()
		change(c)
		if text := c.String(); text != model && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if o.Blocked != nil {
		try(func(c *Opts) { c.Blocked = nil })
		for _, k := range []int64{128, 512} {
			try(func(c *Opts) { c.Blocked.piece(k) })
		}
	}
	for n := range o.Axes {
		if o.Blocked != nil && n >= o.Blocked.from {
			continue
		}
		for _, u := range []int{1, 2, 3, 4, 6, 8} {
			try(func(c *Opts) { c.Axes[n].copies(u, t) })
		}
	}
	for _, n := range o.Split {
		if o.Blocked != nil && n >= o.Blocked.from {
			continue
		}
		for _, by := range []float64{0.5, 2, 0.25, 4} {
			try(func(c *Opts) { c.Axes[n].cut(by, t) })
		}
	}
	return texts
}

// piece sets the length of a cut reduction's pieces.
func (b *blocking) piece(k int64) {
	if b.k > 0 {
		b.k = k
	}
}

// copies sets the copies side by side, with a tile that is a whole number of them. An axis that the model copies nothing along, as it may
// not, stays as it is.
func (a *Axis) copies(u int, t Target) {
	if a.Unroll == 1 && !a.Lane {
		return
	}
	if old := a.Unroll; a.Extent < a.step(t)/int64(old)*int64(u) {
		return
	}
	a.Unroll = u
	a.cut(1, t)
}

// cut makes the axis's tile longer or shorter by a factor, in whole steps. An axis that is one tile stays one.
func (a *Axis) cut(by float64, t Target) {
	if a.Block >= a.Extent {
		return
	}
	step := a.step(t)
	if block := max(1, int64(float64(a.Block)*by)/step) * step; block < a.Extent {
		a.Block = block
	}
}
