package kernels

import (
	"math"

	"weft/ops"
	"weft/schedule"
)

// Elementwise is y = x*x + 3.
func Elementwise(n int64) *schedule.Kernel {
	m := New("elementwise")
	a, y := m.Buf(ops.Float32, n), m.Buf(ops.Float32, n)
	r := m.Out(n)
	x := m.Read(a, m.At(r))
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), m.Op(ops.Add, m.Op(ops.Mul, x, x), m.F32(3)))).K
}

// SumRows is y[r] = sum over c of x[r,c].
func SumRows(rows, cols int64, order schedule.Order) *schedule.Kernel {
	m := New("sum_rows")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows)
	r, c := m.Out(rows), m.Red(cols)
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), m.Fold(ops.ReduceAdd, order, m.Read(a, m.At(r, c)), c))).K
}

// SumCols is y[c] = sum over r of x[r,c].
func SumCols(rows, cols int64) *schedule.Kernel {
	m := New("sum_cols")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, cols)
	r, c := m.Red(rows), m.Out(cols)
	return m.Nest([]*schedule.Range{c}, m.Write(y, m.At(c), m.Fold(ops.ReduceAdd, Down(), m.Read(a, m.At(r, c)), r))).K
}

// Normalise is a softmax without its exponential: e = x - max, y = e / sum(e), with e kept in a scratch row.
func Normalise(rows, cols int64) *schedule.Kernel {
	m := New("normalise")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	r, c, k1, k2, ks := m.Out(rows), m.Out(cols), m.Red(cols), m.Red(cols), m.Red(cols)
	top := m.Fold(ops.ReduceMax, Across(4), m.Read(a, m.At(r, k1)), k1)
	st := m.NewStage([]*schedule.Range{ks}, m.Op(ops.Sub, m.Read(a, m.At(r, ks)), top))
	sum := m.Fold(ops.ReduceAdd, Across(4), m.StageLoad(st, m.Var(k2)), k2)
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Op(ops.Div, m.StageLoad(st, m.Var(c)), sum))).K
}

// Attention is y[r,c] = sum over k of w[r,k]*v[k,c] for w = e / sum(e), e = s - max(s) and s[r,k] = sum over d of q[r,d]*k[k,d]: scores, a
// row each, go through scratch to the rows of weights and those to the second product.
func Attention(rows, keys, depth, cols int64, order schedule.Order) *schedule.Kernel {
	m := New("attention")
	q, k, v, y := m.Buf(ops.Float32, rows*depth), m.Buf(ops.Float32, keys*depth), m.Buf(ops.Float32, keys*cols), m.Buf(ops.Float32, rows*cols)
	r, c, kv, kd := m.Out(rows), m.Out(cols), m.Red(keys), m.Red(depth)
	ks, ke, kw, k1, k2 := m.Red(keys), m.Red(keys), m.Red(keys), m.Red(keys), m.Red(keys)
	order.Fma = true
	at := m.At(ks, kd)
	if !order.Across {
		at = m.At(kd, ks)
	}
	scores := m.NewStage([]*schedule.Range{ks}, m.Fold(ops.ReduceAdd, order, m.Op(ops.Mul, m.Read(q, m.At(r, kd)), m.Read(k, at)), kd))
	top := m.Fold(ops.ReduceMax, Across(4), m.StageLoad(scores, m.Var(k1)), k1)
	e := m.NewStage([]*schedule.Range{ke}, m.Op(ops.Sub, m.StageLoad(scores, m.Var(ke)), top))
	sum := m.Fold(ops.ReduceAdd, Across(4), m.StageLoad(e, m.Var(k2)), k2)
	w := m.NewStage([]*schedule.Range{kw}, m.Op(ops.Div, m.StageLoad(e, m.Var(kw)), sum))
	out := Down()
	out.Fma = true
	p := m.Op(ops.Mul, m.StageLoad(w, m.Var(kv)), m.Read(v, m.At(kv, c)))
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Fold(ops.ReduceAdd, out, p, kv))).K
}

// NormaliseDown is Normalise along the middle axis of three.
func NormaliseDown(outer, rows, cols int64) *schedule.Kernel {
	m := New("normalise_down")
	a, y := m.Buf(ops.Float32, outer*rows*cols), m.Buf(ops.Float32, outer*rows*cols)
	o, r, c, k1, k2, ks := m.Out(outer), m.Out(rows), m.Out(cols), m.Red(rows), m.Red(rows), m.Red(rows)
	top := m.Fold(ops.ReduceMax, Down(), m.Read(a, m.At(o, k1, c)), k1)
	st := m.NewStage([]*schedule.Range{ks}, m.Op(ops.Sub, m.Read(a, m.At(o, ks, c)), top))
	sum := m.Fold(ops.ReduceAdd, Down(), m.StageLoad(st, m.Var(k2)), k2)
	return m.Nest([]*schedule.Range{o, c, r}, m.Write(y, m.At(o, r, c), m.Op(ops.Div, m.StageLoad(st, m.Var(r)), sum))).K
}

// Mirror reads a scratch row from its other end too: y[r,c] = e[r,c] + e[r,cols-1-c] for e = x - max.
func Mirror(rows, cols int64) *schedule.Kernel {
	m := New("mirror")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	r, c, k, ks := m.Out(rows), m.Out(cols), m.Red(cols), m.Red(cols)
	top := m.Fold(ops.ReduceMax, Across(4), m.Read(a, m.At(r, k)), k)
	st := m.NewStage([]*schedule.Range{ks}, m.Op(ops.Sub, m.Read(a, m.At(r, ks)), top))
	mirrored := m.Add(m.Int(cols-1), m.Mul(m.Var(c), -1))
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Op(ops.Add, m.StageLoad(st, m.Var(c)), m.StageLoad(st, mirrored)))).K
}

// LayerNorm without its affine part, and with 1/n and the root left out: mean first, then the squares around it.
func LayerNorm(rows, cols int64) *schedule.Kernel {
	m := New("layernorm")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	r, c, k1, k2 := m.Out(rows), m.Out(cols), m.Red(cols), m.Red(cols)
	mean := m.Op(ops.Div, m.Fold(ops.ReduceAdd, Across(4), m.Read(a, m.At(r, k1)), k1), m.F32(float64(cols)))
	d := m.Op(ops.Sub, m.Read(a, m.At(r, k2)), mean)
	v := m.Op(ops.Sqrt, m.Fold(ops.ReduceAdd, Across(4), m.Op(ops.Mul, d, d), k2))
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Op(ops.Div, m.Op(ops.Sub, m.Read(a, m.At(r, c)), mean), v))).K
}

// MatMul is y[m,n] = sum over k of a[m,k]*b[k,n], or with order Across and b transposed b[n,k].
func MatMul(rows, cols, inner int64, order schedule.Order) *schedule.Kernel {
	m := New("matmul")
	a, b, y := m.Buf(ops.Float32, rows*inner), m.Buf(ops.Float32, inner*cols), m.Buf(ops.Float32, rows*cols)
	rm, rn, rk := m.Out(rows), m.Out(cols), m.Red(inner)
	order.Fma = true
	at := m.At(rk, rn)
	if order.Across {
		at = m.At(rn, rk)
	}
	p := m.Op(ops.Mul, m.Read(a, m.At(rm, rk)), m.Read(b, at))
	return m.Nest([]*schedule.Range{rm, rn}, m.Write(y, m.At(rm, rn), m.Fold(ops.ReduceAdd, order, p, rk))).K
}

// MatMulT is y[m,n] = sum over k of a[m,k]*b[n,k], added up in row order.
func MatMulT(rows, cols, inner int64) *schedule.Kernel {
	m := New("matmul_t")
	a, b, y := m.Buf(ops.Float32, rows*inner), m.Buf(ops.Float32, cols*inner), m.Buf(ops.Float32, rows*cols)
	rm, rn, rk := m.Out(rows), m.Out(cols), m.Red(inner)
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.Read(a, m.At(rm, rk)), m.Read(b, m.At(rn, rk)))
	return m.Nest([]*schedule.Range{rm, rn}, m.Write(y, m.At(rm, rn), m.Fold(ops.ReduceAdd, order, p, rk))).K
}

// TMatMul is y[m,n] = sum over k of a[k,m]*b[k,n], added up in row order.
func TMatMul(rows, cols, inner int64) *schedule.Kernel {
	m := New("t_matmul")
	a, b, y := m.Buf(ops.Float32, rows*inner), m.Buf(ops.Float32, cols*inner), m.Buf(ops.Float32, rows*cols)
	rm, rn, rk := m.Out(rows), m.Out(cols), m.Red(inner)
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.Read(a, m.At(rk, rm)), m.Read(b, m.At(rk, rn)))
	return m.Nest([]*schedule.Range{rm, rn}, m.Write(y, m.At(rm, rn), m.Fold(ops.ReduceAdd, order, p, rk))).K
}

// CumSum is a running sum along rows of a matrix, for every column.
func CumSum(rows, cols int64) *schedule.Kernel {
	m := New("cumsum")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	r, c := m.Seq(rows), m.Out(cols)
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Scan(ops.ReduceAdd, r, m.Read(a, m.At(r, c))))).K
}

// ScatterAdd is y[idx[i], c] += x[i, c], with indices clamped.
func ScatterAdd(n, rows, cols int64) *schedule.Kernel {
	m := New("scatter_add")
	a, idx, y := m.Buf(ops.Float32, n*cols), m.Buf(ops.Int64, n), m.Buf(ops.Float32, rows*cols)
	i, c := m.Seq(n), m.Out(cols)
	at := m.Op(ops.Min, m.Op(ops.Max, m.Read(idx, m.At(i)), m.Int(0)), m.Int(rows-1))
	index := m.Op(ops.Add, m.Op(ops.Mul, at, m.Int(cols)), m.Var(c))
	return m.Nest([]*schedule.Range{i, c}, m.Accumulate(ops.Add, y, index, m.Read(a, m.At(i, c)))).K
}

// Gather is y[i, c] = x[idx[i], c], with indices clamped.
func Gather(n, rows, cols int64) *schedule.Kernel {
	m := New("gather")
	x, idx, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Int64, n), m.Buf(ops.Float32, n*cols)
	i, c := m.Out(n), m.Out(cols)
	at := m.Op(ops.Min, m.Op(ops.Max, m.Read(idx, m.At(i)), m.Int(0)), m.Int(rows-1))
	index := m.Op(ops.Add, m.Op(ops.Mul, at, m.Int(cols)), m.Var(c))
	return m.Nest([]*schedule.Range{i, c}, m.Write(y, m.At(i, c), m.Read(x, index))).K
}

// Transpose is y[i,j] = x[j,i].
func Transpose(rows, cols int64) *schedule.Kernel {
	m := New("transpose")
	x, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	i, j := m.Out(rows), m.Out(cols)
	return m.Nest([]*schedule.Range{i, j}, m.Write(y, m.At(i, j), m.Read(x, m.At(j, i)))).K
}

// Window is a convolution along a row with zero padding: y[i] = sum over k of x[i+k-1]*w[k].
func Window(n, width int64) *schedule.Kernel {
	m := New("window")
	x, w, y := m.Buf(ops.Float32, n), m.Buf(ops.Float32, width), m.Buf(ops.Float32, n)
	i, k := m.Out(n), m.Red(width)
	at := m.Add(m.Add(m.Var(i), m.Var(k)), m.Int(-1))
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.ReadIf(x, at, m.InRange(at, n)), m.Read(w, m.At(k)))
	return m.Nest([]*schedule.Range{i}, m.Write(y, m.At(i), m.Fold(ops.ReduceAdd, order, p, k))).K
}

// Nested is a reduction along lanes of a reduction along lanes: y[r] = sum over i of max over j of a[r,j]+b[i,j].
func Nested(rows, mid, cols int64) *schedule.Kernel {
	m := New("nested")
	a, b, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, mid*cols), m.Buf(ops.Float32, rows)
	r, i, j := m.Out(rows), m.Red(mid), m.Red(cols)
	inner := m.Fold(ops.ReduceMax, Across(2), m.Op(ops.Add, m.Read(a, m.At(r, j)), m.Read(b, m.At(i, j))), j)
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), m.Fold(ops.ReduceAdd, Across(2), inner, i))).K
}

// Halves sums bfloat16 columns and adds their rows' index.
func Halves(rows, cols int64) *schedule.Kernel {
	m := New("halves")
	a, y := m.Buf(ops.BFloat16, rows*cols), m.Buf(ops.BFloat16, cols)
	r, c := m.Red(rows), m.Out(cols)
	sum := m.Fold(ops.ReduceAdd, Down(), m.Read(a, m.At(r, c)), r)
	return m.Nest([]*schedule.Range{c}, m.Write(y, m.At(c), m.Op(ops.Add, sum, m.Cast(m.Var(c), ops.BFloat16)))).K
}

// InPlace is p += g*2, q -= p with p as it was.
func InPlace(n int64) *schedule.Kernel {
	m := New("in_place")
	p, q, g := m.Buf(ops.Float32, n), m.Buf(ops.Float32, n), m.Buf(ops.Float32, n)
	r := m.Out(n)
	x := m.Read(p, m.At(r))
	return m.Nest([]*schedule.Range{r},
		m.Write(p, m.At(r), m.Op(ops.Add, x, m.Op(ops.Mul, m.Read(g, m.At(r)), m.F32(2)))),
		m.Write(q, m.At(r), m.Op(ops.Sub, m.Read(q, m.At(r)), x))).K
}

// Chain is y = relu(a*b+c)*exp(-d) + tanh(a).
func Chain(n int64) *schedule.Kernel {
	m := New("chain")
	var in [4]*schedule.Expr
	r := m.Out(n)
	for i := range in {
		in[i] = m.Read(m.Buf(ops.Float32, n), m.At(r))
	}
	y := m.Buf(ops.Float32, n)
	relu := m.Op(ops.Max, m.Op(ops.Add, m.Op(ops.Mul, in[0], in[1]), in[2]), m.F32(0))
	v := m.Op(ops.Add, m.Op(ops.Mul, relu, m.Op(ops.Exp, m.Op(ops.Neg, in[3]))), m.Op(ops.Tanh, in[0]))
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), v)).K
}

// Softmax of rows, with the exponentials in a scratch row.
func Softmax(rows, cols int64) *schedule.Kernel {
	m := New("softmax")
	a, y := m.Buf(ops.Float32, rows*cols), m.Buf(ops.Float32, rows*cols)
	r, c, k1, k2, ks := m.Out(rows), m.Out(cols), m.Red(cols), m.Red(cols), m.Red(cols)
	top := m.Fold(ops.ReduceMax, Across(4), m.Read(a, m.At(r, k1)), k1)
	st := m.NewStage([]*schedule.Range{ks}, m.Op(ops.Exp, m.Op(ops.Sub, m.Read(a, m.At(r, ks)), top)))
	sum := m.Fold(ops.ReduceAdd, Across(4), m.StageLoad(st, m.Var(k2)), k2)
	return m.Nest([]*schedule.Range{r, c}, m.Write(y, m.At(r, c), m.Op(ops.Div, m.StageLoad(st, m.Var(c)), sum))).K
}

// Conv is a convolution with a window of k by k, padded to keep the size: batch, channels in and out, side.
func Conv(batch, in, out, side, k int64) *schedule.Kernel {
	m := New("conv")
	x, w := m.Buf(ops.Float32, batch*in*side*side), m.Buf(ops.Float32, out*in*k*k)
	y := m.Buf(ops.Float32, batch*out*side*side)
	b, co, i, j := m.Out(batch), m.Out(out), m.Out(side), m.Out(side)
	ci, ki, kj := m.Red(in), m.Red(k), m.Red(k)
	row := m.Add(m.Add(m.Var(i), m.Var(ki)), m.Int(-k/2))
	col := m.Add(m.Add(m.Var(j), m.Var(kj)), m.Int(-k/2))
	gate := m.And(m.InRange(row, side), m.InRange(col, side))
	at := m.Add(m.Add(m.Mul(m.At(b, ci), side*side), m.Mul(row, side)), col)
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.ReadIf(x, at, gate), m.Read(w, m.At(co, ci, ki, kj)))
	sum := m.Fold(ops.ReduceAdd, order, p, ci, ki, kj)
	return m.Nest([]*schedule.Range{b, co, i, j}, m.Write(y, m.At(b, co, i, j), sum)).K
}

// ConvWeights is the gradient of a convolution's weights: y[o,c,k,l] = sum over b, i, j of d[b,o,i,j]*x[b,c,i+k,j+l].
func ConvWeights(batch, in, out, side, k int64) *schedule.Kernel {
	m := New("conv_weights")
	full := side + k - 1
	d, x := m.Buf(ops.Float32, batch*out*side*side), m.Buf(ops.Float32, batch*in*full*full)
	y := m.Buf(ops.Float32, out*in*k*k)
	o, c, ki, kj := m.Out(out), m.Out(in), m.Out(k), m.Out(k)
	b, i, j := m.Red(batch), m.Red(side), m.Red(side)
	at := m.Add(m.Mul(m.Add(m.Mul(m.At(b, c), full), m.Add(m.Var(i), m.Var(ki))), full), m.Add(m.Var(j), m.Var(kj)))
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.Read(d, m.At(b, o, i, j)), m.Read(x, at))
	return m.Nest([]*schedule.Range{o, c, ki, kj}, m.Write(y, m.At(o, c, ki, kj), m.Fold(ops.ReduceAdd, order, p, b, i, j))).K
}

// Linear is y = tanh(x*w' + b): rows, outputs, inputs.
func Linear(rows, outs, ins int64) *schedule.Kernel {
	m := New("linear")
	x, w, b := m.Buf(ops.Float32, rows*ins), m.Buf(ops.Float32, outs*ins), m.Buf(ops.Float32, outs)
	y := m.Buf(ops.Float32, rows*outs)
	r, o, i := m.Out(rows), m.Out(outs), m.Red(ins)
	order := Across(1)
	order.Fma = true
	sum := m.Fold(ops.ReduceAdd, order, m.Op(ops.Mul, m.Read(x, m.At(r, i)), m.Read(w, m.At(o, i))), i)
	return m.Nest([]*schedule.Range{r, o}, m.Write(y, m.At(r, o), m.Op(ops.Tanh, m.Op(ops.Add, sum, m.Read(b, m.At(o)))))).K
}

// Uniform is random numbers from 0 to 1 by position.
func Uniform(n int64) *schedule.Kernel {
	m := New("uniform")
	y := m.Buf(ops.Float32, n)
	r := m.Out(n)
	key := m.Const(ops.IntValue(ops.Uint64, 12345))
	bits := m.ALU(ops.Threefry, ops.Uint64, m.ALU(ops.Cast, ops.Uint64, m.Var(r)), key)
	top := m.ALU(ops.Bitcast, ops.Int64, m.ALU(ops.Shr, ops.Uint64, bits, m.Const(ops.IntValue(ops.Uint64, 40))))
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), m.Op(ops.Mul, m.Cast(top, ops.Float32), m.F32(1.0/(1<<24))))).K
}

// Map applies one operation.
func Map(op ops.Op, n int64) *schedule.Kernel {
	m := New(op.String())
	x, y := m.Buf(ops.Float32, n), m.Buf(ops.Float32, n)
	r := m.Out(n)
	return m.Nest([]*schedule.Range{r}, m.Write(y, m.At(r), m.Op(op, m.Read(x, m.At(r))))).K
}

// ConvInput is the gradient of a convolution's input: y[b,c,i,j] = sum over k, l, o of d[b,o,i-k,j-l]*w[o,c,k,l] where d has such a
// place. What is left out is no zero that is added: it leaves the sum alone.
func ConvInput(batch, in, out, side, k int64) *schedule.Kernel {
	return ConvInputPadded(batch, in, out, side, k, 0, 1)
}

// ConvInputPadded is ConvInput of a convolution with padding and dilation.
func ConvInputPadded(batch, in, out, side, k, pad, dilation int64) *schedule.Kernel {
	m := New("conv_input")
	full := side + dilation*(k-1) - 2*pad
	d, w := m.Buf(ops.Float32, batch*out*side*side), m.Buf(ops.Float32, out*in*k*k)
	y := m.Buf(ops.Float32, batch*in*full*full)
	b, c, i, j := m.Out(batch), m.Out(in), m.Out(full), m.Out(full)
	ki, kj, o := m.Red(k), m.Red(k), m.Red(out)
	place := func(r, k *schedule.Range) *schedule.Expr {
		return m.Sub(m.Add(m.Var(r), m.Int(pad)), m.Mul(m.Var(k), dilation))
	}
	row, col := place(i, ki), place(j, kj)
	gate := m.And(m.InRange(row, side), m.InRange(col, side))
	at := m.Add(m.Mul(m.Add(m.Mul(m.At(b, o), side), row), side), col)
	order := Down()
	order.Fma = true
	p := m.Op(ops.Mul, m.ReadIf(d, at, gate), m.Read(w, m.At(o, c, ki, kj)))
	p = m.Op(ops.Where, gate, p, m.F32(math.Copysign(0, -1)))
	return m.Nest([]*schedule.Range{b, c, i, j}, m.Write(y, m.At(b, c, i, j), m.Fold(ops.ReduceAdd, order, p, ki, kj, o))).K
}

// Unpool puts each x at the place of its square of side places that at names, and 0 at the others.
func Unpool(batch, rows, cols, side int64) *schedule.Kernel {
	m := New("unpool")
	x, at := m.Buf(ops.Float32, batch*rows*cols), m.Buf(ops.Int64, batch*rows*cols)
	y := m.Buf(ops.Float32, batch*rows*side*cols*side)
	b, i, j := m.Out(batch), m.Out(rows*side), m.Out(cols*side)
	part := func(op ops.Op, r *schedule.Range) *schedule.Expr { return m.ALU(op, ops.Int64, m.Var(r), m.Int(side)) }
	from := m.Add(m.Mul(m.Add(m.Mul(m.Var(b), rows), part(ops.Div, i)), cols), part(ops.Div, j))
	place := m.Add(m.Mul(part(ops.Mod, i), side), part(ops.Mod, j))
	v := m.Op(ops.Where, m.ALU(ops.CmpEQ, ops.Bool, place, m.Read(at, from)), m.Read(x, from), m.F32(0))
	return m.Nest([]*schedule.Range{b, i, j}, m.Write(y, m.At(b, i, j), v)).K
}
