package nn_test

import (
	"fmt"

	"weft/frontend/nn"
	"weft/frontend/tensor"
)

func ExampleKernelSize() {
	m := nn.NewConv2d(4, 4, 3, nn.KernelSize(1, 5))
	fmt.Println(m.Forward(tensor.Ones(1, 4, 9, 9)).Shape())
	// Output: [1 4 9 5]
}

func ExampleStride() {
	m := nn.NewConv2d(4, 4, 3, nn.Stride(2, 1))
	fmt.Println(m.Forward(tensor.Ones(1, 4, 9, 9)).Shape())
	// Output: [1 4 4 7]
}

func ExamplePadding() {
	m := nn.NewConv2d(4, 4, 3, nn.Padding(1))
	fmt.Println(m.Forward(tensor.Ones(1, 4, 9, 9)).Shape())
	// Output: [1 4 9 9]
}

func ExampleSamePadding() {
	m := nn.NewConv2d(4, 4, 3, nn.SamePadding())
	fmt.Println(m.Forward(tensor.Ones(1, 4, 9, 9)).Shape())
	// Output: [1 4 9 9]
}

func ExampleDilation() {
	m := nn.NewConv2d(4, 4, 3, nn.Dilation(2))
	fmt.Println(m.Forward(tensor.Ones(1, 4, 9, 9)).Shape())
	// Output: [1 4 5 5]
}

func ExamplePaddingMode() {
	m := nn.NewConv1d(1, 1, 3, nn.Padding(1), nn.PaddingMode("circular"), nn.NoBias())
	tensor.NoGrad(func() { m.Weight.Fill(1) })
	fmt.Println(m.Forward(tensor.New([]float32{1, 2, 3, 4}, 1, 1, 4)).Detach().Realize())
	// Output: [[[7. 6. 9. 8.]]] (1, 1, 4) float32
}

func ExampleOutputPadding() {
	m := nn.NewConvTranspose2d(4, 4, 3, nn.Stride(2), nn.OutputPadding(1))
	fmt.Println(m.Forward(tensor.Ones(1, 4, 5, 5)).Shape())
	// Output: [1 4 12 12]
}

func ExampleGroups() {
	m := nn.NewConv2d(4, 8, 3, nn.Groups(2))
	fmt.Println(m.Weight.Shape())
	// Output: [8 2 3 3]
}

func ExampleNoBias() {
	m := nn.NewLinear(2, 3, nn.NoBias())
	fmt.Println(m.Bias == nil, nn.Count(m))
	// Output: true 6
}

func ExampleCeilMode() {
	x := tensor.Ones(1, 1, 5)
	fmt.Println(nn.NewMaxPool1d(2).Forward(x).Shape(), nn.NewMaxPool1d(2, nn.CeilMode()).Forward(x).Shape())
	// Output: [1 1 2] [1 1 3]
}

func ExampleExcludePad() {
	m := nn.NewAvgPool1d(3, nn.Padding(1), nn.ExcludePad())
	fmt.Println(m.Forward(tensor.Ones(1, 1, 4)).Realize())
	// Output: [[[1. 1.]]] (1, 1, 2) float32
}

func ExampleDivisor() {
	m := nn.NewAvgPool2d(2, nn.Divisor(1))
	fmt.Println(m.Forward(tensor.Ones(1, 1, 2, 2)).Item())
	// Output: 4
}

func ExampleEps() {
	m := nn.NewLayerNorm(2, nn.Eps(1), nn.NoAffine())
	fmt.Println(m.Forward(tensor.New([]float32{0, 2}, 1, 2)).RoundTo(4).Realize())
	// Output: [[-0.7071  0.7071]] (1, 2) float32
}

func ExampleNoAffine() {
	fmt.Println(len(nn.Parameters(nn.NewBatchNorm2d(3, nn.NoAffine()))))
	// Output: 0
}

func ExampleNoRunningStatistics() {
	fmt.Println(len(nn.Buffers(nn.NewBatchNorm2d(3, nn.NoRunningStatistics()))))
	// Output: 0
}

func ExampleMomentum() {
	m := nn.NewBatchNorm1d(1, nn.Momentum(0.5))
	m.Forward(tensor.New([]float32{1, 3}, 2, 1)).Realize()
	fmt.Println(m.RunningMean.Item())
	// Output: 1
}

func ExampleCumulativeStatistics() {
	m := nn.NewBatchNorm1d(1, nn.CumulativeStatistics())
	for _, mean := range []float32{1, 2, 6} {
		m.Forward(tensor.New([]float32{mean - 1, mean + 1}, 2, 1)).Realize()
	}
	fmt.Println(m.RunningMean.Item())
	// Output: 3
}

func ExamplePaddingIndex() {
	m := nn.NewEmbedding(3, 2, nn.PaddingIndex(-1))
	fmt.Println(m.Weight.Select(0, 2).Detach().Realize())
	// Output: [0. 0.] (2) float32
}

func ExampleIncludeLastOffset() {
	m := nn.NewEmbeddingBag(9, 2, "mean", nn.IncludeLastOffset())
	ids, offsets := tensor.New([]int64{1, 2, 3}), tensor.New([]int64{0, 1, 3})
	fmt.Println(m.Forward(ids, offsets, nil).Shape())
	// Output: [2 2]
}

func ExampleWithReLU() {
	m := nn.NewRNNCell(2, 3, nn.WithReLU())
	fmt.Println(m.Forward(tensor.Ones(1, 2))[0].Ge(0).All().IsTrue())
	// Output: true
}

func ExampleKeyLength() {
	m := nn.NewMultiheadAttention(8, 2, true, nn.KeyLength(3), nn.ValueLength(5))
	out, _ := m.Forward(tensor.Rand(1, 4, 8), tensor.Rand(1, 6, 3), tensor.Rand(1, 6, 5))
	fmt.Println(out.Shape(), m.KProjWeight.Shape())
	// Output: [1 4 8] [8 3]
}

func ExampleValueLength() {
	m := nn.NewMultiheadAttention(8, 2, true, nn.ValueLength(5))
	fmt.Println(m.VProjWeight.Shape())
	// Output: [8 5]
}

func ExampleBiasKV() {
	m := nn.NewMultiheadAttention(8, 2, true, nn.BiasKV())
	x := tensor.Rand(1, 4, 8)
	_, weights := m.Forward(x, x, x)
	fmt.Println(weights.Shape(), m.BiasK.Shape())
	// Output: [1 4 5] [1 1 8]
}

func ExampleZeroAttention() {
	m := nn.NewMultiheadAttention(8, 2, true, nn.ZeroAttention())
	x := tensor.Rand(1, 4, 8)
	_, weights := m.Forward(x, x, x)
	fmt.Println(weights.Shape())
	// Output: [1 4 5]
}

func ExampleDropAttention() {
	tensor.Seed(1)
	m := nn.NewMultiheadAttention(8, 1, true, nn.DropAttention(0.5))
	x := tensor.Rand(1, 64, 8)
	_, weights := m.Forward(x, x, x)
	fmt.Println(weights.Eq(0).Any().IsTrue())
	// Output: true
}

func ExampleCreate() {
	m := nn.NewLinear(2, 2, nn.Create(tensor.Options{DType: tensor.Float64, Generator: tensor.NewGenerator(1)}))
	fmt.Println(m.Weight.DType())
	// Output: float64
}
