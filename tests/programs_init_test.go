package tests

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"weft/frontend/nn"
	"weft/frontend/nn/initial"
	"weft/frontend/tensor"
)

// drawn is what PyTorch's initialiser of a parameter draws: no values, but their range, mean and deviation; or the gains of
// nonlinearities.
type drawn struct {
	Module, Init, Param string
	Args                map[string]any
	Shape               []int
	Min, Max, Mean, Std float64
	Gain                map[string]float64
	LeakyGain           *float64 `json:"leaky_relu_0.2"`
}

// TestInit draws what every recorded initialiser draws and holds the draws against its range, mean and deviation.
func TestInit(t *testing.T) {
	p, programs := openPrograms[drawn](t, "init")
	tensor.Seed(1)
	sum := newTally("init")
	for i, d := range programs {
		name, _ := json.Marshal(d.Args)
		sum.run(fmt.Sprintf("init/%02d/%s%s%s%s", i, d.Module, d.Init, d.Param, name), func() string { return d.check(p) })
	}
	sum.report(t)
}

func (d *drawn) check(p *program) string {
	switch {
	case d.Gain != nil:
		return d.gains()
	case d.Init != "":
		init := initialisers[d.Init]
		if init == nil {
			return notHere + d.Init
		}
		x := tensor.Options{Device: p.device}.Zeros(d.Shape...)
		init(x, args(plainArgs(d.Args)))
		return d.holds(x)
	}
	make := modules[d.Module]
	if make == nil {
		return notHere + d.Module
	}
	module, _ := make(args(bind("nn."+d.Module, nil, plainArgs(d.Args))))
	x := maps.Collect(nn.NamedParameters(module))[d.Param]
	if x == nil || !slices.Equal(x.Shape(), d.Shape) {
		return fmt.Sprintf("%s is %v, want shape %v", d.Param, x, d.Shape)
	}
	return d.holds(x.Detach())
}

// holds compares draws. An evenly drawn value is known by its deviation, the range over the root of 12: its bounds are recorded but
// for what 16 of n draws leave out. Other draws reach no further than seven deviations.
func (d *drawn) holds(x *tensor.Tensor) string {
	vs := floatsOf(x)
	n, low, high, sum := float64(len(vs)), slices.Min(vs), slices.Max(vs), 0.0
	for _, v := range vs {
		sum += v
	}
	mean, squares := sum/n, 0.0
	for _, v := range vs {
		squares += (v - mean) * (v - mean)
	}
	std := math.Sqrt(squares / max(n-1, 1))
	width, near := d.Max-d.Min, 8*d.Std/math.Sqrt(n)+1e-9
	reach := [2]float64{d.Mean - 7*d.Std, d.Mean + 7*d.Std}
	if math.Abs(width/math.Sqrt(12)-d.Std) < 0.1*d.Std {
		slack := 16 * width / n
		reach = [2]float64{d.Min - slack, d.Max + slack}
	}
	switch {
	case math.Abs(mean-d.Mean) > 2*near:
		return fmt.Sprintf("mean %v, want %v", mean, d.Mean)
	case math.Abs(std-d.Std) > near:
		return fmt.Sprintf("deviation %v, want %v", std, d.Std)
	case low < reach[0]-1e-7 || high > reach[1]+1e-7:
		return fmt.Sprintf("from %v to %v, want within %v", low, high, reach)
	}
	return ""
}

func (d *drawn) gains() string {
	for name, want := range d.Gain {
		if got := initial.Gain(name); !near(got, want, [2]float64{1e-12, 0}) {
			return fmt.Sprintf("gain of %s %v, want %v", name, got, want)
		}
	}
	if got := initial.Gain("leaky_relu", 0.2); d.LeakyGain != nil && !near(got, *d.LeakyGain, [2]float64{1e-12, 0}) {
		return fmt.Sprintf("gain of leaky_relu 0.2 %v, want %v", got, *d.LeakyGain)
	}
	return ""
}

// initialisers are the functions of torch.nn.init, with PyTorch's defaults.
var initialisers = map[string]func(x *tt, c *call){
	"uniform_":        func(x *tt, c *call) { initial.Uniform(x, c.float("a", 0), c.float("b", 1)) },
	"normal_":         func(x *tt, c *call) { initial.Normal(x, c.float("mean", 0), c.float("std", 1)) },
	"constant_":       func(x *tt, c *call) { initial.Constant(x, c.float("val", 0)) },
	"ones_":           func(x *tt, _ *call) { initial.Ones(x) },
	"zeros_":          func(x *tt, _ *call) { initial.Zeros(x) },
	"eye_":            func(x *tt, _ *call) { initial.Eye(x) },
	"dirac_":          func(x *tt, c *call) { initial.Dirac(x, c.int("groups", 1)) },
	"orthogonal_":     func(x *tt, c *call) { initial.Orthogonal(x, c.float("gain", 1)) },
	"sparse_":         func(x *tt, c *call) { initial.Sparse(x, c.float("sparsity", 0), c.float("std", 0.01)) },
	"xavier_uniform_": func(x *tt, c *call) { initial.XavierUniform(x, c.float("gain", 1)) },
	"xavier_normal_":  func(x *tt, c *call) { initial.XavierNormal(x, c.float("gain", 1)) },
	"kaiming_uniform_": func(x *tt, c *call) {
		initial.KaimingUniform(x, c.float("a", 0), fanOf(c), c.str("nonlinearity", "leaky_relu"))
	},
	"kaiming_normal_": func(x *tt, c *call) {
		initial.KaimingNormal(x, c.float("a", 0), fanOf(c), c.str("nonlinearity", "leaky_relu"))
	},
	"trunc_normal_": func(x *tt, c *call) {
		initial.TruncNormal(x, c.float("mean", 0), c.float("std", 1), c.float("a", -2), c.float("b", 2))
	},
}

func fanOf(c *call) initial.Fan {
	if c.str("mode", "fan_in") == "fan_out" {
		return initial.FanOut
	}
	return initial.FanIn
}
