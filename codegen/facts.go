package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// facts is what the choices and the emission of one nest need to know about its expressions.
type facts struct {
	nest *schedule.Nest
	// all holds every expression of the nest, operands before users, scratch tiles' values included.
	all     []*schedule.Expr
	reduces []*schedule.Expr
	indices []*affine // of loads, scratch reads and stores
	extent  map[int]int64
	// pinned ranges are used by themselves: as values, in indices that are not affine, or by a scan.
	pinned map[int]bool
	// absorbed ranges are part of the next inner one, whose extent covers both.
	absorbed map[int]bool
	merged   map[*schedule.Reduction][]axis
	deps     map[*schedule.Expr][]*schedule.Expr
	loads    map[*schedule.Expr][]*schedule.Expr
	// replaced are reductions that are read from a scratch row instead, but while that row is filled.
	replaced map[*schedule.Expr]*schedule.Expr
	// staged holds the ranges that each scratch tile depends on.
	staged [][]int
}

// axis is a range of a nest or reduction together with the ranges it has absorbed.
type axis struct {
	r      *schedule.Range
	extent int64
}

func factsOf(n *schedule.Nest) *facts {
	f := &facts{nest: n, extent: map[int]int64{}, pinned: map[int]bool{}, absorbed: map[int]bool{},
		merged: map[*schedule.Reduction][]axis{}, deps: map[*schedule.Expr][]*schedule.Expr{}, loads: map[*schedule.Expr][]*schedule.Expr{}, replaced: map[*schedule.Expr]*schedule.Expr{}}
	seen := map[*schedule.Expr]bool{}
	indexOnly := map[*schedule.Expr]bool{}
	for _, st := range n.Stores {
		f.index(st.Index, seen, indexOnly)
		f.visit(st.Value, seen, indexOnly)
		if st.Gate != nil {
			f.visit(st.Gate, seen, indexOnly)
		}
	}
	for _, r := range n.Ranges {
		f.extent[r.ID] = r.Extent
	}
	f.stageInner()
	for _, x := range f.all {
		if x.Code == schedule.StageLoad {
			f.staged = append(f.staged, stageFree(x.Stage))
		}
	}
	return f
}

// stages says whether a scratch tile depends on a range.
func (f *facts) stages(id int) bool {
	return slices.ContainsFunc(f.staged, func(free []int) bool { return slices.Contains(free, id) })
}

// index notes an index: what is affine in it is no use of a range by itself.
func (f *facts) index(x *schedule.Expr, seen, done map[*schedule.Expr]bool) {
	if done[x] {
		return
	}
	done[x] = true
	a := affineOf(x)
	f.indices = append(f.indices, a)
	for _, t := range a.rest {
		f.visit(t.e, seen, done)
	}
}

func (f *facts) visit(x *schedule.Expr, seen, done map[*schedule.Expr]bool) {
	if seen[x] {
		return
	}
	seen[x] = true
	if a := linearOf(x); a != nil {
		f.indices, f.all = append(f.indices, a), append(f.all, x)
		return
	}
	src := x.Src
	switch x.Code {
	case schedule.RangeVar:
		f.pinned[x.Range.ID] = true
	case schedule.Scan:
		f.pinned[x.Range.ID] = true
		f.extent[x.Range.ID] = x.Range.Extent
	case schedule.Load, schedule.StageLoad:
		f.index(src[0], seen, done)
		src = src[1:]
	case schedule.Reduce:
		for _, r := range x.Red.Ranges {
			f.extent[r.ID] = r.Extent
		}
	}
	if x.Code == schedule.StageLoad {
		for _, r := range x.Stage.Ranges {
			f.extent[r.ID] = r.Extent
			f.pinned[r.ID] = true
		}
		f.visit(x.Stage.Value, seen, done)
	}
	for _, s := range src {
		f.visit(s, seen, done)
	}
	f.all = append(f.all, x)
	if x.Code == schedule.Reduce {
		f.reduces = append(f.reduces, x)
	}
}

// merge joins neighbouring ranges that every index steps through as one: coef(outer) = coef(inner) * extent(inner).
func (f *facts) merge(ranges []*schedule.Range, keepLast bool) []axis {
	var axes []axis
	for n := len(ranges) - 1; n >= 0; n-- {
		r := ranges[n]
		if r.Extent == 1 {
			continue
		}
		if k := len(axes) - 1; k >= 0 && !(keepLast && k == 0) && f.joins(r, axes[k]) {
			axes[k].extent *= r.Extent
			f.absorbed[r.ID] = true
			continue
		}
		axes = append(axes, axis{r, r.Extent})
	}
	slices.Reverse(axes)
	return axes
}

func (f *facts) joins(outer *schedule.Range, inner axis) bool {
	if f.pinned[outer.ID] || f.pinned[inner.r.ID] || outer.Kind != inner.r.Kind {
		return false
	}
	for _, a := range f.indices {
		if a.coef(outer) != a.coef(inner.r)*inner.extent {
			return false
		}
	}
	return true
}

// redAxes are the loops of a reduction. The last range of an Across order stays by itself: it has the lanes.
func (f *facts) redAxes(red *schedule.Reduction) []axis {
	axes, ok := f.merged[red]
	if !ok {
		axes = f.merge(red.Ranges, acrossLanes(red))
		f.merged[red] = axes
	}
	return axes
}

// dependencies are the reductions that x's body reaches, operands before users.
func (f *facts) dependencies(x *schedule.Expr) []*schedule.Expr {
	found, ok := f.deps[x]
	if !ok {
		found = f.reach(x.Src[0], true, func(y *schedule.Expr) bool { return y.Code == schedule.Reduce })
		f.deps[x] = found
	}
	return found
}

// stageLoads are the scratch reads that x's body reaches directly.
func (f *facts) stageLoads(x *schedule.Expr) []*schedule.Expr {
	found, ok := f.loads[x]
	if !ok {
		found = f.reach(x.Src[0], false, func(y *schedule.Expr) bool { return y.Code == schedule.StageLoad })
		f.loads[x] = found
	}
	return found
}

// reach lists the expressions below x that fit, operands before users, x included.
func (f *facts) reach(x *schedule.Expr, stages bool, fits func(*schedule.Expr) bool) []*schedule.Expr {
	var found []*schedule.Expr
	seen := map[*schedule.Expr]bool{}
	var walk func(y *schedule.Expr)
	walk = func(y *schedule.Expr) {
		if seen[y] {
			return
		}
		seen[y] = true
		if y.Code == schedule.StageLoad && stages {
			walk(y.Stage.Value)
		}
		for _, s := range y.Src {
			walk(s)
		}
		if fits(y) {
			found = append(found, y)
		}
	}
	walk(x)
	return found
}

// lanesTaken says whether something below x that must be uniform depends on the range.
func (f *facts) lanesTaken(x *schedule.Expr, id int) bool {
	return len(f.reach(x, true, func(y *schedule.Expr) bool { return needsUniform(y, id) })) > 0
}

// needsUniform says whether y cannot be computed for several positions of a range side by side: a reduction that has the
// lanes for itself, or what is read from a scratch tile.
func needsUniform(y *schedule.Expr, id int) bool {
	switch y.Code {
	case schedule.Reduce:
		return acrossLanes(y.Red) && slices.Contains(y.Free, id)
	case schedule.StageLoad:
		return slices.Contains(stageFree(y.Stage), id)
	}
	return false
}

func sameExtents(a, b []axis) bool {
	return slices.EqualFunc(a, b, func(x, y axis) bool { return x.extent == y.extent })
}

// outermost lists the expressions that fit and are reached from x by way of none that does.
func outermost(x *schedule.Expr, fits func(*schedule.Expr) bool) []*schedule.Expr {
	var found []*schedule.Expr
	seen := map[*schedule.Expr]bool{}
	var walk func(y *schedule.Expr)
	walk = func(y *schedule.Expr) {
		switch {
		case seen[y]:
			return
		case fits(y):
			found = append(found, y)
		default:
			for _, s := range y.Src {
				walk(s)
			}
		}
		seen[y] = true
	}
	walk(x)
	return found
}

// stageInner finds what must be uniform inside reductions along lanes but is another for each lane of theirs: it goes through
// a scratch row, one value after another.
func (f *facts) stageInner() {
	for _, x := range f.reduces {
		if !acrossLanes(x.Red) {
			continue
		}
		last := x.Red.Ranges[len(x.Red.Ranges)-1]
		for _, y := range outermost(x.Src[0], func(y *schedule.Expr) bool { return needsUniform(y, last.ID) }) {
			if f.replaced[y] == nil {
				st := &schedule.Stage{ID: -1 - len(f.replaced), DType: y.DType, Ranges: []*schedule.Range{last}, Value: y}
				at := &schedule.Expr{Code: schedule.RangeVar, DType: ops.Int64, Range: last, Free: []int{last.ID}, Hi: last.Extent - 1}
				f.replaced[y] = &schedule.Expr{Code: schedule.StageLoad, DType: y.DType, Stage: st, Src: []*schedule.Expr{at},
					Free: union(at.Free, stageFree(st))}
				f.staged = append(f.staged, stageFree(st))
			}
		}
	}
}
