package optim

// SequentialLR follows one schedule after another: the next one begins, at its epoch 0, at each milestone. There is one milestone
// fewer than schedules; anything else, and milestones that do not grow, panic with *tensor.Error.
func SequentialLR(milestones []int, schedules ...Schedule) Schedule {
	require("SequentialLR", len(schedules) == len(milestones)+1, "%d schedules with %d milestones", len(schedules), len(milestones))
	for i := 1; i < len(milestones); i++ {
		require("SequentialLR", milestones[i-1] < milestones[i], "milestones %v do not grow", milestones)
	}
	return combine(schedules, func(parts []Curve) Curve {
		return func(base float64, epoch int) float64 {
			i, start := 0, 0
			for i < len(milestones) && epoch >= milestones[i] {
				start = milestones[i]
				i++
			}
			return parts[i](base, epoch-start)
		}
	})
}

// ChainedScheduler follows several schedules at once: each starts from what the one before makes of the base rate, so that factors
// multiply. No schedule panics with *tensor.Error.
func ChainedScheduler(schedules ...Schedule) Schedule {
	require("ChainedScheduler", len(schedules) > 0, "no schedules")
	return combine(schedules, func(parts []Curve) Curve {
		return func(base float64, epoch int) float64 {
			for _, part := range parts {
				base = part(base, epoch)
			}
			return base
		}
	})
}

// combine makes one curve of the rates, and one of the momenta where any schedule moves them; the others stay at the base.
func combine(schedules []Schedule, join func(parts []Curve) Curve) Schedule {
	var rates, momenta []Curve
	moved := false
	for _, s := range schedules {
		rates, momenta = append(rates, s.Rate), append(momenta, s.Momentum)
		moved = moved || s.Momentum != nil
	}
	out := Schedule{Rate: join(rates)}
	if moved {
		for i, m := range momenta {
			if m == nil {
				momenta[i] = func(base float64, _ int) float64 { return base }
			}
		}
		out.Momentum = join(momenta)
	}
	return out
}
