package codegen

import (
	"slices"

	"weft/ops"
	"weft/schedule"
)

// A scratch row that a contraction gives or takes is computed for a block of rows at once, as a contraction needs several rows to use
// the other operand again. The pass cuts the range of the rows into blocks outside and rows inside; the tile then holds a block, and
// nothing after the pass knows more of it than of any scratch tile: it is placed by what it depends on.

const (
	rowBlockMost  = 32   // rows of a block
	rowBlockLeast = 8    // below which nothing is used again often enough
	rowBlockTiles = 16   // blocks to share out
	aliased       = 2048 // bytes: rows a multiple of them apart share few lines of the nearest cache
	lineBytes     = 64
)

// rowBlock is a nest whose rows are taken in blocks.
type rowBlock struct {
	n     *schedule.Nest
	tiles []*schedule.Stage // to be widened
	rows  *schedule.Range
}

// rowBlockOf finds the rows; nil if there are none.
func rowBlockOf(n *schedule.Nest) *rowBlock {
	f := factsOf(n)
	w := &rowBlock{n: n}
	var folds []*schedule.Expr
	for _, x := range f.reduces {
		if contractionIn(x) == nil {
			continue
		}
		for _, ld := range f.all {
			if ld.Code == schedule.StageLoad && (contractionIn(ld.Stage.Value) == x || slices.Contains(f.stageLoads(x), ld)) {
				w.add(ld.Stage)
				folds = append(folds, x)
			}
		}
	}
	for _, r := range n.Ranges {
		if r.Kind == schedule.Out && r.Extent >= rowBlockLeast && w.differ(r) && !slices.ContainsFunc(folds, func(x *schedule.Expr) bool { return !shared(x, r) }) {
			w.rows = r
		}
	}
	if w.rows == nil {
		return nil
	}
	return w
}

func (w *rowBlock) add(st *schedule.Stage) {
	if !slices.Contains(w.tiles, st) {
		w.tiles = append(w.tiles, st)
	}
}

// contractionIn is the contraction that a scratch tile's value is, nil if it is anything else.
func contractionIn(x *schedule.Expr) *schedule.Expr {
	if x.Code == schedule.ALU && x.Op == ops.Cast {
		x = x.Src[0]
	}
	if x.Code == schedule.Reduce {
		if _, body := gatedFold(x); contracted(x, body) {
			return x
		}
	}
	return nil
}

// differ says whether all tiles differ from row to row.
func (w *rowBlock) differ(r *schedule.Range) bool {
	return len(w.tiles) > 0 && !slices.ContainsFunc(w.tiles, func(st *schedule.Stage) bool { return !slices.Contains(stageFree(st), r.ID) })
}

// shared says whether one operand of a contraction is the same for all rows.
func shared(x *schedule.Expr, r *schedule.Range) bool {
	_, body := gatedFold(x)
	return dependsOn(body.Src[0], r) != dependsOn(body.Src[1], r)
}

// block is the number of rows taken at once: as many as stay in the cache, if possible a number that divides them all.
func (w *rowBlock) block(t Target) int64 {
	bytes, others := int64(0), int64(1)
	for _, st := range w.tiles {
		bytes += st.Elems() * int64(st.DType.Size())
	}
	for _, r := range w.n.Ranges {
		if r != w.rows && w.differ(r) {
			others *= r.Extent
		}
	}
	most := min(rowBlockMost, t.L2/2/bytes, w.rows.Extent*others/rowBlockTiles, w.rows.Extent)
	most = max(most, rowBlockLeast)
	for d := most; d > most/2; d-- {
		if w.rows.Extent%d == 0 {
			return d
		}
	}
	return most
}

// rows rewrites the nests that compute scratch rows of contractions; rows that are left over become a nest of their own.
func (l *lowering) rows() {
	var phases []schedule.Nest
	found := false
	for n := range l.k.Phases {
		w := rowBlockOf(&l.k.Phases[n])
		if w == nil {
			phases = append(phases, l.k.Phases[n])
			continue
		}
		found = true
		size := w.block(l.t)
		whole := w.rows.Extent / size * size
		phases = append(phases, w.rewrite(0, whole, size))
		if left := w.rows.Extent - whole; left > 0 {
			phases = append(phases, w.rewrite(whole, left, left))
		}
	}
	if found {
		k := *l.k
		k.Phases, l.k = phases, &k
	}
}
