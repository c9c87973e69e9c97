package optim

import "math"

// Curve gives a setting of an epoch (counted from 0) from the value that the optimizer was made with.
type Curve func(base float64, epoch int) float64

// Schedule says how settings move. All of PyTorch's schedules that depend on the epoch alone are here, in closed form and with
// PyTorch's names; a schedule of one's own is Schedule{Rate: func(base float64, epoch int) float64 { ... }}.
type Schedule struct {
	Rate     Curve // of the learning rate
	Momentum Curve // of the momentum, or of Adam's first beta; nil leaves it alone
}

// scaled multiplies the base rate by a factor of the epoch.
func scaled(factor func(epoch int) float64) Schedule {
	return Schedule{Rate: func(base float64, epoch int) float64 { return base * factor(epoch) }}
}

// LambdaLR multiplies the base rate by factor(epoch).
func LambdaLR(factor func(epoch int) float64) Schedule { return scaled(factor) }

// MultiplicativeLR multiplies the rate by factor(epoch) at every epoch from 1 on.
func MultiplicativeLR(factor func(epoch int) float64) Schedule {
	return Schedule{Rate: func(base float64, epoch int) float64 {
		for e := 1; e <= epoch; e++ {
			base *= factor(e)
		}
		return base
	}}
}

// StepLR multiplies the rate by gamma every size epochs; PyTorch's gamma is 0.1 where none is given. A size below 1 panics with
// *tensor.Error.
func StepLR(size int, gamma float64) Schedule {
	require("StepLR", size >= 1, "steps of %d epochs", size)
	return scaled(func(epoch int) float64 { return math.Pow(gamma, float64(epoch/size)) })
}

// MultiStepLR multiplies the rate by gamma at each of the milestones; PyTorch's gamma is 0.1 where none is given.
func MultiStepLR(gamma float64, milestones ...int) Schedule {
	return Schedule{Rate: func(base float64, epoch int) float64 {
		for _, m := range milestones {
			if epoch >= m {
				base *= gamma
			}
		}
		return base
	}}
}

// ExponentialLR multiplies the rate by gamma every epoch.
func ExponentialLR(gamma float64) Schedule { return StepLR(1, gamma) }

// ConstantLR multiplies the rate by factor in the first total epochs; PyTorch's values are 1/3 and 5 where none are given. A factor
// outside [0, 1] panics with *tensor.Error.
func ConstantLR(factor float64, total int) Schedule {
	require("ConstantLR", 0 <= factor && factor <= 1, "factor %v does not lie in [0, 1]", factor)
	return scaled(func(epoch int) float64 {
		if epoch < total {
			return factor
		}
		return 1
	})
}

// LinearLR moves the factor in a straight line from start to end over total epochs; PyTorch's values are 1/3, 1 and 5 where none
// are given. A start or an end outside [0, 1] panics with *tensor.Error.
func LinearLR(start, end float64, total int) Schedule {
	require("LinearLR", 0 <= start && start <= 1, "starting factor %v does not lie in [0, 1]", start)
	require("LinearLR", 0 <= end && end <= 1, "final factor %v does not lie in [0, 1]", end)
	return scaled(func(epoch int) float64 {
		return start + (end-start)*float64(min(epoch, total))/float64(total)
	})
}

// PolynomialLR lowers the rate to 0 over total epochs, as (1 - epoch/total) to the given power; PyTorch's values are 5 and 1 where
// none are given.
func PolynomialLR(total int, power float64) Schedule {
	return scaled(func(epoch int) float64 {
		return math.Pow(1-float64(min(epoch, total))/float64(total), power)
	})
}

// CosineAnnealingLR swings between the base rate and low along a cosine of half period half (Loshchilov and Hutter, 2016).
// PyTorch's low is 0 where none is given.
func CosineAnnealingLR(half int, low float64) Schedule {
	return Schedule{Rate: func(base float64, epoch int) float64 {
		return cosine(base, low, float64(epoch)/float64(half))
	}}
}

// CosineAnnealingWarmRestarts falls from the base rate to low along half a cosine, then starts again; the first fall takes period
// epochs and each later one grow times as many (Loshchilov and Hutter, 2016). PyTorch's grow is 1 and low 0 where none are
// given. A period or grow below 1 panics with *tensor.Error.
func CosineAnnealingWarmRestarts(period, grow int, low float64) Schedule {
	require("CosineAnnealingWarmRestarts", period >= 1 && grow >= 1, "period %d, growing %d times", period, grow)
	return Schedule{Rate: func(base float64, epoch int) float64 {
		length := period
		if grow == 1 {
			epoch %= period // at once, however late it is
		}
		for epoch >= length {
			epoch -= length
			length *= grow
		}
		return cosine(base, low, float64(epoch)/float64(length))
	}}
}

// cosine goes from a at 0 to b at 1, and back at 2.
func cosine(a, b, part float64) float64 { return b + (a-b)*(1+math.Cos(math.Pi*part))/2 }

// straight goes from a at 0 to b at 1.
func straight(a, b, part float64) float64 { return a + (b-a)*part }

func require(op string, ok bool, format string, args ...any) {
	if !ok {
		fail(op, format, args...)
	}
}
