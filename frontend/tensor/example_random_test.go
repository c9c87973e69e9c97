package tensor_test

import (
	"fmt"

	"weft/frontend/tensor"
)

// A tensor's draw is fixed when it is made: realizing in another order changes nothing.
func ExampleGenerator() {
	a, b := tensor.NewGenerator(7), tensor.NewGenerator(7)
	x := tensor.Options{Generator: a}.RandInt(0, 100, 3)
	y := tensor.Options{Generator: a}.RandInt(0, 100, 3)
	fmt.Println(y.Realize(), x.Realize())
	fmt.Println(tensor.Options{Generator: b}.RandInt(0, 100, 3).Realize())
	// Output:
	// [34 78 49] (3) int64 [25 20 24] (3) int64
	// [25 20 24] (3) int64
}

func ExampleNewGenerator() {
	o := tensor.Options{Generator: tensor.NewGenerator(1)}
	fmt.Println(o.RandInt(0, 10, 5).Realize())
	// Output: [5 4 3 6 8] (5) int64
}

func ExampleGenerator_Seed() {
	g := tensor.NewGenerator(1)
	x := tensor.Options{Generator: g}.Rand(4)
	g.Seed(1)
	fmt.Println(tensor.Equal(x, tensor.Options{Generator: g}.Rand(4)))
	// Output: true
}

func ExampleGenerator_State() {
	g := tensor.NewGenerator(1)
	key, counter := g.State()
	x := tensor.Options{Generator: g}.Rand(4)
	g.SetState(key, counter)
	fmt.Println(tensor.Equal(x, tensor.Options{Generator: g}.Rand(4)), counter)
	// Output: true 0
}

func ExampleGenerator_SetState() {
	a, b := tensor.NewGenerator(1), tensor.NewGenerator(2)
	b.SetState(a.State()) // b goes on as a does
	fmt.Println(tensor.Equal(tensor.Options{Generator: a}.Rand(4), tensor.Options{Generator: b}.Rand(4)))
	// Output: true
}

func ExampleSeed() {
	tensor.Seed(3)
	x := tensor.Rand(4)
	tensor.Seed(3)
	fmt.Println(tensor.Equal(x, tensor.Rand(4)))
	// Output: true
}

func ExampleRand() {
	tensor.Seed(0)
	fmt.Println(tensor.Rand(2, 3).Realize())
	// Output:
	// [[0.762474   0.619172   0.70492023]
	//  [0.8108627  0.32282144 0.940831  ]] (2, 3) float32
}

func ExampleOptions_Rand() {
	o := tensor.Options{DType: tensor.Float64, Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Rand(2).Realize())
	// Output: [0.76247404 0.61917203] (2) float64
}

func ExampleTensor_RandLike() {
	x := tensor.Ones(1000)
	u := x.RandLike()
	fmt.Println(u.Ge(0).All().Realize(), u.Lt(1).All().Realize())
	// Output: true () bool true () bool
}

func ExampleUniform() {
	u := tensor.Uniform(-2, 2, 1000)
	fmt.Println(u.Ge(-2).All().Realize(), u.Lt(2).All().Realize())
	// Output: true () bool true () bool
}

func ExampleOptions_Uniform() {
	o := tensor.Options{Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Uniform(10, 20, 3).Realize())
	// Output: [17.62474  16.19172  17.049202] (3) float32
}

func ExampleRandn() {
	tensor.Seed(0)
	x := tensor.Randn(10000)
	fmt.Printf("%.1f %.1f\n", x.Mean().Abs().Item(), x.Std().Item())
	// Output: 0.0 1.0
}

func ExampleOptions_Randn() {
	o := tensor.Options{DType: tensor.Float64, Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Randn(3).RoundTo(3).Realize())
	// Output: [ 0.633 -0.614  1.456] (3) float64
}

func ExampleTensor_RandnLike() {
	tensor.Seed(0)
	x := tensor.Zeros(2, 2)
	fmt.Println(x.RandnLike().RoundTo(2).Realize())
	// Output:
	// [[-0.75  1.29]
	//  [-1.27 -1.82]] (2, 2) float32
}

func ExampleNormal() {
	mean, deviation := tensor.New([]float32{0, 100}), tensor.New([]float32{0, 1})
	x := tensor.Normal(mean, deviation)
	fmt.Println(x.Select(0, 0).Realize(), x.Select(0, 1).Gt(90).Realize())
	fmt.Println(tensor.Normal(5, 0, 3).Realize())
	// Output:
	// 0.0 () float32 true () bool
	// [5. 5. 5.] (3) float32
}

func ExampleOptions_Normal() {
	o := tensor.Options{Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Normal(50, 10, 4).Round().Realize())
	// Output: [43. 63. 37. 32.] (4) float32
}

func ExampleExponential() {
	tensor.Seed(0)
	fmt.Printf("%.1f\n", tensor.Exponential(2, 10000).Mean().Item())
	// Output: 0.5
}

func ExampleOptions_Exponential() {
	o := tensor.Options{DType: tensor.Float64, Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Exponential(0.1, 4).Floor().Realize())
	// Output: [14.  9. 12. 16.] (4) float64
}

func ExampleRandInt() {
	tensor.Seed(0)
	fmt.Println(tensor.RandInt(1, 7, 8).Realize()) // dice
	// Output: [1 4 2 4 3 2 4 3] (8) int64
}

func ExampleOptions_RandInt() {
	o := tensor.Options{DType: tensor.Uint8, Generator: tensor.NewGenerator(0)}
	fmt.Println(o.RandInt(0, 256, 4).Realize())
	// Output: [200 177 243 145] (4) uint8
}

func ExampleTensor_RandIntLike() {
	tensor.Seed(0)
	fmt.Println(tensor.Zeros(5).RandIntLike(0, 2).Realize())
	// Output: [0. 1. 1. 1. 0.] (5) float32
}

func ExampleBernoulli() {
	fmt.Println(tensor.Bernoulli(tensor.New([]float32{0, 1, 1})).Realize())
	fmt.Println(tensor.Bernoulli(1, 2).Realize())
	// Output:
	// [0. 1. 1.] (3) float32
	// [1. 1.] (2) float32
}

func ExampleOptions_Bernoulli() {
	o := tensor.Options{DType: tensor.Bool, Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Bernoulli(0.5, 6).Realize())
	// Output: [false false false false  true false] (6) bool
}

func ExampleRandPerm() {
	tensor.Seed(0)
	fmt.Println(tensor.RandPerm(6).Realize())
	// Output: [1 2 0 3 5 4] (6) int64
}

func ExampleOptions_RandPerm() {
	o := tensor.Options{DType: tensor.Int32, Generator: tensor.NewGenerator(1)}
	x := tensor.New([]float32{10, 20, 30})
	fmt.Println(x.IndexSelect(0, o.RandPerm(3)).Realize()) // shuffled
	// Output: [30. 20. 10.] (3) float32
}

func ExampleMultinomial() {
	weights := tensor.New([]float32{0, 3, 0, 1})
	at := tensor.Multinomial(weights, 2, false) // both that have a weight, in some order
	sorted, _ := at.Sort(0, false)
	fmt.Println(sorted.Realize())
	// Output: [1 3] (2) int64
}

func ExampleOptions_Multinomial() {
	o := tensor.Options{Generator: tensor.NewGenerator(0)}
	fmt.Println(o.Multinomial(tensor.Of([][]float32{{1, 1, 0}, {0, 1, 9}}), 5, true).Realize())
	// Output:
	// [[1 1 1 1 0]
	//  [2 2 2 2 2]] (2, 5) int64
}
