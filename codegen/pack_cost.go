package codegen

import (
	"math"
	"slices"

	"weft/schedule"
)

// cost is about the time of a fold of a vector of results, what packing adds included.
func (p *panel) cost(t Target) float64 {
	return (p.foldTime(t) + p.packTime(t) + p.storeTime() + p.waitTime(t)) / (float64(extentOf(p.c.x.Red.Ranges)) * p.used() * float64(p.rows()))
}

// rows is how many results share a panel's lane.
func (p *panel) rows() int64 { return extentOf(p.c.own[1-p.side]) }

// foldTime is the time of the best register tiles over a panel, in folds of a vector.
func (p *panel) foldTime(t Target) float64 {
	vectors := (p.lanes() + int64(t.VL) - 1) / int64(t.VL)
	spread := spreadCost // of what is read once and spread over the lanes
	for _, ld := range p.c.loads(1 - p.side) {
		if len(ld.Src) > 1 {
			spread += gateCost
		}
	}
	least := math.Inf(1)
	for n := 1; n <= mostVectors; n++ {
		m := min(mostRows, (t.Regs-1-t.Regs/10-n)/n)
		least = min(least, tilesTime(p.rows(), vectors, m, n, spread))
	}
	return least * float64(extentOf(p.c.x.Red.Ranges))
}

// tilesTime is that of a step of all tiles of m rows and n vectors, with the ragged ones at the ends.
func tilesTime(rows, vectors int64, m, n int, spread float64) float64 {
	time := 0.0
	up, left := splitAxis(rows, m, 1, false)
	full, rest := splitAxis(vectors, n, 1, false)
	for _, m := range []part{up, left} {
		for _, n := range []part{full, rest} {
			time += float64(m.count*n.count) * (max(float64(m.n*n.n), latency) + spread*float64(m.n) + vectorCost*float64(n.n))
		}
	}
	return time
}

// panels is how many panels the folds of a lane go through.
func (p *panel) panels() float64 {
	n := extentOf(p.c.x.Red.Ranges[:p.outer])
	if p.piece > 0 {
		n *= p.c.x.Red.Ranges[p.outer].Extent / p.piece
	}
	return float64(n)
}

// packTime is that of filling a panel.
func (p *panel) packTime(t Target) float64 {
	c, vl := p.c, int64(t.VL)
	last := c.own[p.side][len(c.own[p.side])-1]
	row := last.Extent
	if last == p.split {
		row = p.block
	}
	vectors := float64(p.elems()/row*((row+vl-1)/vl)) * packCost * p.panels()
	loads := c.loads(p.side)
	if transposable(loads, append(slices.Clone(p.folded()), last), t) != nil {
		return vectors * turnCost
	}
	for _, ld := range loads {
		vectors *= spreadLanes(affineOf(ld.Src[0]), last, t)
	}
	return vectors
}

// storeTime is what is added where neighbours in the lanes are none in what is stored.
func (p *panel) storeTime() float64 {
	time := 0.0
	for _, st := range p.c.f.nest.Stores {
		if affineOf(st.Index).coef(p.c.own[p.side][len(p.c.own[p.side])-1]) != 1 {
			time += scatterCost * float64(p.lanes()*p.rows())
		}
	}
	return time
}

// waitTime is that of results which wait in scratch between one panel and the next.
func (p *panel) waitTime(t Target) float64 {
	n := p.panels()
	if n == 1 {
		return 0
	}
	return waitCost * n * float64(p.rows()*p.lanes()) / float64(t.VL)
}

// spreadLanes is how much dearer a load gets with the lanes along a range.
func spreadLanes(a *affine, lane *schedule.Range, t Target) float64 {
	if a.coef(lane) != 1 || len(a.rest) > 0 {
		return float64(t.VL) / 2
	}
	return 1
}
