package goasm_test

import (
	"weft/codegen"
	"weft/ops"
)

// The programs below have the shapes that codegen gives the common kernels, small enough to read.

// chain is relu(a*b + c) over n elements, four vectors a tile.
func chain(vl int, n int64) *codegen.Program {
	const f32 = ops.Float32
	b := newBuilder("chain", vl)
	out, x, y, z := b.buf(f32, n), b.buf(f32, n), b.buf(f32, n), b.buf(f32, n)
	zero := b.constant(ops.FloatValue(f32, 0), true)
	b.tiles(func(v int) {
		for u := range int64(4) {
			here := func(buf int) *codegen.Access {
				a := at(buf, v, 4*int64(vl), 1)
				a.Base = u * int64(vl)
				return a
			}
			p := b.alu(ops.Mul, f32, true, b.load(f32, true, here(x)), b.load(f32, true, here(y)))
			s := b.alu(ops.Add, f32, true, p, b.load(f32, true, here(z)))
			b.store(f32, true, b.alu(ops.Max, f32, true, s, zero), here(out))
		}
	})
	return b.program(n / int64(4*vl))
}

// matmulTile is a matmul of m*k by k*n in tiles of rows by vecs vectors, with the row of tiles the parallel range.
func matmulTile(vl int, m, n, k int64, rows, vecs int) *codegen.Program {
	const f32 = ops.Float32
	b := newBuilder("matmul", vl)
	out, x, y := b.buf(f32, m*n), b.buf(f32, m*k), b.buf(f32, k*n)
	width := int64(vecs * vl)
	zero := b.constant(ops.FloatValue(f32, 0), true)
	b.tiles(func(v int) {
		b.loop(codegen.Outer, 0, n/width, 1, nil, func(j int, _ []codegen.Value) []codegen.Value {
			accs := make([]codegen.Acc, rows*vecs)
			for i := range accs {
				accs[i] = codegen.Acc{Init: zero, DType: f32, Vec: true}
			}
			sums := b.loop(codegen.Fold, 0, k, 1, accs, func(p int, phis []codegen.Value) []codegen.Value {
				next := make([]codegen.Value, len(phis))
				right := make([]codegen.Value, vecs)
				for c := range right {
					right[c] = b.load(f32, true, spot(y, int64(c*vl), 1, j, width, p, n))
				}
				for r := range rows {
					left := b.splat(f32, b.load(f32, false, spot(x, int64(r)*k, 0, v, int64(rows)*k, p, 1)))
					for c := range vecs {
						next[r*vecs+c] = b.fma(f32, true, left, right[c], phis[r*vecs+c])
					}
				}
				return next
			})
			for i, s := range sums {
				b.store(f32, true, s, spot(out, int64(i/vecs)*n+int64(i%vecs*vl), 1, v, int64(rows)*n, j, width))
			}
			return nil
		})
	})
	return b.program(m / int64(rows))
}

// spot is an access with two terms.
func spot(buf int, base, lane int64, v0 int, s0 int64, v1 int, s1 int64) *codegen.Access {
	return &codegen.Access{Buf: buf, Base: base, Lane: lane, Index: codegen.NoValue, Gate: codegen.NoValue,
		Terms: []codegen.Term{{Var: v0, Stride: s0}, {Var: v1, Stride: s1}}}
}

// rowMax subtracts each row's maximum: the first half of a softmax.
func rowMax(vl int, rows, n int64) *codegen.Program {
	const f32 = ops.Float32
	b := newBuilder("rowmax", vl)
	out, x := b.buf(f32, rows*n), b.buf(f32, rows*n)
	low := b.constant(ops.FloatValue(f32, -1e30), true)
	b.tiles(func(v int) {
		accs := []codegen.Acc{{Init: low, DType: f32, Vec: true}, {Init: low, DType: f32, Vec: true}}
		step := 2 * int64(vl)
		tops := b.loop(codegen.Fold, 0, n, step, accs, func(i int, phis []codegen.Value) []codegen.Value {
			a := b.alu(ops.Max, f32, true, phis[0], b.load(f32, true, spot(x, 0, 1, v, n, i, 1)))
			c := b.alu(ops.Max, f32, true, phis[1], b.load(f32, true, spot(x, int64(vl), 1, v, n, i, 1)))
			return []codegen.Value{a, c}
		})
		both := b.alu(ops.Max, f32, true, tops[0], tops[1])
		top := b.splat(f32, b.add(codegen.Instr{Code: codegen.FoldLanes, Op: ops.Max, DType: f32, Args: []codegen.Value{both}}))
		b.loop(codegen.Outer, 0, n, int64(vl), nil, func(i int, _ []codegen.Value) []codegen.Value {
			d := b.alu(ops.Sub, f32, true, b.load(f32, true, spot(x, 0, 1, v, n, i, 1)), top)
			b.store(f32, true, d, spot(out, 0, 1, v, n, i, 1))
			return nil
		})
	})
	return b.program(rows)
}

// lookup reads rows of a table at clamped positions and adds to a histogram under a gate: every form of access that is
// not a plain vector.
func lookup(vl int, n, table int64) *codegen.Program {
	const f32, i64 = ops.Float32, ops.Int64
	b := newBuilder("lookup", vl)
	out, pos, tab, count := b.buf(f32, n), b.buf(ops.Int32, n), b.buf(f32, table), b.buf(i64, 1)
	last := b.constant(ops.IntValue(i64, table-1), true)
	zero := b.constant(ops.IntValue(i64, 0), true)
	b.tiles(func(v int) {
		index := b.alu(ops.Cast, i64, true, b.load(ops.Int32, true, at(pos, v, int64(vl), 1)))
		index = b.alu(ops.Min, i64, true, b.alu(ops.Max, i64, true, index, zero), last)
		odd := b.alu(ops.CmpNE, ops.Bool, true, b.alu(ops.And, i64, true, index, b.constant(ops.IntValue(i64, 1), true)), zero)
		x := b.load(f32, true, &codegen.Access{Buf: tab, Index: index, Gate: odd, Else: ops.FloatValue(f32, -1)})
		b.store(f32, true, x, at(out, v, int64(vl), 1))
		f := &codegen.If{Cond: odd}
		outer := b.body
		b.body = &f.Body
		one := b.constant(ops.IntValue(i64, 1), false)
		b.add(codegen.Instr{Code: codegen.StoreMem, Op: ops.Add, DType: i64, Args: []codegen.Value{one},
			Mem: &codegen.Access{Buf: count, Index: codegen.NoValue, Gate: codegen.NoValue}})
		b.body = outer
		b.add(codegen.Instr{Code: codegen.IfAny, If: f})
	})
	return b.program(n / int64(vl))
}

// tail doubles n elements, where n need not be a multiple of the lanes: the last vector is gated.
func tail(vl int, d ops.DType, n int64) *codegen.Program {
	b := newBuilder("tail", vl)
	out, x := b.buf(d, n), b.buf(d, n)
	for i := range b.p.Bufs {
		b.p.Bufs[i].Align = d.Size()
	}
	end := b.constant(ops.IntValue(ops.Int64, n), true)
	b.tiles(func(v int) {
		start := b.add(codegen.Instr{Code: codegen.Var, DType: ops.Int64, Int: v})
		start = b.alu(ops.Mul, ops.Int64, false, start, b.constant(ops.IntValue(ops.Int64, int64(vl)), false))
		lanes := b.add(codegen.Instr{Code: codegen.Lanes, DType: ops.Int64, Vec: true})
		gate := b.alu(ops.CmpLT, ops.Bool, true, b.alu(ops.Add, ops.Int64, true, b.splat(ops.Int64, start), lanes), end)
		from, to := at(x, v, int64(vl), 1), at(out, v, int64(vl), 1)
		from.Gate, to.Gate, from.Else = gate, gate, ops.IntValue(d, 0)
		b.store(d, true, b.load(d, true, from), to)
	})
	return b.program((n + int64(vl) - 1) / int64(vl))
}
