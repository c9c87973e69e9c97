package lazy

// NodeMap maps nodes to values; nodes that say the same have one. It hashes by what nodes have hashed already, and is a good
// deal faster than a map of pointers; walks over graphs of a million nodes live from that. The zero value is empty and ready.
type NodeMap[V any] struct {
	slots []nodeSlot[V]
	count int
}

type nodeSlot[V any] struct {
	node  *Node
	value V
}

// Len is the number of nodes in the map.
func (m *NodeMap[V]) Len() int { return m.count }

// Clear empties the map and keeps its room.
func (m *NodeMap[V]) Clear() {
	if m.count > 0 {
		clear(m.slots)
		m.count = 0
	}
}

// Get is the value of n, the zero value if there is none.
func (m *NodeMap[V]) Get(n *Node) V {
	v, _ := m.Find(n)
	return v
}

// Has says whether n has a value.
func (m *NodeMap[V]) Has(n *Node) bool {
	_, ok := m.Find(n)
	return ok
}

// Find is the value of n and whether it has one.
func (m *NodeMap[V]) Find(n *Node) (v V, ok bool) {
	if m.count == 0 {
		return v, false
	}
	s := m.slot(n)
	return s.value, s.node != nil
}

// Set gives n a value.
func (m *NodeMap[V]) Set(n *Node, v V) { *m.At(n) = v }

// Add puts n into the map, with the zero value, and says whether it was not there yet.
func (m *NodeMap[V]) Add(n *Node) bool {
	before := m.count
	m.At(n)
	return m.count > before
}

// At is the place of n's value, which is put in if it is not there. It is good until the next insertion.
func (m *NodeMap[V]) At(n *Node) *V {
	if 4*(m.count+1) > 3*len(m.slots) {
		m.grow()
	}
	s := m.slot(n)
	if s.node == nil {
		s.node = n
		m.count++
	}
	return &s.value
}

// slot is n's, or the free one where it would be.
func (m *NodeMap[V]) slot(n *Node) *nodeSlot[V] {
	mask := uint64(len(m.slots) - 1)
	for i := n.id[0] & mask; ; i = (i + 1) & mask {
		if at := m.slots[i].node; at == n || at == nil || at.id == n.id {
			return &m.slots[i]
		}
	}
}

func (m *NodeMap[V]) grow() {
	old := m.slots
	m.slots = make([]nodeSlot[V], max(16, 2*len(old)))
	for _, s := range old {
		if s.node != nil {
			*m.slot(s.node) = s
		}
	}
}
