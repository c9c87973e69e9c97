package optim

import "math"

// Schedule gives the learning rate of an epoch (counted from 0) from the rate that the optimizer was made with. All
// of PyTorch's schedules that depend on the epoch alone are here, in closed form and with PyTorch's names.
type Schedule func(base float64, epoch int) float64

// LambdaLR multiplies the base rate by factor(epoch).
func LambdaLR(factor func(epoch int) float64) Schedule {
	return func(base float64, epoch int) float64 { return base * factor(epoch) }
}

// StepLR multiplies the rate by gamma every stepSize epochs.
func StepLR(stepSize int, gamma float64) Schedule {
	return func(base float64, epoch int) float64 { return base * math.Pow(gamma, float64(epoch/stepSize)) }
}

// MultiStepLR multiplies the rate by gamma at each of the milestones.
func MultiStepLR(gamma float64, milestones ...int) Schedule {
	return func(base float64, epoch int) float64 {
		for _, m := range milestones {
			if epoch >= m {
				base *= gamma
			}
		}
		return base
	}
}

// ExponentialLR multiplies the rate by gamma every epoch.
func ExponentialLR(gamma float64) Schedule { return StepLR(1, gamma) }

// ConstantLR multiplies the rate by factor in the first total epochs.
func ConstantLR(factor float64, total int) Schedule {
	return func(base float64, epoch int) float64 {
		if epoch < total {
			return base * factor
		}
		return base
	}
}

// LinearLR moves the factor in a straight line from start to end over total epochs.
func LinearLR(start, end float64, total int) Schedule {
	return func(base float64, epoch int) float64 {
		part := float64(min(epoch, total)) / float64(total)
		return base * (start + (end-start)*part)
	}
}

// PolynomialLR lowers the rate to 0 over total epochs, as (1 - epoch/total) to the given power.
func PolynomialLR(total int, power float64) Schedule {
	return func(base float64, epoch int) float64 {
		return base * math.Pow(1-float64(min(epoch, total))/float64(total), power)
	}
}

// CosineAnnealingLR swings between the base rate and low along a cosine of half period half.
func CosineAnnealingLR(half int, low float64) Schedule {
	return func(base float64, epoch int) float64 {
		return cosine(base, low, float64(epoch)/float64(half))
	}
}

// CosineAnnealingWarmRestarts falls from the base rate to low along half a cosine, then starts again; the first fall
// takes period epochs and each later one grow times as many.
func CosineAnnealingWarmRestarts(period, grow int, low float64) Schedule {
	return func(base float64, epoch int) float64 {
		length := period
		for epoch >= length {
			epoch -= length
			length *= grow
		}
		return cosine(base, low, float64(epoch)/float64(length))
	}
}

// cosine goes from a at 0 to b at 1, and back at 2.
func cosine(a, b, part float64) float64 { return b + (a-b)*(1+math.Cos(math.Pi*part))/2 }
