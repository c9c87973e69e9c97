package optim

import "math"

// OneCycle is the one-cycle policy (Smith and Topin, 2017): up from Max/25 to Max in the first 30% of the steps, then down to a
// 250,000th of Max; the momentum falls and rises against it. It does not look at the optimizer's own settings. Zero fields take
// PyTorch's values.
type OneCycle struct {
	Max          float64
	Total        int     // steps of the cycle
	PctStart     float64 // part of the steps that rise; 0 means 0.3
	DivFactor    float64 // Max over the first rate; 0 means 25
	FinalDiv     float64 // the first rate over the last; 0 means 1e4
	ThreePhase   bool    // back to the first rate before the last fall
	Linear       bool    // straight lines in place of cosines
	NoMomentum   bool    // leave the momentum alone
	BaseMomentum float64 // at the highest rate; 0 means 0.85
	MaxMomentum  float64 // at the lowest rates; 0 means 0.95
}

// OneCycleLR is the schedule of o; Step is called after each batch. Total below 1 and PctStart outside [0, 1] panic with
// *tensor.Error.
func OneCycleLR(o OneCycle) Schedule {
	pct := orElse(o.PctStart, 0.3)
	require("OneCycleLR", o.Total >= 1, "a cycle of %d steps", o.Total)
	require("OneCycleLR", 0 <= pct && pct <= 1, "part %v of rising steps does not lie in [0, 1]", pct)
	first, total := o.Max/orElse(o.DivFactor, 25), float64(o.Total)
	last := first / orElse(o.FinalDiv, 1e4)
	low, high := orElse(o.BaseMomentum, 0.85), orElse(o.MaxMomentum, 0.95)
	p := phases{ends: []float64{0, pct*total - 1, total - 1}, between: cosine}
	rates, momenta := []float64{first, o.Max, last}, []float64{high, low, high}
	if o.ThreePhase {
		p.ends = []float64{0, pct*total - 1, 2*pct*total - 2, total - 1}
		rates, momenta = []float64{first, o.Max, first, last}, []float64{high, low, high, high}
	}
	if o.Linear {
		p.between = straight
	}
	s := Schedule{Rate: p.through(rates)}
	if !o.NoMomentum {
		s.Momentum = p.through(momenta)
	}
	return s
}

// phases are stretches of a cycle, given by where they end.
type phases struct {
	ends    []float64
	between func(a, b, part float64) float64
}

// through has the given values at the ends.
func (p phases) through(values []float64) Curve {
	return func(_ float64, epoch int) float64 {
		e := math.Min(float64(epoch), p.ends[len(p.ends)-1])
		i := 1
		for i < len(p.ends)-1 && e > p.ends[i] {
			i++
		}
		return p.between(values[i-1], values[i], (e-p.ends[i-1])/(p.ends[i]-p.ends[i-1]))
	}
}

// Cyclic moves the rate between Low and High in triangles (Smith, 2015), and the momentum against it. It does not look at the
// optimizer's own settings. Zero fields take PyTorch's values.
type Cyclic struct {
	Low, High    float64
	Up, Down     int     // steps of rise and fall; Up 0 means 2000, Down 0 means Up
	Halve        bool    // each triangle is half as high as the one before (PyTorch's triangular2)
	Gamma        float64 // the height shrinks by this factor every step (exp_range); 0 means 1
	NoMomentum   bool    // leave the momentum alone
	BaseMomentum float64 // at the highest rate; 0 means 0.8
	MaxMomentum  float64 // at the lowest rates; 0 means 0.9
}

// CyclicLR is the schedule of c; Step is called after each batch.
func CyclicLR(c Cyclic) Schedule {
	low, high := orElse(c.BaseMomentum, 0.8), orElse(c.MaxMomentum, 0.9)
	s := Schedule{Rate: func(_ float64, epoch int) float64 { return c.Low + (c.High-c.Low)*c.height(epoch) }}
	if !c.NoMomentum {
		s.Momentum = func(_ float64, epoch int) float64 { return high - (high-low)*c.height(epoch) }
	}
	return s
}

// height is where between low and high a step lies.
func (c Cyclic) height(epoch int) float64 {
	up := orElse(float64(c.Up), 2000)
	total := up + orElse(float64(c.Down), up)
	whole, part := math.Modf(float64(epoch) / total)
	height := math.Pow(orElse(c.Gamma, 1), float64(epoch))
	if c.Halve {
		height /= math.Pow(2, whole)
	}
	rise := up / total
	if part <= rise {
		return height * part / rise
	}
	return height * (part - 1) / (rise - 1)
}

func orElse(v, def float64) float64 {
	if v == 0 {
		return def
	}
	return v
}
