package checkpoint

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"weft/frontend/data"
	"weft/frontend/nn"
	"weft/frontend/nn/functional"
	"weft/frontend/optim"
	"weft/frontend/tensor"
	"weft/ops"

	_ "weft/codegen/interp"
)

// variant is a way to train.
type variant struct {
	optimizer func(ps []*tensor.Tensor) *optim.Optimizer
	scheduler func(o *optim.Optimizer) (s Stateful, step func(loss float64))
	norm      []nn.Option
}

func scheduled(schedule optim.Schedule) func(o *optim.Optimizer) (Stateful, func(float64)) {
	return func(o *optim.Optimizer) (Stateful, func(float64)) {
		s := optim.NewScheduler(o, schedule)
		return s, func(float64) { s.Step() }
	}
}

func plateau(o *optim.Optimizer) (Stateful, func(float64)) {
	s := optim.ReduceLROnPlateau(o, optim.Plateau{Factor: 0.5, Patience: 1, Cooldown: 1, Threshold: 0.05})
	return s, s.Step
}

var variants = map[string]variant{
	"amsgrad, cosine": {
		func(ps []*tensor.Tensor) *optim.Optimizer {
			return optim.NewAdam(ps, 0.02, optim.AMSGrad(), optim.WeightDecay(0.01))
		},
		scheduled(optim.CosineAnnealingLR(5, 0.001)), nil,
	},
	"momentum, plateau": {
		func(ps []*tensor.Tensor) *optim.Optimizer {
			return optim.NewSGD(ps, 0.1, optim.Momentum(0.9), optim.Nesterov())
		},
		plateau, []nn.Option{nn.CumulativeStatistics()},
	},
	"two groups, one cycle": {
		func(ps []*tensor.Tensor) *optim.Optimizer {
			o := optim.NewAdamW(ps[:2], 0.01)
			o.AddGroup(ps[2:], optim.WeightDecay(0))
			return o
		},
		scheduled(optim.OneCycleLR(optim.OneCycle{Max: 0.05, Total: 20})), nil,
	},
	"nadam, steps": {
		func(ps []*tensor.Tensor) *optim.Optimizer { return optim.NewNAdam(ps, 0.01) },
		scheduled(optim.StepLR(3, 0.5)), nil,
	},
}

// training is a run: a net with everything that has a state, on noisy samples in shuffled batches.
type training struct {
	state State
	model *nn.Sequential
	opt   *optim.Optimizer
	tick  func(loss float64)
	noise *tensor.Generator
}

// newTraining makes a run from the beginning; a seed other than that of the run to be resumed makes everything different.
func newTraining(v variant, seed uint64) *training {
	tensor.Seed(seed)
	norm := nn.NewBatchNorm1d(8, v.norm...)
	model := nn.NewSequential(nn.NewLinear(6, 8), norm, &nn.ReLU{}, nn.NewDropout(0.3), nn.NewLinear(8, 3))
	r := &training{model: model, opt: v.optimizer(nn.Parameters(model)), noise: tensor.NewGenerator(seed)}
	var scheduler Stateful
	scheduler, r.tick = v.scheduler(r.opt)
	r.state = State{Model: model, Optimizer: r.opt, Scheduler: scheduler, Generators: map[string]*tensor.Generator{"noise": r.noise},
		Loader: data.NewLoader(samples(), 4, data.Shuffle(seed))}
	return r
}

// samples are 18 points in six dimensions, of three classes.
func samples() *data.Set {
	t := &data.Table{Rows: 18, Cols: 7}
	for i := range t.Rows {
		for j := range 6 {
			t.Values = append(t.Values, math.Sin(float64(i*(j+2))))
		}
		t.Values = append(t.Values, float64(i%3))
	}
	classes, err := t.Ints(6)
	if err != nil {
		panic(err)
	}
	return data.NewSet(t.Floats(0, 6), classes)
}

// train makes steps and gives their losses.
func (r *training) train(t *testing.T, steps int) (losses []float64) {
	t.Helper()
	for {
		for x, y := range r.state.Loader.Epoch() {
			x = x.Add(tensor.Options{Generator: r.noise}.Randn(x.Shape()...).Mul(0.1))
			r.opt.ZeroGrad()
			loss := functional.CrossEntropy(r.model.Forward(x), y)
			loss.Backward()
			if err := r.opt.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.state.Step++
			losses = append(losses, loss.Item())
			r.tick(loss.Item())
			if steps--; steps == 0 {
				return losses
			}
		}
	}
}

func (r *training) bytes(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, r.state); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestResume: a run that was saved inside an epoch, and loaded into new objects that had begun otherwise, ends with the bits of a
// run that was never interrupted.
func TestResume(t *testing.T) {
	for name, v := range variants {
		whole := newTraining(v, 1)
		want := whole.train(t, 13)
		end := whole.bytes(t)

		first := newTraining(v, 1)
		got := first.train(t, 7)
		path := t.TempDir() + "/run.ckpt"
		first.state.Extra = map[string]*tensor.Tensor{"best": tensor.Of([]float64{math.Pi})}
		first.state.Notes = map[string]string{"data": "sines"}
		if err := Save(t.Context(), path, first.state); err != nil {
			t.Fatal(err)
		}
		second := newTraining(v, 2)
		second.train(t, 2)
		if err := Load(t.Context(), path, &second.state); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if best := second.state.Extra["best"]; second.state.Step != 7 || best.Item() != math.Pi || second.state.Notes["data"] != "sines" {
			t.Errorf("%s: step %d, extra %v, notes %v", name, second.state.Step, best, second.state.Notes)
		}
		second.state.Extra, second.state.Notes = nil, nil
		if got = append(got, second.train(t, 6)...); !slices.Equal(got, want) {
			t.Errorf("%s: losses\n%v, without a pause\n%v", name, got, want)
		}
		if !bytes.Equal(second.bytes(t), end) {
			t.Errorf("%s: the states at the end differ", name)
		}
		if v.norm == nil && slices.Equal(newTraining(v, 2).train(t, 13), want) {
			t.Errorf("%s: another seed trains the same way", name)
		}
	}
}

// TestAll: several optimizers and schedulers are one part each.
func TestAll(t *testing.T) {
	ps := func(v float64) []*tensor.Tensor { return []*tensor.Tensor{tensor.Full(v, 2).Realize().RequireGrad()} }
	make := func(v float64) (State, *optim.Optimizer) {
		a, b := optim.NewAdam(ps(v), v), optim.NewSGD(ps(v), v, optim.Momentum(v))
		return State{Optimizer: All{a, b}, Scheduler: All{optim.NewScheduler(a, optim.StepLR(1, v)), optim.NewScheduler(b, optim.StepLR(1, v))}}, b
	}
	from, _ := make(0.5)
	to, opt := make(0.25)
	var b bytes.Buffer
	if err := Write(t.Context(), &b, from); err != nil {
		t.Fatal(err)
	}
	if err := Read(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), "t", &to); err != nil {
		t.Fatal(err)
	}
	if opt.Groups[0].Momentum != 0.5 {
		t.Errorf("momentum %v", opt.Groups[0].Momentum)
	}
	for want, s := range map[string]*optim.State{
		`the state of "Adam, SGD" is expected, not of "SGD, Adam"`: {Kind: "SGD, Adam"},
		`unexpected "7.x"`: {Kind: "Adam, SGD", Numbers: map[string]float64{"7.x": 1}},
	} {
		if err := from.Optimizer.LoadStateDict(s); err == nil || !bytes.Contains([]byte(err.Error()), []byte(want)) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// TestEveryDType: extra tensors keep their bits, whatever they are.
func TestEveryDType(t *testing.T) {
	s := State{Extra: map[string]*tensor.Tensor{}}
	for _, d := range ops.DTypes() {
		s.Extra[d.String()] = tensor.Options{DType: d}.Ones(2)
	}
	var b bytes.Buffer
	if err := Write(t.Context(), &b, s); err != nil {
		t.Fatal(err)
	}
	var got State
	if err := Read(t.Context(), bytes.NewReader(b.Bytes()), int64(b.Len()), "t", &got); err != nil {
		t.Fatal(err)
	}
	for name, x := range got.Extra {
		if fmt.Sprint(x) != fmt.Sprint(s.Extra[name].Realize()) {
			t.Errorf("%s: %v", name, x)
		}
	}
}
