package codegen

import (
	"math"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// Blocks of a panel need not divide their range. The last one is as long as the others: what lies beyond the range is zero in the
// panel, is folded like the rest, and is not stored. So whoever folds over a panel meets whole vectors only.

// shares lists the blocks, up to most, that cut an extent into even parts, each a multiple of unit where it does not divide the extent.
func shares(extent, most, unit int64) []int64 {
	var all []int64
	for parts := max(1, (extent+most-1)/most); parts <= extent; parts++ {
		block := (extent + parts - 1) / parts
		if extent%block != 0 {
			block = min((block+unit-1)/unit*unit, extent)
		}
		if block <= most && !slices.Contains(all, block) {
			all = append(all, block)
		}
		if block > 1 { // the next one is shorter
			parts = max(parts, (extent+block-2)/(block-1)-1)
		}
	}
	slices.Reverse(all)
	return all
}

func (p *panel) blocks() int64 { return (p.split.Extent + p.block - 1) / p.block }

// used is how many lanes of a panel are read from on the average.
func (p *panel) used() float64 {
	return float64(extentOf(p.whole)*p.split.Extent) / float64(p.blocks())
}

func (p *panel) ragged() bool { return p.split.Extent%p.block != 0 }

// edge is a gate for a place along the split range: it lies before end. Where other ranges are in the panel as a whole the place
// counts their positions too, so that the gate leaves them one axis.
func (w *rewriter) edge(at *schedule.Expr, end int64, whole []*schedule.Range) *schedule.Expr {
	for _, r := range whole {
		at, end = w.b.Add(w.b.Mul(at, r.Extent), w.b.Var(r)), end*r.Extent
	}
	return w.b.ALU(ops.CmpLT, ops.Bool, at, w.b.Int(end))
}

const (
	cachePeriod = 4096 // bytes after which places of the first cache are the same
	cheapPack   = 32   // folds for each that packing costs
	cacheWays   = 16   // lines of the second cache for each of its places
)

// sharedStride is what the bytes between neighbours along a range have in common with the period of a cache, a power of two.
func sharedStride(ld *schedule.Expr, r *schedule.Range, period int64) int64 {
	stride := affineOf(ld.Src[0]).coef(r) * int64(ld.DType.Size())
	return min(stride&-stride, period)
}

// stays is how many positions of a folded range a side that is read in place can go over before lines of it, which the next rows of
// results read again, drop out of half of the second cache: lines a big power of two apart share few of its places.
func (c *contraction) stays(side int, k *schedule.Range, t Target) int64 {
	most := int64(math.MaxInt64)
	for _, ld := range c.loads(side) {
		if stride := sharedStride(ld, k, t.L2/cacheWays); stride > fetchLine {
			most = min(most, max(t.L2/2/stride, blockLen/4))
		}
	}
	return most
}

// collides says whether a panel that the first cache could hold does not stay there where it lies, as the rows along the innermost
// folded range are a big power of two apart and begin at few places of the cache.
func (p *panel) collides(t Target) bool {
	k := p.c.x.Red.Ranges[len(p.c.x.Red.Ranges)-1]
	if p.bytes() > t.L1/2 || p.packTime(t)*cheapPack > p.foldTime(t) {
		return false
	}
	return slices.ContainsFunc(p.c.loads(p.side), func(ld *schedule.Expr) bool {
		stride := sharedStride(ld, k, cachePeriod)
		return stride > 0 && k.Extent*stride > t.L1
	})
}
