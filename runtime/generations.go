package runtime

// generations is a bounded map for caches. It holds two generations: when the young one is full it becomes the old one, and what
// is not asked for before the next change is dropped. So a program that never repeats itself does not grow without bound, and
// what a program keeps using stays. Its user locks it.
type generations[K comparable, V any] struct {
	limit      int
	young, old map[K]V
}

// get finds an entry and keeps it young.
func (g *generations[K, V]) get(k K) (V, bool) {
	v, ok := g.young[k]
	if ok {
		return v, true
	}
	if v, ok = g.old[k]; ok {
		g.put(k, v)
	}
	return v, ok
}

// put adds or replaces an entry.
func (g *generations[K, V]) put(k K, v V) {
	if g.young == nil || len(g.young) >= g.limit {
		g.young, g.old = make(map[K]V), g.young
	}
	g.young[k] = v
}

// drop forgets an entry.
func (g *generations[K, V]) drop(k K) {
	delete(g.young, k)
	delete(g.old, k)
}
