package functional

import (
	"testing"

	"weft/frontend/tensor"
)

// wave is sin(1.7 i) in float64.
func wave(shape ...int) *tensor.Tensor {
	return float64s.Arange(float64(product(shape))).Mul(1.7).Sin().Reshape(shape...)
}

func second(_, indices *tensor.Tensor) *tensor.Tensor { return indices }

// unpooled pools x and puts the maxima back.
func unpooled(pool func(x *tensor.Tensor, w Window) (*tensor.Tensor, *tensor.Tensor),
	unpool func(x, indices *tensor.Tensor, w Window, size ...int) *tensor.Tensor, x *tensor.Tensor, w Window, size ...int) *tensor.Tensor {
	values, indices := pool(x, w)
	return unpool(values, indices, w, size...)
}

// TestRecorded holds functions that the recorded answers leave out against what PyTorch 1.13 answers.
func TestRecorded(t *testing.T) {
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want []float64
	}{
		{"fractional_max_pool2d", second(FractionalMaxPool2d(wave(1, 2, 7, 10), Fractional{KernelSize: []int{2, 3}, OutputSize: []int{4, 5},
			Samples: tensor.New([]float64{.3, .8, .55, .1}, 1, 2, 2)})),
			[]float64{12, 12, 16, 16, 8, 30, 23, 34, 27, 38, 42, 34, 34, 45, 49, 60, 64, 64, 56, 67, 1, 12, 16, 16, 9, 12, 12, 16, 27, 27, 42, 42, 34, 38, 38, 60, 64, 64, 68, 68}},
		{"fractional_max_pool3d", second(FractionalMaxPool3d(wave(1, 6, 5, 8), Fractional{KernelSize: []int{2}, OutputRatio: []float64{.5},
			Samples: tensor.New([]float64{.3, .8, .55}, 1, 1, 3)})),
			[]float64{49, 42, 12, 15, 64, 75, 68, 38, 89, 123, 93, 134, 145, 115, 108, 119, 208, 171, 204, 167, 193, 234, 197, 230}},
		{"affine_grid", AffineGrid(wave(1, 2, 3), []int{1, 1, 2, 3}, false),
			[]float64{-0.751373507, 1.168640225, -0.751373507, 0.551430437, -0.751373507, -0.065779351, 0.240291303, 1.662753576, 0.240291303, 1.045543788, 0.240291303, 0.428334}},
		{"affine_grid, corners", AffineGrid(wave(1, 3, 4), []int{1, 1, 2, 1, 2}, true),
			[]float64{-0.67027358, -0.412375776, -0.046763349, -0.67027358, 0.575850926, 1.671560281, -1.181355784, -1.812125151, -1.969558333, -1.181355784, -0.823898449, -0.251234703}},
		{"bilinear with antialias", Interpolate(wave(1, 1, 5, 7), Resize{Size: []int{2, 3}, Mode: "bilinear", Antialias: true}),
			[]float64{0.200910538, -0.19445319, 0.301966631, -0.20720725, 0.011048882, 0.178633636}},
		{"bicubic with antialias", Interpolate(wave(1, 1, 5, 7), Resize{Size: []int{2, 3}, Mode: "bicubic", Antialias: true}),
			[]float64{0.222829377, -0.208856799, 0.304651422, -0.231008, 0.024465437, 0.169219021}},
		{"bicubic, recomputed", Interpolate(wave(1, 1, 3, 3), Resize{ScaleFactor: []float64{0.7}, Mode: "bicubic", RecomputeScaleFactor: true}),
			[]float64{0.07255607, 0.233326471, -0.737504024, 0.609680497}},
		{"nearest-exact", Interpolate(wave(1, 1, 7), Resize{Size: []int{3}, Mode: "nearest-exact"}),
			[]float64{0.99166481, -0.925814682, 0.798487113}},
		{"lp_pool1d", LpPool1d(wave(1, 1, 9), 2, Window{KernelSize: []int{3}, Stride: []int{2}, CeilMode: true}),
			[]float64{1.024060717, 1.080084295, 1.171133746, 1.268888132}},
		{"lp_pool2d", LpPool2d(wave(1, 4, 5).Abs(), 3, Window{KernelSize: []int{2}}),
			[]float64{1.222518949, 1.188930028, 1.173974047, 1.166656113}},
		{"pdist", Pdist(wave(4, 3), 3),
			[]float64{1.278077809, 1.806932612, 1.958609373, 1.115409468, 1.841765627, 1.335861518}},
		{"triplet_margin_loss", TripletMarginLoss(wave(3, 2), wave(3, 2).Cos(), wave(3, 2).Exp(), 0.5, 3, 0.1, true, None),
			[]float64{0.0, 1.752074534, 0.0}},
		{"max_unpool1d", unpooled(MaxPool1dWithIndices, MaxUnpool1d, wave(1, 1, 8), Window{KernelSize: []int{3}, Stride: []int{2}, Padding: []int{1}}, 8),
			[]float64{0.0, 0.99166481, 0.0, 0.0, 0.0, 0.798487113, 0.0, 0.0}},
		{"max_unpool3d", unpooled(MaxPool3dWithIndices, MaxUnpool3d, wave(1, 4, 4, 4), Window{KernelSize: []int{2}}),
			[]float64{0.0, 0.99166481, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.9997929, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.985600299, 0.0, 0.0, 0.0, 0.940428963, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.980589492, 0.0, 0.0, 0.0, 0.755640226, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.998858052, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.994826791, 0.0, 0.0, 0.0}},
		{"ctc_loss of letters in a row", CTCLoss(wave(6, 2, 4).LogSoftmax(-1), tensor.New([]int64{1, 2, 3, 3, 1}), []int{6, 5}, []int{2, 3}, CTC{Reduction: None}),
			[]float64{3.288012474, 4.789625261}},
		{"ctc_loss of one sample", CTCLoss(wave(6, 4).LogSoftmax(-1), tensor.New([]int64{1, 2, 2}), []int{6}, []int{3}, CTC{}),
			[]float64{1.744872877}},
		{"ctc_loss of what does not fit", CTCLoss(wave(2, 1, 4).LogSoftmax(-1), tensor.New([]int64{1, 1}, 1, 2), []int{2}, []int{2}, CTC{ZeroInfinity: true, Reduction: Sum}),
			[]float64{0.0}},
	} {
		closeTo(t, c.name, c.got.Flatten(), c.want, 1e-8)
	}
}
