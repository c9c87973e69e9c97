package codegen

import (
	"fmt"
	"slices"
	"strings"

	"weft/schedule"
)

// Opts are the decisions on one nest. They are chosen by a model of the machine, can be printed, and fully decide with the
// kernel and the target what is emitted.
type Opts struct {
	// Axes are the nest's loops from the outside in; neighbouring ranges that are stepped through as one are one axis.
	Axes []Axis
	// Split names the parallel axes by number, the fastest varying last.
	Split []int
	// BigBody says that the expressions are long, so that loops are not unrolled to hide their cost.
	BigBody bool
	// Small says that so little is to be done that no loop is unrolled.
	Small bool
	// Blocked is a reduction whose results wait in scratch for a whole tile, nil if there is none.
	Blocked *blocking
	// Fills are the register tiles of contractions whose results are a scratch tile.
	Fills []fill
	// Tiled says that the copies are a register tile of a reduction.
	Tiled bool
}

// Axis is one loop of a nest and what was decided about it.
type Axis struct {
	r      *schedule.Range
	Extent int64
	// Lane: VL positions at a time, one a lane.
	Lane bool
	// Unroll is the number of copies side by side in a register tile.
	Unroll int
	// Block is the part of the axis that a tile covers; Extent where the axis is not parallel.
	Block int64
}

func (a *Axis) tiles() int64 { return (a.Extent + a.Block - 1) / a.Block }

func (o *Opts) parallel() []int { return o.Split }

func (o *Opts) tiles() int64 {
	n := int64(1)
	for _, k := range o.Split {
		n *= o.Axes[k].tiles()
	}
	return n
}

// String prints the decisions in a line.
func (o *Opts) String() string {
	var b strings.Builder
	for _, a := range o.Axes {
		fmt.Fprintf(&b, "r%d:%d", a.r.ID, a.Extent)
		if a.Lane {
			b.WriteString(" lane")
		}
		if a.Unroll > 1 {
			fmt.Fprintf(&b, " unroll %d", a.Unroll)
		}
		if a.Block < a.Extent {
			fmt.Fprintf(&b, " block %d", a.Block)
		}
		b.WriteString("; ")
	}
	for _, f := range o.Fills {
		fmt.Fprintf(&b, "row%d tile %s; ", f.st.ID, copies(f.axes))
	}
	fmt.Fprintf(&b, "parallel %v", o.Split)
	if o.Blocked != nil {
		b.WriteString("; results wait, tile " + copies(o.Blocked.fill))
		if o.Blocked.outer > 0 {
			fmt.Fprintf(&b, ", %d ranges around", o.Blocked.outer)
		}
		if o.Blocked.k > 0 {
			fmt.Fprintf(&b, ", pieces of %d", o.Blocked.k)
		}
	}
	return b.String()
}

// copies prints a register tile.
func copies(axes []Axis) string {
	all := make([]string, len(axes))
	for n, a := range axes {
		all[n] = fmt.Sprint(a.Unroll)
	}
	return strings.Join(all, "x")
}

// axesOf orders a nest's axes: positions first, then those that must come in order.
func axesOf(f *facts) []Axis {
	var axes []Axis
	for _, a := range f.merge(f.nest.Ranges, false) {
		axes = append(axes, Axis{r: a.r, Extent: a.extent, Unroll: 1, Block: a.extent})
	}
	slices.SortStableFunc(axes, func(a, b Axis) int { return isSeq(a) - isSeq(b) })
	return axes
}

func isSeq(a Axis) int {
	if a.r.Kind == schedule.Seq {
		return 1
	}
	return 0
}
