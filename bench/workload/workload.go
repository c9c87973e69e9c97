// Package workload defines what Weft is measured on: the same names, shapes and counts of flops and bytes as other
// frameworks are measured with, so that figures can be held side by side.
package workload

import (
	"context"
	"slices"
	"strings"

	"weft/frontend/tensor"
)

// Workload is one thing to measure.
type Workload struct {
	Name string
	// Flop counts the operations of its matmuls and convolutions, Byte its inputs and outputs once; one of them is 0.
	Flop, Byte float64
	// Per divides a run's time: the steps or operations that one run makes.
	Per int
	// Make prepares the inputs, realized, on the default device.
	Make func() Run
}

// Run does the work once.
type Run func(ctx context.Context) error

const million16 = 16 << 20

// A step is built and looked up each time, or compiled once.
var plain, captured stepper = trainStep, compiledStep

// All lists the workloads in the order of tables.
var All = []Workload{
	{"a_matmul_256", 2 * 256 * 256 * 256, 0, 1, matmul(256)},
	{"a_matmul_512", 2 * 512 * 512 * 512, 0, 1, matmul(512)},
	{"a_matmul_1024", 2 * 1024 * 1024 * 1024, 0, 1, matmul(1024)},
	{"a_matmul_2048", 2 * 2048 * 2048 * 2048, 0, 1, matmul(2048)},
	{"a_matmul_1000", 2 * 1000 * 1000 * 1000, 0, 1, matmul(1000)},
	{"a_matmul_127x1023x511", 2 * 127 * 1023 * 511, 0, 1, product([]int{127, 511}, []int{511, 1023}, false, false)},
	{"a_matmul_4096x64x4096", 2 * 4096 * 64 * 4096, 0, 1, product([]int{4096, 64}, []int{64, 4096}, false, false)},
	{"a_matmul_batch64_128", 64 * 2 * 128 * 128 * 128, 0, 1, product([]int{64, 128, 128}, []int{64, 128, 128}, false, false)},
	{"a_matmul_tn_1024", 2 * 1024 * 1024 * 1024, 0, 1, product([]int{1024, 1024}, []int{1024, 1024}, true, false)},
	{"a_matmul_nt_1024", 2 * 1024 * 1024 * 1024, 0, 1, product([]int{1024, 1024}, []int{1024, 1024}, false, true)},
	{"a_matvec_4096", 2 * 4096 * 4096, 0, 1, product([]int{4096, 4096}, []int{4096, 1}, false, false)},
	{"b_chain", 0, 5 * 4 * million16, 1, chain},
	{"c_softmax", 0, 2 * 4 * 4096 * 4096, 1, softmax},
	{"d_layernorm", 0, 2 * 4 * 4096 * 1024, 1, layerNorm},
	{"e_sum_all", 0, 4 * million16, 1, sumAll},
	{"e_sum_axis0", 0, 4 * 4096 * 4096, 1, sumAxis(0)},
	{"e_sum_axis1", 0, 4 * 4096 * 4096, 1, sumAxis(1)},
	{"f_conv2d", 2 * 32 * 64 * 56 * 56 * 64 * 9, 0, 1, conv2d},
	{"g_mlp_train", 2 * 128 * (3*(784*512+512*512+512*10) - 784*512), 0, 1, plain.with(mlpTrain)},
	{"g_mlp_train_captured", 2 * 128 * (3*(784*512+512*512+512*10) - 784*512), 0, 1, captured.with(mlpTrain)},
	{"h_cnn_train", 2 * 64 * (2*24*24*32*25 + 3*20*20*64*32*25 + 3*6400*10), 0, 1, plain.with(cnnTrain)},
	{"h_cnn_train_captured", 2 * 64 * (2*24*24*32*25 + 3*20*20*64*32*25 + 3*6400*10), 0, 1, captured.with(cnnTrain)},
	{"i_block_fwd", blockFlop, 0, 1, blockForward},
	{"j_block_fwd_bwd", 3 * blockFlop, 0, 1, blockBackward},
	{"k_chargpt_train", 3 * 12 * 64 * (2*(4*12*128*128+128*65) + 4*2*2*64*128), 0, 1, plain.with(gptTrain)},
	{"k_chargpt_train_captured", 3 * 12 * 64 * (2*(4*12*128*128+128*65) + 4*2*2*64*128), 0, 1, captured.with(gptTrain)},
	{"l_tiny_add", 0, 0, 100, tinyAdds},
	{"l_tiny_add_captured", 0, 0, 100, tinyAddsCompiled},
	{"m_linreg", 0, 0, linregSteps, plain.with(linearRegression)},
	{"m_linreg_captured", 0, 0, linregSteps, captured.with(linearRegression)},
	{"n_attention_2048", 8 * 2 * 2 * 2048 * 2048 * 64, 0, 1, attention(2048)},
	{"n_attention_1024_bwd", 3 * 8 * 2 * 2 * 1024 * 1024 * 64, 0, 1, attentionBackward(1024)},
}

const blockFlop = 2*256*(768*2304+768*768+2*768*3072) + 2*2*256*256*768

// Find selects the workloads whose names are, or else begin with, one of the names, separated by commas; all for "".
func Find(only string) []Workload {
	if only == "" {
		return All
	}
	names := strings.Split(only, ",")
	var found []Workload
	for _, w := range All {
		if slices.ContainsFunc(names, func(name string) bool {
			return w.Name == name || name != "" && strings.HasPrefix(w.Name, name) && !isWhole(name)
		}) {
			found = append(found, w)
		}
	}
	return found
}

func isWhole(name string) bool {
	return slices.ContainsFunc(All, func(w Workload) bool { return w.Name == name })
}

// forward runs a graph that is built anew each time, as a program does, without gradients.
func forward(build func() *tensor.Tensor) Run {
	return func(ctx context.Context) error {
		var y *tensor.Tensor
		tensor.NoGrad(func() { y = build() })
		defer y.Free()
		return tensor.Realize(ctx, y)
	}
}

func randn(shape ...int) *tensor.Tensor { return tensor.Randn(shape...).Realize() }
