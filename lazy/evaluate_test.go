package lazy

import (
	"math"
	"slices"
	"testing"

	"weft/ops"
)

// memory is a storage for tests.
type memory struct {
	id   uint64
	data []byte
}

func (m *memory) RefID() uint64  { return m.id }
func (m *memory) Bytes() int64   { return int64(len(m.data)) }
func (m *memory) Device() string { return "test" }

func readMemory(s Storage) []byte { return s.(*memory).data }

// floats makes a Buffer of d holding the numbers given.
func floats(d ops.DType, shape []int, numbers ...float64) *Node {
	a := NewArray(d, shape)
	for i := range a.Bits {
		a.Bits[i] = ops.FloatValue(d, numbers[i%len(numbers)]).Bits
	}
	return NewBuffer(&memory{NewID(), a.Bytes()}, d, 0, shape...)
}

func count(d ops.DType, shape ...int) *Node {
	numbers := make([]float64, max(Numel(shape), 1))
	for i := range numbers {
		numbers[i] = float64(i)
	}
	return floats(d, shape, numbers...)
}

func evaluate(t *testing.T, n *Node) *Array {
	t.Helper()
	got, err := Evaluate([]*Node{n}, readMemory)
	if err != nil {
		t.Fatal(err)
	}
	return got[0]
}

func TestEvaluateMovement(t *testing.T) {
	x := count(ops.Float32, 2, 3) // 0 1 2 / 3 4 5
	seven := ops.FloatValue(ops.Float32, 7)
	for _, c := range []struct {
		name string
		n    *Node
		want []float64
	}{
		{"reshape", ReshapeNode(x, 3, 2), []float64{0, 1, 2, 3, 4, 5}},
		{"permute", PermuteNode(x, 1, 0), []float64{0, 3, 1, 4, 2, 5}},
		{"flip", FlipNode(x, 1), []float64{2, 1, 0, 5, 4, 3}},
		{"flip both", FlipNode(x, 0, 1), []float64{5, 4, 3, 2, 1, 0}},
		{"shrink", ShrinkNode(x, 1, 2, 0, 2), []float64{3, 4}},
		{"pad", PadNode(x, seven, 1, 0, 0, 1), []float64{7, 7, 7, 7, 0, 1, 2, 7, 3, 4, 5, 7}},
		{"pad of nothing", PadNode(ShrinkNode(x, 0, 0, 0, 3), seven, 0, 1, 0, 0), []float64{7, 7, 7}},
		{"expand", ExpandNode(ReshapeNode(x, 2, 1, 3), 2, 2, 3), []float64{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}},
		{"iota", NewIota(ops.Float32, 0, 2, 2), []float64{0, 0, 1, 1}},
		{"buffer offset", NewBuffer(x.Ref.(Storage), ops.Float32, 2, 2), []float64{2, 3}},
	} {
		if got := evaluate(t, c.n).Floats(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestEvaluateReduce(t *testing.T) {
	x := count(ops.Float32, 2, 3, 2)
	ints := Cast(x, ops.Int8)
	for _, c := range []struct {
		name string
		n    *Node
		want []float64
	}{
		{"inner", ReduceNode(ops.ReduceAdd, x, 2), []float64{1, 5, 9, 13, 17, 21}},
		{"outer", ReduceNode(ops.ReduceAdd, x, 0), []float64{6, 8, 10, 12, 14, 16}},
		{"middle", ReduceNode(ops.ReduceMax, x, 1), []float64{4, 5, 10, 11}},
		{"two", ReduceNode(ops.ReduceAdd, x, 0, 2), []float64{14, 22, 30}},
		{"all", ReduceNode(ops.ReduceMax, x, 0, 1, 2), []float64{11}},
		{"product wraps", ReduceNode(ops.ReduceMul, ints, 1, 2), []float64{0, 96}},
		{"empty", ReduceNode(ops.ReduceMul, ShrinkNode(x, 0, 2, 0, 0, 0, 2), 1), []float64{1, 1, 1, 1}},
	} {
		if got := evaluate(t, c.n).Floats(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestEvaluateSumsExactly(t *testing.T) {
	for _, c := range []struct {
		name string
		d    ops.DType
		in   []float64
		want float64
	}{
		{"lost and found", ops.Float64, []float64{1, 1e100, 1, -1e100}, 2},
		{"minus zeros", ops.Float32, []float64{math.Copysign(0, -1)}, math.Copysign(0, -1)},
		{"infinity", ops.Float32, []float64{1, math.Inf(1)}, math.Inf(1)},
		{"infinities", ops.Float32, []float64{math.Inf(-1), math.Inf(1)}, math.NaN()},
		{"half in float32", ops.Float16, []float64{2048, 1, 1, 1, 1}, 2052},
	} {
		got := evaluate(t, ReduceNode(ops.ReduceAdd, floats(c.d, []int{len(c.in)}, c.in...), 0)).Floats()[0]
		if math.Float64bits(got) != math.Float64bits(c.want) && !(got != got && c.want != c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// matmul is x[m,k]·y[k,n] as the frontend writes it.
func matmul(x, y *Node) *Node {
	m, k, n := x.Shape[0], x.Shape[1], y.Shape[1]
	xe := ExpandNode(ReshapeNode(x, m, 1, k), m, n, k)
	ye := ExpandNode(ReshapeNode(PermuteNode(y, 1, 0), 1, n, k), m, n, k)
	return ReduceNode(ops.ReduceAdd, Elementwise(ops.Mul, xe, ye), 2)
}

func TestEvaluateNeverStoresExpanded(t *testing.T) {
	x, y := count(ops.Float32, 40, 50), count(ops.Float32, 50, 60)
	n := matmul(x, y)
	e := &evaluator{read: readMemory}
	for _, n := range Toposort([]*Node{n}) {
		if err := e.visit(n); err != nil {
			t.Fatal(err)
		}
		if a := e.stored.Get(n); a != nil && len(a.Bits) > 3000 {
			t.Errorf("%v stores %d elements", n.Op, len(a.Bits))
		}
	}
	if want, got := product(40, 50, 60), e.array(n).Floats(); !slices.Equal(got, want) {
		t.Errorf("wrong product: %v, want %v", got[:3], want[:3])
	}
}

func product(m, k, n int) []float64 {
	out := make([]float64, m*n)
	for i := range out {
		for j := range k {
			out[i] += float64(float32(i/n*k+j) * float32(j*n+i%n))
		}
		out[i] = float64(float32(out[i]))
	}
	return out
}

func TestEvaluateEffects(t *testing.T) {
	x := count(ops.Float32, 2, 2)
	ok := Elementwise(ops.CmpLT, x, NewConst(ops.FloatValue(ops.Float32, 3), 2, 2))
	_, err := Evaluate([]*Node{CheckNode(x, ok, NewCheckInfo("gather", "index out of range"))}, readMemory)
	if want := "gather: index out of range, first at (1, 1)"; err == nil || err.Error()[:len(want)] != want {
		t.Errorf("check says %v", err)
	}
	reverse := NewHostFunc("reverse", func(out []byte, in ...[]byte) error {
		copy(out, in[0])
		slices.Reverse(out)
		return nil
	})
	h := HostNode(reverse, ops.Uint8, []int{4}, Cast(ReshapeNode(x, 4), ops.Uint8))
	if got := evaluate(t, h).Ints(); !slices.Equal(got, []int64{3, 2, 1, 0}) {
		t.Errorf("host: %v", got)
	}
	if _, err := Evaluate([]*Node{NewBuffer(x.Ref.(Storage), ops.Float32, 2, 3)}, readMemory); err == nil {
		t.Error("a buffer that reaches beyond its memory is read")
	}
}
