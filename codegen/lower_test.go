package codegen

import (
	"fmt"
	"testing"

	"weft/ops"
	"weft/schedule"
)

var avx512 = Target{Name: "avx512", VL: 16, Regs: 32, L1: 32 << 10, L2: 1 << 20}

func elementwise(n int64) *schedule.Kernel {
	d := newDSL("ew")
	a, y := d.buf(ops.Float32, n), d.buf(ops.Float32, n)
	r := d.out(n)
	x := d.load(a, d.at(r))
	d.nest([]*schedule.Range{r}, d.store(y, d.at(r), d.op(ops.Add, d.op(ops.Mul, x, x), d.f32(3))))
	return d.k
}

func softmax(rows, cols int64) *schedule.Kernel {
	d := newDSL("softmax")
	a, y := d.buf(ops.Float32, rows*cols), d.buf(ops.Float32, rows*cols)
	r, c, k1, k2, ks := d.out(rows), d.out(cols), d.red(cols), d.red(cols), d.red(cols)
	top := d.reduce(ops.ReduceMax, across4, d.load(a, d.at(r, k1)), k1)
	e := d.op(ops.Sub, d.load(a, d.at(r, ks)), top)
	st := d.NewStage([]*schedule.Range{ks}, e)
	sum := d.reduce(ops.ReduceAdd, across4, d.StageLoad(st, d.Var(k2)), k2)
	d.nest([]*schedule.Range{r, c}, d.store(y, d.at(r, c), d.op(ops.Div, d.StageLoad(st, d.Var(c)), sum)))
	return d.k
}

func matmul(m, n, k int64, order schedule.Order) *schedule.Kernel {
	d := newDSL("matmul")
	a, b, y := d.buf(ops.Float32, m*k), d.buf(ops.Float32, k*n), d.buf(ops.Float32, m*n)
	rm, rn, rk := d.out(m), d.out(n), d.red(k)
	order.Fma = true
	p := d.op(ops.Mul, d.load(a, d.at(rm, rk)), d.load(b, d.at(rk, rn)))
	d.nest([]*schedule.Range{rm, rn}, d.store(y, d.at(rm, rn), d.reduce(ops.ReduceAdd, order, p, rk)))
	return d.k
}

func TestLook(t *testing.T) {
	for _, k := range []*schedule.Kernel{elementwise(1 << 20), elementwise(100), elementwise(5003), softmax(64, 1000), matmul(64, 64, 64, down)} {
		p, err := Lower(k, avx512)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(p.Text())
	}
}
