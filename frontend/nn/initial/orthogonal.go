package initial

import (
	"math"

	"weft/frontend/tensor"
)

// Orthogonal gives t (rows, ...), seen as a matrix, orthonormal rows, or columns where it has more rows than columns, times gain (Saxe and
// others, 2013): a normal draw is made orthonormal. PyTorch's gain is 1 where none is given. Fewer than two axes panic with
// *tensor.Error.
func Orthogonal(t *tensor.Tensor, gain float64, gen ...*tensor.Generator) *tensor.Tensor {
	needRank("orthogonal", t, 2, math.MaxInt)
	rows := t.Dim(0)
	columns := t.Numel() / max(rows, 1)
	n, length := min(rows, columns), max(rows, columns)
	draw := tensor.Options{DType: tensor.Float64}
	if len(gen) > 0 {
		draw.Generator = gen[0]
	}
	q := tensor.MustData[float64](draw.Randn(n, length))
	orthonormalise(q, n, length)
	value := tensor.New(q, n, length)
	if rows > columns {
		value = value.T()
	}
	return set(t, value.Mul(gain).Reshape(t.Shape()...).Cast(t.DType()).To(t.Device()))
}

// orthonormalise makes the n vectors in q orthonormal, one after another (Gram and Schmidt). Each is freed of the ones before twice, which
// takes away what rounding left of them.
func orthonormalise(q []float64, n, length int) {
	for i := range n {
		v := q[i*length : (i+1)*length]
		for range 2 {
			for j := range i {
				u := q[j*length : (j+1)*length]
				add(v, u, -dot(v, u))
			}
		}
		scale(v, 1/math.Sqrt(dot(v, v)))
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += float64(a[i] * b[i]) // rounded, so that all machines agree
	}
	return sum
}

func add(v, u []float64, factor float64) {
	for i := range v {
		v[i] += float64(factor * u[i])
	}
}

func scale(v []float64, factor float64) {
	for i := range v {
		v[i] *= factor
	}
}
