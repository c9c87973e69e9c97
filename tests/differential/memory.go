package differential

import (
	"math"
	"math/rand/v2"

	"weft/lazy"
	"weft/ops"
)

// Memory is a storage that the reference evaluator reads and that a run copies to its device.
type Memory struct {
	id   uint64
	Data []byte
}

// RefID is the memory's identity.
func (m *Memory) RefID() uint64 { return m.id }

// Bytes is its length.
func (m *Memory) Bytes() int64 { return int64(len(m.Data)) }

// Device is a name that no run uses: graphs are moved to a device before they are realized.
func (m *Memory) Device() string { return "reference" }

// Read gives the memory of a storage to the reference evaluator.
func Read(s lazy.Storage) []byte { return s.(*Memory).Data }

// newBuffer is a Buffer of values, with before elements of something else in front.
func newBuffer(d ops.DType, shape []int, before int, value func(i int) ops.Value) *lazy.Node {
	size, n := d.Size(), lazy.Numel(shape)
	m := &Memory{lazy.NewID(), make([]byte, size*(before+n))}
	for i := range n {
		value(i).Store(m.Data[size*(before+i):])
	}
	return lazy.NewBuffer(m, d, before, shape...)
}

// bufferOf is a Buffer that holds an array.
func bufferOf(a *lazy.Array) *lazy.Node {
	return newBuffer(a.DType, a.Shape, 0, a.At)
}

// filling draws the elements of a buffer.
type filling func(r *rand.Rand, d ops.DType) ops.Value

var edgeFloats = []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 1e30, -1e30, 1e-40,
	65504, 0.5, 1.5, 2.5, -2.5, 3e38, math.Pi, 1e5}

var edgeInts = []int64{0, 1, -1, 2, 7, math.MaxInt64, math.MinInt64, math.MaxInt32, math.MinInt32, 127, -128, 255, 65535}

// fillings: ordinary numbers, small whole ones that sum exactly, positive ones, and edges among ordinary ones.
var fillings = []filling{
	plain, plain, plain, whole, positive,
	func(r *rand.Rand, d ops.DType) ops.Value {
		if r.IntN(4) > 0 {
			return plain(r, d)
		}
		if d.IsFloat() {
			return ops.FloatValue(d, edgeFloats[r.IntN(len(edgeFloats))])
		}
		return ops.IntValue(d, edgeInts[r.IntN(len(edgeInts))])
	},
}

func plain(r *rand.Rand, d ops.DType) ops.Value {
	switch {
	case d.IsFloat():
		return ops.FloatValue(d, r.NormFloat64())
	case d == ops.Bool:
		return ops.BoolValue(r.IntN(2) == 0)
	}
	return ops.IntValue(d, int64(r.IntN(41)-20))
}

func whole(r *rand.Rand, d ops.DType) ops.Value {
	if d == ops.Bool {
		return plain(r, d)
	}
	return ops.IntValue(d, int64(r.IntN(7)-3))
}

func positive(r *rand.Rand, d ops.DType) ops.Value {
	if d.IsFloat() {
		return ops.FloatValue(d, 0.05+0.9*r.Float64())
	}
	return whole(r, d)
}
