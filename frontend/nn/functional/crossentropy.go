package functional

import (
	"weft/frontend/tensor"
	"weft/lazy"
)

// Classes is the settings of losses over classes. The zero value is the mean over all targets but those of id -100.
type Classes struct {
	Weight         *tensor.Tensor // one number a class; nil: all count alike
	IgnoreIndex    *int           // class ids equal to it do not count; nil: -100
	LabelSmoothing float64        // share of the target that is spread over all classes, of CrossEntropy
	Reduction      Reduction      // the mean is weighted
}

func classes(opts []Classes) Classes {
	if len(opts) == 0 {
		return Classes{}
	}
	return opts[0]
}

func (c Classes) ignored() int {
	if c.IgnoreIndex == nil {
		return -100
	}
	return *c.IgnoreIndex
}

// CrossEntropy is the loss of logits x (n, classes, ...) or (classes): the negative log of the softmax at the target's
// class. y holds class ids, (n, ...) or (), or probabilities in the shape of x. An id out of range is an error when it runs;
// other shapes and dtypes panic with *Error.
func CrossEntropy(x, y *tensor.Tensor, opts ...Classes) *tensor.Tensor {
	c := classes(opts)
	if x.Rank() == 0 {
		fail(lazy.ErrShape, "cross_entropy", []*tensor.Tensor{x, y}, "the logits have no axis of classes")
	}
	if !(c.LabelSmoothing >= 0 && c.LabelSmoothing <= 1) {
		fail(lazy.ErrValue, "cross_entropy", []*tensor.Tensor{x, y}, "label smoothing must lie between 0 and 1, got %v", c.LabelSmoothing)
	}
	logs := x.LogSoftmax(classAxis(x))
	if y.DType().IsFloat() {
		return c.soft(logs, y)
	}
	loss := c.nll("cross_entropy", logs, y)
	if c.LabelSmoothing == 0 {
		return loss
	}
	return loss.Mul(1 - c.LabelSmoothing).Add(c.spread(logs, y).Mul(c.LabelSmoothing / float64(x.Dim(classAxis(x)))))
}

// NLLLoss is the negative of the log probabilities x (n, classes, ...) or (classes) at the target's class; y holds class ids,
// (n, ...) or (). An id out of range is an error when it runs.
func NLLLoss(x, y *tensor.Tensor, opts ...Classes) *tensor.Tensor {
	if x.Rank() == 0 {
		fail(lazy.ErrShape, "nll_loss", []*tensor.Tensor{x, y}, "the log probabilities have no axis of classes")
	}
	return classes(opts).nll("nll_loss", x, y)
}

func classAxis(x *tensor.Tensor) int { return min(1, x.Rank()-1) }

// target is class ids made ready: those that count, a safe id for the others, and the weight of each.
func (c Classes) target(op string, x, y *tensor.Tensor) (ids, weight *tensor.Tensor) {
	axis := classAxis(x)
	want := shape(x.Shape()[:axis], x.Shape()[axis+1:])
	switch {
	case !y.DType().IsInt():
		fail(lazy.ErrDType, op, []*tensor.Tensor{x, y}, "class ids must be integers")
	case lazy.ShapeString(y.Shape()) != lazy.ShapeString(want):
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, y}, "the targets must have shape %s", lazy.ShapeString(want))
	case c.Weight != nil && (c.Weight.Rank() != 1 || c.Weight.Dim(0) != x.Dim(axis)):
		fail(lazy.ErrShape, op, []*tensor.Tensor{x, c.Weight}, "the weight must hold one number for each of %d classes", x.Dim(axis))
	}
	counts := y.Ne(c.ignored())
	ids = tensor.Where(counts, y, 0)
	if c.Weight == nil {
		return ids, counts.Cast(x.DType())
	}
	w := c.Weight.IndexSelect(0, ids.Flatten(0, -1)).Reshape(y.Shape()...)
	return ids, tensor.Where(counts, w, 0.0)
}

func (c Classes) nll(op string, logs, y *tensor.Tensor) *tensor.Tensor {
	ids, weight := c.target(op, logs, y)
	axis := classAxis(logs)
	picked := logs.Gather(axis, ids.Unsqueeze(axis)).Squeeze(axis).Neg()
	return c.fold(tensor.Where(y.Ne(c.ignored()), picked.Mul(weight), 0.0), weight)
}

// spread is the loss against the even distribution.
func (c Classes) spread(logs, y *tensor.Tensor) *tensor.Tensor {
	_, weight := c.target("cross_entropy", logs, y)
	axis := classAxis(logs)
	if c.Weight != nil {
		logs = logs.Mul(c.Weight.Reshape(shape(c.Weight.Dim(0), ones(logs.Rank()-1-axis))...))
	}
	loss := logs.Neg().Sum(axis)
	return c.fold(tensor.Where(y.Ne(c.ignored()), loss, 0.0), weight)
}

func (c Classes) fold(loss, weight *tensor.Tensor) *tensor.Tensor {
	if c.Reduction == Mean {
		return loss.Sum().Div(weight.Sum())
	}
	return reduce(loss, []Reduction{c.Reduction})
}

// soft is the loss against targets that are probabilities.
func (c Classes) soft(logs, y *tensor.Tensor) *tensor.Tensor {
	if lazy.ShapeString(logs.Shape()) != lazy.ShapeString(y.Shape()) {
		fail(lazy.ErrShape, "cross_entropy", []*tensor.Tensor{logs, y}, "targets that are floats must have the shape of the logits")
	}
	axis := classAxis(logs)
	if c.LabelSmoothing != 0 {
		y = y.Mul(1 - c.LabelSmoothing).Add(c.LabelSmoothing / float64(logs.Dim(axis)))
	}
	terms := logs.Mul(y)
	if c.Weight != nil {
		terms = terms.Mul(c.Weight.Reshape(shape(c.Weight.Dim(0), ones(logs.Rank()-1-axis))...))
	}
	loss := terms.Sum(axis).Neg()
	if c.Reduction == Mean {
		return loss.Sum().Div(max(1, loss.Numel()))
	}
	return reduce(loss, []Reduction{c.Reduction})
}
