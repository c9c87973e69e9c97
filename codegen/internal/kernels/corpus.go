package kernels

import "weft/schedule"

// Common are kernels of every kind, in sizes that leave remainders and ones that do not.
func Common() []*schedule.Kernel {
	return []*schedule.Kernel{
		Elementwise(1), Elementwise(100), Elementwise(1 << 14),
		SumRows(3, 100, Across(4)), SumRows(40, 7, Across(2)), SumRows(40, 33, Down()), SumCols(33, 70), SumCols(5, 1000),
		Normalise(3, 50), Normalise(20, 128), LayerNorm(4, 64), LayerNorm(3, 37),
		MatMul(5, 7, 9, Down()), MatMul(33, 70, 20, Down()), MatMul(64, 64, 16, Down()), MatMul(9, 11, 40, Across(1)), MatMul(13, 6, 17, Across(2)),
		CumSum(9, 20), CumSum(30, 1), ScatterAdd(50, 7, 20), ScatterAdd(50, 7, 1), Gather(50, 7, 20), Gather(50, 7, 1),
		Transpose(20, 33), Window(100, 3), Nested(3, 20, 33), Halves(6, 20), InPlace(1000),
	}
}

// Samples are the common kernels, empty ones, and those that are tiled and packed.
func Samples() []*schedule.Kernel {
	return append(Common(),
		Elementwise(0), SumRows(3, 0, Across(2)), SumRows(0, 3, Down()), Elementwise(5003),
		Mirror(5, 40), NormaliseDown(2, 9, 33), NormaliseDown(3, 40, 70), MatMul(50, 20, 520, Down()), MatMul(20, 48, 1024, Down()),
		MatMul(20, 45, 1024, Down()), Conv(1, 3, 40, 23, 3), ConvInput(1, 20, 18, 19, 5), // blocks of panels that do not divide
		Conv(2, 3, 5, 7, 3), Conv(1, 2, 9, 20, 3), Conv(2, 3, 17, 9, 3), Conv(3, 2, 20, 8, 5), Unpool(3, 5, 7, 2), Unpool(70, 4, 10, 3), ConvInput(2, 18, 5, 7, 3), ConvInput(9, 18, 5, 7, 3), ConvInputPadded(8, 16, 5, 7, 5, 1, 1), ConvInputPadded(8, 35, 3, 7, 3, 1, 2),
		ConvWeights(2, 3, 20, 6, 3), ConvWeights(3, 5, 20, 6, 3), Transpose(70, 90), Linear(9, 30, 40), Linear(21, 70, 100),
		MatMulT(20, 48, 40), MatMulT(18, 20, 23), MatMulT(20, 48, 1024), MatMulT(20, 45, 1024), TMatMul(1024, 20, 160), SumCols(520, 2100),
		Attention(37, 50, 20, 24, Across(1)), Attention(64, 512, 9, 17, Down()), Attention(5, 30, 8, 16, Across(1)),
	)
}
