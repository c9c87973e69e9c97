package schedule

import "sort"

// layout places Internal buffers in an arena: two share bytes only if their lives, from the wave of launches that first
// writes to the one that last touches, do not meet. It returns the arena's length.
func layout(p *Plan) int64 {
	lives := livesOf(p)
	ending := make([][]int, len(p.Launches)+1)
	starting := make([][]int, len(p.Launches)+1)
	for m, l := range lives {
		if p.Mems[m].Kind == Internal && l.first <= l.last {
			starting[l.first] = append(starting[l.first], m)
			ending[l.last] = append(ending[l.last], m)
		}
	}
	var free holes
	for i := range p.Launches {
		for _, m := range starting[i] {
			p.Mems[m].Offset = free.take(aligned(p.Mems[m].Bytes()))
		}
		for _, m := range ending[i] {
			free.give(p.Mems[m].Offset, aligned(p.Mems[m].Bytes()))
		}
	}
	return free.end
}

type life struct{ first, last int }

func livesOf(p *Plan) []life {
	lives := make([]life, len(p.Mems))
	for i := range lives {
		lives[i] = life{len(p.Launches), -1}
	}
	wave := p.waveOf()
	for i, l := range p.Launches {
		for _, m := range l.Mems {
			lives[m].first, lives[m].last = min(lives[m].first, wave[i]), max(lives[m].last, wave[i])
		}
	}
	return lives
}

func aligned(bytes int64) int64 { return (bytes + 63) &^ 63 }

// holes are the free stretches of the arena, by rising offset, none touching another.
type holes struct {
	list []hole
	end  int64
}

type hole struct{ at, size int64 }

// take finds the smallest hole that fits, or grows the arena.
func (h *holes) take(size int64) int64 {
	best := -1
	for i, x := range h.list {
		if x.size >= size && (best < 0 || x.size < h.list[best].size) {
			best = i
		}
	}
	if best < 0 {
		at := h.end
		h.end += size
		return at
	}
	at := h.list[best].at
	h.list[best].at += size
	h.list[best].size -= size
	if h.list[best].size == 0 {
		h.list = append(h.list[:best], h.list[best+1:]...)
	}
	return at
}

func (h *holes) give(at, size int64) {
	i := sort.Search(len(h.list), func(i int) bool { return h.list[i].at >= at })
	h.list = append(h.list, hole{})
	copy(h.list[i+1:], h.list[i:])
	h.list[i] = hole{at, size}
	if i+1 < len(h.list) && at+size == h.list[i+1].at {
		h.list[i].size += h.list[i+1].size
		h.list = append(h.list[:i+1], h.list[i+2:]...)
	}
	if i > 0 && h.list[i-1].at+h.list[i-1].size == at {
		h.list[i-1].size += h.list[i].size
		h.list = append(h.list[:i], h.list[i+1:]...)
	}
}
