package tests

const optimSignatures = `
optim.lr_scheduler.StepLR: a:optimizer i:step_size n:gamma? i:last_epoch? b:verbose?
optim.lr_scheduler.MultiStepLR: a:optimizer I:milestones n:gamma? i:last_epoch? b:verbose?
optim.lr_scheduler.ConstantLR: a:optimizer n:factor? i:total_iters? i:last_epoch? b:verbose?
optim.lr_scheduler.LinearLR: a:optimizer n:start_factor? n:end_factor? i:total_iters? i:last_epoch? b:verbose?
optim.lr_scheduler.ExponentialLR: a:optimizer n:gamma i:last_epoch? b:verbose?
optim.lr_scheduler.PolynomialLR: a:optimizer i:total_iters? n:power? i:last_epoch? b:verbose?
optim.lr_scheduler.CosineAnnealingLR: a:optimizer i:T_max n:eta_min? i:last_epoch? b:verbose?
optim.lr_scheduler.CosineAnnealingWarmRestarts: a:optimizer i:T_0 i:T_mult? n:eta_min? i:last_epoch? b:verbose?
optim.lr_scheduler.OneCycleLR: a:optimizer n:max_lr i:total_steps? i:epochs? i:steps_per_epoch? n:pct_start? s:anneal_strategy{cos,linear}? b:cycle_momentum? n:base_momentum? n:max_momentum? n:div_factor? n:final_div_factor? b:three_phase? i:last_epoch? b:verbose?
optim.lr_scheduler.CyclicLR: a:optimizer n:base_lr n:max_lr i:step_size_up? i:step_size_down? s:mode{triangular,triangular2,exp_range}? n:gamma? a:scale_fn? s:scale_mode? b:cycle_momentum? n:base_momentum? n:max_momentum? i:last_epoch? b:verbose?
optim.lr_scheduler.LambdaLR optim.lr_scheduler.MultiplicativeLR: a:optimizer a:lr_lambda i:last_epoch? b:verbose?
optim.lr_scheduler.ReduceLROnPlateau: a:optimizer s:mode{min,max}? n:factor? i:patience? n:threshold? s:threshold_mode{rel,abs}? i:cooldown? n:min_lr? n:eps? b:verbose?
optim.SGD: P:params n:lr n:momentum? n:dampening? n:weight_decay? b:nesterov? | b:maximize? b:foreach? b:differentiable?
optim.Adam optim.AdamW: P:params n:lr? N:betas? n:eps? n:weight_decay? b:amsgrad? | b:foreach? b:maximize? b:capturable? b:differentiable? b:fused?
optim.Adamax optim.RAdam: P:params n:lr? N:betas? n:eps? n:weight_decay? b:foreach? | b:maximize?
optim.NAdam: P:params n:lr? N:betas? n:eps? n:weight_decay? n:momentum_decay? b:foreach?
optim.RMSprop: P:params n:lr? n:alpha? n:eps? n:weight_decay? n:momentum? b:centered? b:foreach? b:maximize?
optim.Adagrad: P:params n:lr? n:lr_decay? n:weight_decay? n:initial_accumulator_value? n:eps? b:foreach? | b:maximize?
optim.Adadelta: P:params n:lr? n:rho? n:eps? n:weight_decay? b:foreach? | b:maximize?
optim.Rprop: P:params n:lr? N:etas? N:step_sizes? b:foreach? | b:maximize?
optim.ASGD: P:params n:lr? n:lambd? n:alpha? n:t0? n:weight_decay? b:foreach? b:maximize?
nn.utils.clip_grad_norm_: T:parameters n:max_norm n:norm_type? b:error_if_nonfinite?
nn.utils.clip_grad_value_: T:parameters n:clip_value
`

const moduleSignatures = `
nn.ReLU nn.ReLU6 nn.SELU nn.SiLU nn.Hardsigmoid nn.Hardswish nn.Mish: b:inplace?
nn.Tanh nn.Sigmoid nn.Identity nn.Softsign nn.Tanhshrink nn.LogSigmoid nn.Softmax2d: | b:inplace?
nn.ELU nn.CELU: n:alpha? b:inplace?
nn.LeakyReLU: n:negative_slope? b:inplace?
nn.Hardtanh: n:min_val? n:max_val? b:inplace?
nn.Hardshrink nn.Softshrink: n:lambd?
nn.Softplus: n:beta? n:threshold?
nn.Threshold: n:threshold n:value b:inplace?
nn.GELU: s:approximate{none,tanh}?
nn.GLU nn.Softmax nn.LogSoftmax nn.Softmin: i:dim?
nn.PReLU: i:num_parameters? n:init?
nn.Dropout: n:p? b:inplace?
nn.Linear: i:in_features i:out_features b:bias?
nn.Bilinear: i:in1_features i:in2_features i:out_features b:bias?
nn.Conv1d nn.Conv2d nn.Conv3d: i:in_channels i:out_channels I:kernel_size I:stride? a:padding{same,valid}? I:dilation? i:groups? b:bias? s:padding_mode?
nn.ConvTranspose1d nn.ConvTranspose2d nn.ConvTranspose3d: i:in_channels i:out_channels I:kernel_size I:stride? I:padding? I:output_padding? i:groups? b:bias? I:dilation? s:padding_mode?
nn.BatchNorm1d nn.BatchNorm2d nn.BatchNorm3d nn.InstanceNorm1d nn.InstanceNorm2d nn.InstanceNorm3d: i:num_features n:eps? n:momentum? b:affine? b:track_running_stats?
nn.GroupNorm: i:num_groups i:num_channels n:eps? b:affine?
nn.LayerNorm: I:normalized_shape n:eps? b:elementwise_affine?
nn.LocalResponseNorm: i:size n:alpha? n:beta? n:k?
nn.Embedding: i:num_embeddings i:embedding_dim i:padding_idx?
nn.EmbeddingBag: i:num_embeddings i:embedding_dim | s:mode? i:padding_idx? b:include_last_offset?
nn.RNN: i:input_size i:hidden_size i:num_layers? | s:nonlinearity{tanh,relu}? b:bias? b:batch_first? n:dropout? b:bidirectional?
nn.GRU: i:input_size i:hidden_size i:num_layers? b:bias? b:batch_first? n:dropout? b:bidirectional?
nn.LSTM: i:input_size i:hidden_size i:num_layers? b:bias? b:batch_first? n:dropout? b:bidirectional? i:proj_size?
nn.RNNCell: i:input_size i:hidden_size b:bias? s:nonlinearity{tanh,relu}?
nn.GRUCell nn.LSTMCell: i:input_size i:hidden_size b:bias?
nn.MultiheadAttention: i:embed_dim i:num_heads n:dropout? b:bias? b:add_bias_kv? b:add_zero_attn? i:kdim? i:vdim? b:batch_first?
nn.TransformerEncoderLayer nn.TransformerDecoderLayer: i:d_model i:nhead i:dim_feedforward? n:dropout? s:activation{relu,gelu}? n:layer_norm_eps? b:batch_first? b:norm_first?
nn.Flatten: i:start_dim? i:end_dim?
nn.Unflatten: i:dim I:unflattened_size
nn.MaxPool1d nn.MaxPool2d nn.MaxPool3d: I:kernel_size I:stride? I:padding? I:dilation? b:return_indices? b:ceil_mode?
nn.AvgPool1d: I:kernel_size I:stride? I:padding? b:ceil_mode? b:count_include_pad?
nn.AvgPool2d nn.AvgPool3d: I:kernel_size I:stride? I:padding? b:ceil_mode? b:count_include_pad? i:divisor_override?
nn.AdaptiveAvgPool1d nn.AdaptiveAvgPool2d nn.AdaptiveAvgPool3d: a:output_size
nn.AdaptiveMaxPool1d nn.AdaptiveMaxPool2d nn.AdaptiveMaxPool3d: a:output_size b:return_indices?
nn.Unfold: I:kernel_size I:dilation? I:padding? I:stride?
nn.Fold: I:output_size I:kernel_size I:dilation? I:padding? I:stride?
nn.Upsample: I:size? N:scale_factor? s:mode? b:align_corners?
nn.UpsamplingNearest2d nn.UpsamplingBilinear2d: I:size? N:scale_factor?
nn.PixelShuffle: i:upscale_factor
nn.PixelUnshuffle: i:downscale_factor
nn.ZeroPad1d nn.ZeroPad2d nn.ZeroPad3d nn.ReflectionPad1d nn.ReflectionPad2d nn.ReflectionPad3d nn.ReplicationPad1d nn.ReplicationPad2d nn.ReplicationPad3d: I:padding
nn.ConstantPad1d nn.ConstantPad2d nn.ConstantPad3d: I:padding n:value
nn.CosineSimilarity: i:dim? n:eps?
nn.PairwiseDistance: n:p? n:eps? b:keepdim?
nn.MSELoss nn.L1Loss nn.SoftMarginLoss nn.MultiLabelMarginLoss: b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.SmoothL1Loss: b:size_average? b:reduce? s:reduction{mean,sum,none}? n:beta?
nn.HuberLoss: s:reduction{mean,sum,none}? n:delta?
nn.CrossEntropyLoss: t:weight? b:size_average? i:ignore_index? b:reduce? s:reduction{mean,sum,none}? n:label_smoothing?
nn.NLLLoss: t:weight? b:size_average? i:ignore_index? b:reduce? s:reduction{mean,sum,none}?
nn.BCELoss nn.MultiLabelSoftMarginLoss: t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.BCEWithLogitsLoss: t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}? t:pos_weight?
nn.KLDivLoss: b:size_average? b:reduce? s:reduction{mean,sum,none,batchmean}? b:log_target?
nn.PoissonNLLLoss: b:log_input? b:full? b:size_average? n:eps? b:reduce? s:reduction{mean,sum,none}?
nn.GaussianNLLLoss: | b:full? n:eps? s:reduction{mean,sum,none}?
nn.MarginRankingLoss nn.CosineEmbeddingLoss nn.HingeEmbeddingLoss: n:margin? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.TripletMarginLoss: n:margin? n:p? n:eps? b:swap? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.MultiMarginLoss: i:p? n:margin? t:weight? b:size_average? b:reduce? s:reduction{mean,sum,none}?
nn.CTCLoss: i:blank? s:reduction{mean,sum,none}? b:zero_infinity?
`
