package programs

import (
	"weft/codegen"
	"weft/ops"
)

// The programs below have the shapes that codegen gives the common kernels, small enough to read.

// Chain is relu(a*b + c) over n elements, four vectors a tile.
func Chain(vl int, n int64) *codegen.Program {
	const f32 = ops.Float32
	b := New("chain", vl)
	out, x, y, z := b.Buf(f32, n), b.Buf(f32, n), b.Buf(f32, n), b.Buf(f32, n)
	zero := b.Const(ops.FloatValue(f32, 0), true)
	b.Tiles(func(v int) {
		for u := range int64(4) {
			here := func(buf int) *codegen.Access {
				a := At(buf, v, 4*int64(vl), 1)
				a.Base = u * int64(vl)
				return a
			}
			p := b.ALU(ops.Mul, f32, true, b.Load(f32, true, here(x)), b.Load(f32, true, here(y)))
			s := b.ALU(ops.Add, f32, true, p, b.Load(f32, true, here(z)))
			b.Store(f32, true, b.ALU(ops.Max, f32, true, s, zero), here(out))
		}
	})
	return b.Program(n / int64(4*vl))
}

// MatmulTile is a matmul of m*k by k*n in tiles of rows by vecs vectors, with the row of tiles the parallel range.
func MatmulTile(vl int, m, n, k int64, rows, vecs int) *codegen.Program {
	const f32 = ops.Float32
	b := New("matmul", vl)
	out, x, y := b.Buf(f32, m*n), b.Buf(f32, m*k), b.Buf(f32, k*n)
	width := int64(vecs * vl)
	zero := b.Const(ops.FloatValue(f32, 0), true)
	b.Tiles(func(v int) {
		b.Loop(codegen.Outer, 0, n/width, 1, nil, func(j int, _ []codegen.Value) []codegen.Value {
			accs := make([]codegen.Acc, rows*vecs)
			for i := range accs {
				accs[i] = codegen.Acc{Init: zero, DType: f32, Vec: true}
			}
			sums := b.Loop(codegen.Fold, 0, k, 1, accs, func(p int, phis []codegen.Value) []codegen.Value {
				next := make([]codegen.Value, len(phis))
				right := make([]codegen.Value, vecs)
				for c := range right {
					right[c] = b.Load(f32, true, Spot(y, int64(c*vl), 1, j, width, p, n))
				}
				for r := range rows {
					left := b.Splat(f32, b.Load(f32, false, Spot(x, int64(r)*k, 0, v, int64(rows)*k, p, 1)))
					for c := range vecs {
						next[r*vecs+c] = b.Fma(f32, true, left, right[c], phis[r*vecs+c])
					}
				}
				return next
			})
			for i, s := range sums {
				b.Store(f32, true, s, Spot(out, int64(i/vecs)*n+int64(i%vecs*vl), 1, v, int64(rows)*n, j, width))
			}
			return nil
		})
	})
	return b.Program(m / int64(rows))
}

// Spot is an access with two terms.
func Spot(buf int, base, lane int64, v0 int, s0 int64, v1 int, s1 int64) *codegen.Access {
	return &codegen.Access{Buf: buf, Base: base, Lane: lane, Index: codegen.NoValue, Gate: codegen.NoValue,
		Terms: []codegen.Term{{Var: v0, Stride: s0}, {Var: v1, Stride: s1}}}
}

// RowMax subtracts each row's maximum: the first half of a softmax.
func RowMax(vl int, rows, n int64) *codegen.Program {
	const f32 = ops.Float32
	b := New("rowmax", vl)
	out, x := b.Buf(f32, rows*n), b.Buf(f32, rows*n)
	low := b.Const(ops.FloatValue(f32, -1e30), true)
	b.Tiles(func(v int) {
		accs := []codegen.Acc{{Init: low, DType: f32, Vec: true}, {Init: low, DType: f32, Vec: true}}
		step := 2 * int64(vl)
		tops := b.Loop(codegen.Fold, 0, n, step, accs, func(i int, phis []codegen.Value) []codegen.Value {
			a := b.ALU(ops.Max, f32, true, phis[0], b.Load(f32, true, Spot(x, 0, 1, v, n, i, 1)))
			c := b.ALU(ops.Max, f32, true, phis[1], b.Load(f32, true, Spot(x, int64(vl), 1, v, n, i, 1)))
			return []codegen.Value{a, c}
		})
		both := b.ALU(ops.Max, f32, true, tops[0], tops[1])
		top := b.Splat(f32, b.Add(codegen.Instr{Code: codegen.FoldLanes, Op: ops.Max, DType: f32, Args: []codegen.Value{both}}))
		b.Loop(codegen.Outer, 0, n, int64(vl), nil, func(i int, _ []codegen.Value) []codegen.Value {
			d := b.ALU(ops.Sub, f32, true, b.Load(f32, true, Spot(x, 0, 1, v, n, i, 1)), top)
			b.Store(f32, true, d, Spot(out, 0, 1, v, n, i, 1))
			return nil
		})
	})
	return b.Program(rows)
}

// Lookup reads rows of a table at clamped positions and adds to a histogram under a gate: every form of access that is
// not a plain vector.
func Lookup(vl int, n, table int64) *codegen.Program {
	const f32, i64 = ops.Float32, ops.Int64
	b := New("lookup", vl)
	out, pos, tab, count := b.Buf(f32, n), b.Buf(ops.Int32, n), b.Buf(f32, table), b.Buf(i64, 1)
	last := b.Const(ops.IntValue(i64, table-1), true)
	zero := b.Const(ops.IntValue(i64, 0), true)
	b.Tiles(func(v int) {
		index := b.ALU(ops.Cast, i64, true, b.Load(ops.Int32, true, At(pos, v, int64(vl), 1)))
		index = b.ALU(ops.Min, i64, true, b.ALU(ops.Max, i64, true, index, zero), last)
		odd := b.ALU(ops.CmpNE, ops.Bool, true, b.ALU(ops.And, i64, true, index, b.Const(ops.IntValue(i64, 1), true)), zero)
		x := b.Load(f32, true, &codegen.Access{Buf: tab, Index: index, Gate: odd, Else: ops.FloatValue(f32, -1)})
		b.Store(f32, true, x, At(out, v, int64(vl), 1))
		f := &codegen.If{Cond: odd}
		outer := b.body
		b.body = &f.Body
		one := b.Const(ops.IntValue(i64, 1), false)
		b.Add(codegen.Instr{Code: codegen.StoreMem, Op: ops.Add, DType: i64, Args: []codegen.Value{one},
			Mem: &codegen.Access{Buf: count, Index: codegen.NoValue, Gate: codegen.NoValue}})
		b.body = outer
		b.Add(codegen.Instr{Code: codegen.IfAny, If: f})
	})
	return b.Program(n / int64(vl))
}

// Tail doubles n elements, where n need not be a multiple of the lanes: the last vector is gated.
func Tail(vl int, d ops.DType, n int64) *codegen.Program {
	b := New("tail", vl)
	out, x := b.Buf(d, n), b.Buf(d, n)
	for i := range b.p.Bufs {
		b.p.Bufs[i].Align = d.Size()
	}
	end := b.Const(ops.IntValue(ops.Int64, n), true)
	b.Tiles(func(v int) {
		start := b.Add(codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: v})
		start = b.ALU(ops.Mul, ops.Int64, false, start, b.Const(ops.IntValue(ops.Int64, int64(vl)), false))
		lanes := b.Add(codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true})
		gate := b.ALU(ops.CmpLT, ops.Bool, true, b.ALU(ops.Add, ops.Int64, true, b.Splat(ops.Int64, start), lanes), end)
		from, to := At(x, v, int64(vl), 1), At(out, v, int64(vl), 1)
		from.Gate, to.Gate, from.Else = gate, gate, ops.IntValue(d, 0)
		b.Store(d, true, b.Load(d, true, from), to)
	})
	return b.Program((n + int64(vl) - 1) / int64(vl))
}
