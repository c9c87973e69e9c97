package nn

import (
	"math"

	"weft/frontend/nn/initial"
	"weft/frontend/tensor"
)

// Option changes how a layer is made. A constructor's comment names the options that apply to it; others change nothing.
type Option func(*options)

type options struct {
	noBias                            bool
	kernel, stride, padding, dilation []int
	outputPadding                     []int
	groups                            int
	mode                              string
	same, ceil, excludePad            bool
	create                            tensor.Options
	eps, momentum                     float64
	cumulative, noAffine, noTracking  bool
	paddingIndex                      *int
	divisor                           int
	lastOffset                        bool
	relu                              bool
	keyLength, valueLength            int
	biasKV, zeroAttention             bool
	drop                              float64
}

func gather(opts []Option) *options {
	o := &options{eps: 1e-5, momentum: 0.1, mode: "zeros", groups: 1}
	for _, set := range opts {
		set(o)
	}
	return o
}

// NoBias leaves the bias out: PyTorch's bias=False.
func NoBias() Option { return func(o *options) { o.noBias = true } }

// KernelSize gives a window's length on each axis, where they differ; it takes the place of the one length that constructors have.
func KernelSize(n ...int) Option { return func(o *options) { o.kernel = n } }

// Stride is the distance between windows: one number for all axes, or one an axis. Where not given it is 1 for convolutions, and the
// window's length for poolings.
func Stride(n ...int) Option { return func(o *options) { o.stride = n } }

// Padding is how much is added before and after: one number for all axes, or one an axis; 0 where not given.
func Padding(n ...int) Option { return func(o *options) { o.padding = n } }

// SamePadding pads a convolution so that its output is as large as its input: PyTorch's padding="same". A stride other than 1 then
// panics with *tensor.Error in Forward.
func SamePadding() Option { return func(o *options) { o.same = true } }

// PaddingMode is what a convolution pads with: "zeros" where not given, "reflect", "replicate" or "circular".
func PaddingMode(mode string) Option { return func(o *options) { o.mode = mode } }

// OutputPadding lengthens the output of a transposed convolution at its end: one number for all axes, or one an axis; 0 where not given.
func OutputPadding(n ...int) Option { return func(o *options) { o.outputPadding = n } }

// Dilation is the distance between elements of a window: one number for all axes, or one an axis; 1 where not given.
func Dilation(n ...int) Option { return func(o *options) { o.dilation = n } }

// Groups divides channels into n groups that do not see one another; 1 where not given. Channels that do not divide into them panic with
// *tensor.Error.
func Groups(n int) Option { return func(o *options) { o.groups = n } }

// CeilMode lets a last window hang over the end: PyTorch's ceil_mode=True.
func CeilMode() Option { return func(o *options) { o.ceil = true } }

// ExcludePad has averages not count padding: PyTorch's count_include_pad=False.
func ExcludePad() Option { return func(o *options) { o.excludePad = true } }

// Eps is added to variances; PyTorch's 1e-5 where not given.
func Eps(eps float64) Option { return func(o *options) { o.eps = eps } }

// Momentum is the share of new statistics in running ones; 0.1 where not given.
func Momentum(m float64) Option { return func(o *options) { o.momentum = m } }

// CumulativeStatistics has running statistics be the plain mean of all batches (PyTorch's momentum=None).
func CumulativeStatistics() Option { return func(o *options) { o.cumulative = true } }

// NoAffine leaves out the weight and bias of a normalisation: PyTorch's affine=False.
func NoAffine() Option { return func(o *options) { o.noAffine = true } }

// NoRunningStatistics has a batch norm always use the batch's own statistics: PyTorch's track_running_stats=False.
func NoRunningStatistics() Option { return func(o *options) { o.noTracking = true } }

// PaddingIndex names a row of an embedding, counted from the end where negative, that is zero at first and learns nothing.
func PaddingIndex(i int) Option { return func(o *options) { o.paddingIndex = &i } }

// IncludeLastOffset has the offsets of an EmbeddingBag end with the end of the last bag.
func IncludeLastOffset() Option { return func(o *options) { o.lastOffset = true } }

// Divisor has averages divide by n instead of the elements of a window: PyTorch's divisor_override.
func Divisor(n int) Option { return func(o *options) { o.divisor = n } }

// WithReLU has an RNNCell use relu instead of tanh.
func WithReLU() Option { return func(o *options) { o.relu = true } }

// KeyLength is the length of the keys of an attention, where it is not that of the queries: PyTorch's kdim.
func KeyLength(n int) Option { return func(o *options) { o.keyLength = n } }

// ValueLength is the length of the values of an attention, where it is not that of the queries: PyTorch's vdim.
func ValueLength(n int) Option { return func(o *options) { o.valueLength = n } }

// BiasKV gives every sequence of keys and values of an attention one learned place more: PyTorch's add_bias_kv.
func BiasKV() Option { return func(o *options) { o.biasKV = true } }

// ZeroAttention gives every sequence of keys and values of an attention one place of zeros more: PyTorch's add_zero_attn.
func ZeroAttention() Option { return func(o *options) { o.zeroAttention = true } }

// DropAttention drops the weights of an attention with probability p while training; 0 where not given. A p outside [0, 1] panics with
// *tensor.Error.
func DropAttention(p float64) Option { return func(o *options) { o.drop = p } }

// Create says how parameters and buffers are made: their dtype, float32 where not given, their device, and the generator that they are
// drawn from.
func Create(c tensor.Options) Option { return func(o *options) { o.create = c } }

// parameter is a fresh parameter, for an initialiser to fill.
func (o *options) parameter(shape ...int) *tensor.Tensor {
	return o.create.Zeros(shape...).RequireGrad()
}

// generator is what Create names to draw from, if anything.
func (o *options) generator() (gen []*tensor.Generator) {
	if o.create.Generator != nil {
		gen = append(gen, o.create.Generator)
	}
	return gen
}

// uniform draws a parameter evenly from -bound to bound.
func (o *options) uniform(bound float64, shape ...int) *tensor.Tensor {
	return initial.Uniform(o.parameter(shape...), -bound, bound, o.generator()...)
}

// xavier draws a matrix evenly within the bound of Glorot and Bengio.
func (o *options) xavier(out, in int) *tensor.Tensor {
	return initial.XavierUniform(o.parameter(out, in), 1, o.generator()...)
}

// normal draws a parameter from the normal distribution.
func (o *options) normal(std float64, shape ...int) *tensor.Tensor {
	return initial.Normal(o.parameter(shape...), 0, std, o.generator()...)
}

// fanIn is the bound that PyTorch draws weights from where n inputs meet in an output.
func fanIn(n int) float64 {
	if n == 0 {
		return 0
	}
	return 1 / math.Sqrt(float64(n))
}

// filled is a parameter of one value.
func (o *options) filled(v float64, shape ...int) *tensor.Tensor {
	return initial.Constant(o.parameter(shape...), v)
}

// buffer is a tensor of one value that is no parameter.
func (o *options) buffer(v float64, shape ...int) *tensor.Tensor {
	return initial.Constant(o.create.Zeros(shape...), v)
}
