package optim

import "math"

// OneCycle is the one-cycle policy: up from Max/25 to Max in the first 30% of the steps, then down to a 250,000th of
// Max. It does not look at the optimizer's base rate. Zero fields take PyTorch's values.
type OneCycle struct {
	Max        float64
	Total      int
	PctStart   float64 // part of the steps that rise; 0 means 0.3
	DivFactor  float64 // Max over the first rate; 0 means 25
	FinalDiv   float64 // the first rate over the last; 0 means 1e4
	ThreePhase bool    // back to the first rate before the last fall
}

// OneCycleLR is the schedule of o.
func OneCycleLR(o OneCycle) Schedule {
	pct, div, final := orElse(o.PctStart, 0.3), orElse(o.DivFactor, 25), orElse(o.FinalDiv, 1e4)
	first, total := o.Max/div, float64(o.Total)
	ends, rates := []float64{0, pct*total - 1, total - 1}, []float64{first, o.Max, first / final}
	if o.ThreePhase {
		ends = []float64{0, pct*total - 1, 2*pct*total - 2, total - 1}
		rates = []float64{first, o.Max, first, first / final}
	}
	return func(_ float64, epoch int) float64 {
		e := math.Min(float64(epoch), total-1)
		i := 1
		for i < len(ends)-1 && e > ends[i] {
			i++
		}
		return cosine(rates[i-1], rates[i], (e-ends[i-1])/(ends[i]-ends[i-1]))
	}
}

// Cyclic moves the rate between Low and High in triangles. It does not look at the optimizer's base rate.
type Cyclic struct {
	Low, High float64
	Up, Down  int     // epochs of rise and fall; Down 0 means Up
	Halve     bool    // each triangle is half as high as the one before (PyTorch's triangular2)
	Gamma     float64 // the height shrinks by this factor every epoch (exp_range); 0 means 1
}

// CyclicLR is the schedule of c.
func CyclicLR(c Cyclic) Schedule {
	down := c.Down
	if down == 0 {
		down = c.Up
	}
	total := float64(c.Up + down)
	rise, gamma := float64(c.Up)/total, orElse(c.Gamma, 1)
	return func(_ float64, epoch int) float64 {
		whole, part := math.Modf(float64(epoch) / total)
		height := (c.High - c.Low) * math.Pow(gamma, float64(epoch))
		if c.Halve {
			height /= math.Pow(2, whole)
		}
		if part <= rise {
			return c.Low + height*part/rise
		}
		return c.Low + height*(part-1)/(rise-1)
	}
}

func orElse(v, def float64) float64 {
	if v == 0 {
		return def
	}
	return v
}
