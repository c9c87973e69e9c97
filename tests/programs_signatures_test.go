package tests

// signatureText lists the arguments of PyTorch's functions and methods by the names that the adapters know, one line for
// functions that share them; one that is not listed takes the tensor input alone. Kinds: t tensor, o tensor or number, i
// integer, I integers, n number, N numbers, b bool, s string, d dtype, T tensors, P tensors or dicts of
// them, a anything. Braces list the strings that have a counterpart in Go's types: a constant, a method, a flag. A ? says that it may be left
// out, a * that the last arguments may stand without a list, and | that what follows is given by keyword. Forms that differ
// are separated by ;.
const signatureText = `
add sub rsub: t:input o:other | n:alpha?
mul multiply true_divide floor_divide remainder fmod eq ne lt le gt ge xlogy bitwise_and bitwise_or bitwise_xor bitwise_left_shift bitwise_right_shift copysign: t:input o:other
__radd__ __rmul__ __rdiv__ __rsub__ __rpow__ __rmod__: t:input o:other
atan2 fmax fmin maximum minimum logical_and logical_or logical_xor hypot logaddexp logaddexp2 gcd lcm equal: t:input t:other
matmul __rmatmul__ inner kron expand_as reshape_as view_as: t:input t:other
div: t:input o:other | s:rounding_mode{trunc,floor}?
pow float_power: o:input o:exponent
isclose allclose: t:input t:other n:rtol? n:atol? b:equal_nan?
where: t:condition o:input o:other
masked_fill: t:input t:mask o:value
masked_select: t:input t:mask
masked_scatter: t:input t:mask t:source
lerp: t:input t:end o:weight
addcmul addcdiv: t:input t:tensor1 t:tensor2 | n:value?
isin: t:elements t:test_elements | b:assume_unique? b:invert?
dist: t:input t:other n:p?
heaviside: t:input t:values
clamp: t:input o:min? o:max?
clamp_min: t:input o:min
clamp_max: t:input o:max
round: t:input | i:decimals?
logit: t:input n:eps?
nan_to_num: t:input n:nan? n:posinf? n:neginf?
to: t:input d:dtype ; t:input t:other
clone contiguous: t:input
max min: t:input ; t:input t:other ; t:input i:dim b:keepdim?
sum mean nansum nanmean: t:input I:dim? b:keepdim? | d:dtype?
prod: t:input | d:dtype? ; t:input i:dim b:keepdim? | d:dtype?
amax amin count_nonzero: t:input I:dim? b:keepdim?
all any argmax argmin: t:input i:dim? b:keepdim?
aminmax: t:input | i:dim? b:keepdim?
logsumexp: t:input I:dim b:keepdim?
var std var_mean std_mean: t:input b:unbiased ; t:input I:dim? b:unbiased? b:keepdim? | i:correction?
norm: t:input a:p? I:dim? b:keepdim? | d:dtype?
linalg.norm linalg.vector_norm linalg.matrix_norm: t:input a:ord? I:dim? b:keepdim? | d:dtype?
cumsum cumprod: t:input i:dim | d:dtype?
cummax cummin logcumsumexp: t:input i:dim
sum_to_size: t:input *I:size
diff: t:input i:n? i:dim? t:prepend? t:append?
trapz trapezoid: t:y t:x | i:dim? ; t:y | n:dx? i:dim?
cumulative_trapezoid: t:y t:x | i:dim? ; t:y | n:dx? i:dim?
renorm: t:input n:p i:dim n:maxnorm
histc: t:input i:bins? n:min? n:max?
bincount: t:input t:weights? i:minlength?
cdist: t:x1 t:x2 n:p? s:compute_mode?
reshape: t:input *I:shape
view: t:input *I:size
flatten: t:input i:start_dim? i:end_dim?
unflatten: t:input i:dim I:sizes
permute: t:input *I:dims
transpose: t:input i:dim0 i:dim1
movedim: t:input I:source I:destination
expand broadcast_to: t:input *I:size
squeeze: t:input i:dim?
unsqueeze: t:input i:dim
flip: t:input *I:dims
rot90: t:input i:k? I:dims?
roll: t:input I:shifts I:dims?
repeat: t:input *I:repeats
tile: t:input *I:dims
repeat_interleave: t:input t:repeats i:dim? ; t:input i:repeats i:dim?
unfold: t:input i:dimension i:size i:step
narrow: t:input i:dim i:start i:length
select: t:input i:dim i:index
diagonal: t:input i:offset? i:dim1? i:dim2?
diag tril triu: t:input i:diagonal?
diagflat: t:input i:offset?
diag_embed: t:input i:offset? i:dim1? i:dim2?
diagonal_scatter: t:input t:src i:offset? i:dim1? i:dim2?
select_scatter: t:input t:src i:dim i:index
slice_scatter: t:input t:src i:dim? i:start? i:end? i:step?
as_strided: t:input I:size I:stride i:storage_offset?
cat stack: T:tensors i:dim?
hstack vstack dstack column_stack: T:tensors
block_diag broadcast_tensors atleast_1d atleast_2d atleast_3d: *T:tensors
meshgrid: *T:tensors | s:indexing?
split: t:tensor i:split_size_or_sections i:dim? ; t:tensor I:split_size_or_sections i:dim?
split_with_sizes: t:input I:split_sizes i:dim?
chunk: t:input i:chunks i:dim?
tensor_split: t:input i:sections i:dim? ; t:input I:indices i:dim? ; t:input t:tensor_indices_or_sections i:dim?
hsplit vsplit: t:input i:sections ; t:input I:indices
unbind: t:input i:dim?
constant_pad_nd: t:input I:pad n:value?
gather: t:input i:dim t:index
take: t:input t:index
take_along_dim: t:input t:indices i:dim?
index_select: t:input i:dim t:index
index_add: t:input i:dim t:index t:source | n:alpha?
index_copy: t:input i:dim t:index t:source
index_fill: t:input i:dim t:index o:value
index_put: t:input a:indices t:values b:accumulate?
index_reduce: t:input i:dim t:index t:source s:reduce | b:include_self?
scatter: t:input i:dim t:index t:src | s:reduce{add,multiply}? ; t:input i:dim t:index n:value | s:reduce{add,multiply}?
scatter_add: t:input i:dim t:index t:src
scatter_reduce: t:input i:dim t:index t:src s:reduce | b:include_self?
nonzero: t:input | b:as_tuple?
argwhere: t:input
matmul: t:input t:other
mm bmm: t:input t:mat2
mv: t:input t:vec
dot: t:input t:tensor
outer: t:input t:vec2
tensordot: t:a t:b a:dims?
addmm: t:input t:mat1 t:mat2 | n:beta? n:alpha?
addmv: t:input t:mat t:vec | n:beta? n:alpha?
addr: t:input t:vec1 t:vec2 | n:beta? n:alpha?
addbmm baddbmm: t:input t:batch1 t:batch2 | n:beta? n:alpha?
einsum: s:equation *T:operands
cross linalg.cross: t:input t:other i:dim?
linalg.vecdot: t:x t:y | i:dim?
linalg.multi_dot: T:tensors
linalg.matrix_power: t:input i:n
linalg.inv linalg.det: t:A
linalg.solve: t:A t:B
linalg.vander: t:x | i:N?
cholesky linalg.cholesky: t:input b:upper?
sort argsort: t:input i:dim? b:descending? | b:stable?
msort: t:input
topk: t:input i:k i:dim? b:largest? b:sorted?
kthvalue: t:input i:k i:dim? b:keepdim?
mode: t:input i:dim? b:keepdim?
median nanmedian: t:input ; t:input i:dim b:keepdim?
quantile nanquantile: t:input t:q i:dim? b:keepdim? | s:interpolation? ; t:input n:q i:dim? b:keepdim? | s:interpolation?
searchsorted: t:sorted_sequence o:input | b:out_int32? b:right? s:side{left,right}? t:sorter?
bucketize: o:input t:boundaries | b:out_int32? b:right?
unique: t:input b:sorted? b:return_inverse? b:return_counts? i:dim?
unique_consecutive: t:input b:return_inverse? b:return_counts? i:dim?
softmax log_softmax: t:input i:dim d:dtype?
multinomial: t:input i:num_samples b:replacement?
bernoulli: t:input n:p?
arange: n:end | d:dtype? ; n:start n:end n:step? | d:dtype?
eye: i:n i:m? | d:dtype?
linspace: n:start n:end i:steps | d:dtype?
logspace: n:start n:end i:steps n:base? | d:dtype?
full: I:size n:fill_value | d:dtype?
zeros ones empty rand randn: *I:size | d:dtype?
randint: i:high I:size | d:dtype? ; i:low i:high I:size | d:dtype?
randperm: i:n | d:dtype?
normal: t:mean t:std ; n:mean n:std I:size
zeros_like ones_like empty_like rand_like randn_like: t:input | d:dtype?
full_like: t:input n:fill_value | d:dtype?
new_zeros new_ones new_empty: t:input *I:size | d:dtype?
new_full: t:input I:size n:fill_value | d:dtype?
tril_indices triu_indices: i:row i:col i:offset? | d:dtype?
tensor as_tensor: a:data | d:dtype?
` + functionalSignatures + optimSignatures + moduleSignatures

const functionalSignatures = `
nn.functional.celu nn.functional.elu: t:input n:alpha? b:inplace?
nn.functional.relu nn.functional.relu6 nn.functional.selu nn.functional.silu nn.functional.mish nn.functional.hardsigmoid nn.functional.hardswish: t:input b:inplace?
nn.functional.leaky_relu: t:input n:negative_slope? b:inplace?
nn.functional.hardtanh: t:input n:min_val? n:max_val? b:inplace?
nn.functional.hardshrink nn.functional.softshrink: t:input n:lambd?
nn.functional.softplus: t:input n:beta? n:threshold?
nn.functional.threshold: t:input n:threshold n:value b:inplace?
nn.functional.prelu: t:input t:weight
nn.functional.glu: t:input i:dim?
nn.functional.gelu: t:input | s:approximate{none,tanh}?
nn.functional.softmax nn.functional.log_softmax nn.functional.softmin: t:input i:dim? i:_stacklevel? d:dtype?
nn.functional.linear: t:input t:weight t:bias?
nn.functional.bilinear: t:input1 t:input2 t:weight t:bias?
nn.functional.embedding: t:input t:weight i:padding_idx? n:max_norm? n:norm_type? b:scale_grad_by_freq? b:sparse?
nn.functional.embedding_bag: t:input t:weight t:offsets? n:max_norm? n:norm_type? b:scale_grad_by_freq? s:mode? b:sparse? t:per_sample_weights? b:include_last_offset? i:padding_idx?
nn.functional.one_hot: t:input i:num_classes?
nn.functional._scaled_dot_product_attention: t:query t:key t:value t:attn_mask? n:dropout_p? b:need_attn_weights? b:is_causal?
nn.functional.conv1d nn.functional.conv2d nn.functional.conv3d: t:input t:weight t:bias? I:stride? a:padding{same,valid}? I:dilation? i:groups?
nn.functional.conv_transpose1d nn.functional.conv_transpose2d nn.functional.conv_transpose3d: t:input t:weight t:bias? I:stride? I:padding? I:output_padding? i:groups? I:dilation?
nn.functional.unfold: t:input I:kernel_size I:dilation? I:padding? I:stride?
nn.functional.fold: t:input I:output_size I:kernel_size I:dilation? I:padding? I:stride?
nn.functional.max_pool1d nn.functional.max_pool2d nn.functional.max_pool3d: t:input I:kernel_size I:stride? I:padding? I:dilation? b:ceil_mode? b:return_indices?
nn.functional.avg_pool1d: t:input I:kernel_size I:stride? I:padding? b:ceil_mode? b:count_include_pad?
nn.functional.avg_pool2d nn.functional.avg_pool3d: t:input I:kernel_size I:stride? I:padding? b:ceil_mode? b:count_include_pad? i:divisor_override?
nn.functional.adaptive_avg_pool1d nn.functional.adaptive_avg_pool2d nn.functional.adaptive_avg_pool3d: t:input a:output_size
nn.functional.adaptive_max_pool1d nn.functional.adaptive_max_pool2d nn.functional.adaptive_max_pool3d: t:input a:output_size b:return_indices?
nn.functional.max_unpool1d nn.functional.max_unpool2d nn.functional.max_unpool3d: t:input t:indices I:kernel_size I:stride? I:padding? I:output_size?
nn.functional.layer_norm: t:input I:normalized_shape t:weight? t:bias? n:eps?
nn.functional.group_norm: t:input i:num_groups t:weight? t:bias? n:eps?
nn.functional.batch_norm: t:input t:running_mean? t:running_var? t:weight? t:bias? b:training? n:momentum? n:eps?
nn.functional.instance_norm: t:input t:running_mean? t:running_var? t:weight? t:bias? b:use_input_stats? n:momentum? n:eps?
nn.functional.local_response_norm: t:input i:size n:alpha? n:beta? n:k?
nn.functional.normalize: t:input n:p? i:dim? n:eps?
nn.functional.interpolate: t:input I:size? N:scale_factor? s:mode? b:align_corners?
nn.functional.grid_sample: t:input t:grid s:mode? s:padding_mode? b:align_corners?
nn.functional.pad: t:input I:pad s:mode? n:value?
nn.functional.pixel_shuffle: t:input i:upscale_factor
nn.functional.pixel_unshuffle: t:input i:downscale_factor
nn.functional.mse_loss nn.functional.l1_loss nn.functional.soft_margin_loss nn.functional.multilabel_margin_loss: t:input t:target b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.smooth_l1_loss: t:input t:target b:size_average? b:reduce? s:reduction{mean,sum,none}? n:beta?
nn.functional.huber_loss: t:input t:target s:reduction{mean,sum,none}? n:delta?
nn.functional.cross_entropy: t:input t:target t:weight? b:size_average? i:ignore_index? b:reduce? s:reduction{mean,sum,none}? n:label_smoothing?
nn.functional.nll_loss: t:input t:target t:weight? b:size_average? i:ignore_index? b:reduce? s:reduction{mean,sum,none}?
nn.functional.binary_cross_entropy: t:input t:target t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.binary_cross_entropy_with_logits: t:input t:target t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}? t:pos_weight?
nn.functional.kl_div: t:input t:target b:size_average? b:reduce? s:reduction{mean,sum,none,batchmean}? b:log_target?
nn.functional.poisson_nll_loss: t:input t:target b:log_input? b:full? b:size_average? n:eps? b:reduce? s:reduction{mean,sum,none}?
nn.functional.gaussian_nll_loss: t:input t:target o:var b:full? n:eps? s:reduction{mean,sum,none}?
nn.functional.margin_ranking_loss nn.functional.cosine_embedding_loss: t:input1 t:input2 t:target n:margin? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.hinge_embedding_loss: t:input t:target n:margin? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.cosine_similarity: t:x1 t:x2 i:dim? n:eps?
nn.functional.pairwise_distance: t:x1 t:x2 n:p? n:eps? b:keepdim?
nn.functional.triplet_margin_loss: t:anchor t:positive t:negative n:margin? n:p? n:eps? b:swap? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.multi_margin_loss: t:input t:target i:p? n:margin? t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.multilabel_soft_margin_loss: t:input t:target t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.functional.ctc_loss: t:log_probs t:targets a:input_lengths a:target_lengths i:blank? s:reduction{mean,sum,none}? b:zero_infinity?
nn.functional.dropout: t:input n:p? b:training? b:inplace?
`
