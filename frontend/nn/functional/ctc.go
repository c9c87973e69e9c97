package functional

import (
	"math"

	"weft/frontend/tensor"
	"weft/lazy"
)

// never stands for the logarithm of 0 where gradients pass: differences of it are finite.
const never = -1e30

// CTC is the settings of CTCLoss. The zero values are PyTorch's defaults.
type CTC struct {
	Blank        int       // the class that stands for no letter
	Reduction    Reduction // the mean is over the losses divided by their targets' lengths
	ZeroInfinity bool      // losses of targets that do not fit count as 0
}

// CTCLoss is the negative log probability of target sequences under all alignments with blanks (Graves and others 2006). logs holds
// log probabilities (time, batch, classes), targets the letters, (batch, longest target) or one after the other in a vector;
// lengths say how much of each counts. A single sample is (time, classes), its letters a vector. As in PyTorch the gradient is
// that of the logits that a log softmax before it has. A target that does not fit has an infinite loss without gradient (PyTorch's
// is NaN).
func CTCLoss(logs, targets *tensor.Tensor, inputLengths, targetLengths []int, c CTC) *tensor.Tensor {
	if logs.Rank() == 2 && targets.Rank() == 1 {
		loss := CTCLoss(logs.Unsqueeze(1), targets.Unsqueeze(0), inputLengths, targetLengths, c)
		return loss.Reshape()
	}
	if targets.Rank() == 1 && len(targetLengths) > 0 {
		targets = apart(targets, targetLengths)
	}
	c.check(logs, targets, inputLengths, targetLengths)
	a := newAlignment(logs, targets, inputLengths, targetLengths, c.Blank)
	alpha := a.start()
	for t := 1; t < logs.Dim(0); t++ {
		alpha = a.step(alpha, t)
	}
	loss := a.end(alpha).Neg()
	impossible := loss.Detach().Gt(-never / 2)
	loss = loss.Add(a.softmaxPath(logs, impossible))
	instead := math.Inf(1)
	if c.ZeroInfinity {
		instead = 0
	}
	loss = tensor.Where(impossible, instead, loss)
	if c.Reduction != Mean {
		return reduce(loss, []Reduction{c.Reduction})
	}
	return loss.Div(a.numbers(targetLengths).Clamp(1, nil).Cast(logs.DType())).Mean()
}

func (c CTC) check(logs, targets *tensor.Tensor, inputLengths, targetLengths []int) {
	operands := []*tensor.Tensor{logs, targets}
	if logs.Rank() != 3 || targets.Rank() != 2 || targets.Dim(0) != logs.Dim(1) || len(inputLengths) != logs.Dim(1) ||
		len(targetLengths) != logs.Dim(1) || !fits(inputLengths, logs.Dim(0)) || !fits(targetLengths, targets.Dim(1)) {
		fail(lazy.ErrShape, "ctc_loss", operands,
			"wants (time, batch, classes), letters (batch, longest) or in a vector, and a length a sample that they have")
	}
	if c.Blank < 0 || c.Blank >= logs.Dim(2) {
		fail(lazy.ErrValue, "ctc_loss", operands, "the blank %d is no class of %d", c.Blank, logs.Dim(2))
	}
}

func fits(lengths []int, most int) bool {
	for _, n := range lengths {
		if n < 0 || n > most {
			return false
		}
	}
	return true
}

// apart makes rows of targets that stand one after the other; what fills up shorter ones does not count.
func apart(targets *tensor.Tensor, lengths []int) *tensor.Tensor {
	longest, start := 0, 0
	for _, n := range lengths {
		longest = max(longest, n)
	}
	var at []int
	for _, n := range lengths {
		for j := range longest {
			at = append(at, max(0, min(start+j, targets.Dim(0)-1)))
		}
		start += n
	}
	if start != targets.Dim(0) {
		fail(lazy.ErrShape, "ctc_loss", []*tensor.Tensor{targets}, "lengths of %d letters together", start)
	}
	return targets.IndexSelect(0, tensor.NewOn(targets.Device(), at, len(at))).Reshape(len(lengths), longest)
}

// alignment is the letters with blanks between them, and what each may follow.
type alignment struct {
	emit          *tensor.Tensor // log probability of each place of the extended target at each time: (time, batch, places)
	skip          *tensor.Tensor // whether a place may follow the one two before it
	active        *tensor.Tensor // whether a time counts: (time, batch, 1)
	inputs, sizes []int
	device        string
	places        int
}

func newAlignment(logs, targets *tensor.Tensor, inputs, sizes []int, blank int) *alignment {
	n, s := targets.Dim(0), targets.Dim(1)
	a := &alignment{inputs: inputs, sizes: sizes, device: logs.Device(), places: 2*s + 1}
	targets = targets.Cast(tensor.Int64)
	blanks := targets.FullLike(blank)
	extended := tensor.Stack([]*tensor.Tensor{blanks, targets}, 2).Reshape(n, 2*s)
	extended = padAxis(extended, 1, 0, 1, float64(blank))
	a.emit = logs.Gather(2, extended.Unsqueeze(0).Expand(logs.Dim(0), n, a.places))
	before := padAxis(extended, 1, 2, -2, float64(blank))
	a.skip = extended.Ne(blank).LogicalAnd(extended.Ne(before))
	a.active = arange(logs, logs.Dim(0)).Unsqueeze(1).Lt(a.numbers(inputs)).Unsqueeze(2)
	return a
}

func (a *alignment) numbers(v []int) *tensor.Tensor { return tensor.NewOn(a.device, v, len(v)) }

// start allows the first blank and the first letter.
func (a *alignment) start() *tensor.Tensor {
	return tensor.Where(arange(a.emit, a.places).Lt(2), a.emit.Select(0, 0), never)
}

// step comes to each place from itself, its neighbour, or over a blank.
func (a *alignment) step(alpha *tensor.Tensor, t int) *tensor.Tensor {
	from := []*tensor.Tensor{alpha, padAxis(alpha, 1, 1, -1, never), tensor.Where(a.skip, padAxis(alpha, 1, 2, -2, never), never)}
	next := tensor.Stack(from, 2).LogSumExp(2).Add(a.emit.Select(0, t))
	return tensor.Where(a.active.Select(0, t), next, alpha)
}

// end sums the two places where a target may end.
func (a *alignment) end(alpha *tensor.Tensor) *tensor.Tensor {
	size := a.numbers(a.sizes).Unsqueeze(1)
	last := alpha.Gather(1, size.Mul(2))
	letter := tensor.Where(size.Gt(0), alpha.Gather(1, size.Mul(2).Sub(1).Clamp(0, nil)), never)
	return tensor.Cat([]*tensor.Tensor{last, letter}, 1).LogSumExp(1)
}

// softmaxPath is zero with the gradient exp(logs) at the times that count, for losses that are possible.
func (a *alignment) softmaxPath(logs, impossible *tensor.Tensor) *tensor.Tensor {
	p := tensor.Where(a.active, logs.Exp(), 0.0).Sum(0, 2)
	p = tensor.Where(impossible, p.Detach(), p)
	return p.Sub(p.Detach())
}
