package checkpoint

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"weft/frontend/internal/files/filestest"
	"weft/frontend/nn"
	"weft/frontend/optim"
	"weft/frontend/safetensors"
	"weft/frontend/tensor"
)

// small is a state with one of everything.
func small(t testing.TB) State {
	t.Helper()
	model := nn.NewLinear(2, 1)
	opt := optim.NewSGD(nn.Parameters(model), 0.1, optim.Momentum(0.9))
	model.Forward(tensor.Ones(1, 2)).Sum().Backward()
	if err := opt.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	return State{Model: model, Optimizer: opt, Scheduler: optim.ReduceLROnPlateau(opt, optim.Plateau{}),
		Generators: map[string]*tensor.Generator{"own": tensor.NewGenerator(3)}, Step: 1}
}

func write(t testing.TB, s State) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(t.Context(), &b, s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func read(b []byte, s *State) error {
	return Read(context.Background(), bytes.NewReader(b), int64(len(b)), "t.ckpt", s)
}

// change is what is wrong with a file, and what Load says of it.
var wrong = map[string]func(c *content){
	`"format": "weft.checkpoint" is expected in the metadata, not "": the file is no checkpoint`: func(c *content) { c.texts = nil },
	`"format": "weft.checkpoint" is expected in the metadata, not "pt"`:                          func(c *content) { c.texts["format"] = "pt" },
	`"version": version "1" is expected, not "2"`:                                                func(c *content) { c.texts["version"] = "2" },
	`does not fit what it is loaded into: missing "step"`:                                        func(c *content) { delete(c.texts, "step") },
	`"step": a whole number is expected, not "1.5"`:                                              func(c *content) { c.texts["step"] = "1.5" },
	`missing "default_generator"`:                                                                func(c *content) { delete(c.texts, "default_generator") },
	`"default_generator": 2 whole numbers are expected, not "1"`:                                 func(c *content) { c.texts["default_generator"] = "1" },
	`"generators.own": 2 whole numbers are expected, not "1 -2"`:                                 func(c *content) { c.texts["generators.own"] = "1 -2" },
	`missing "generators.own"; unexpected "generators.other"`: func(c *content) {
		c.texts["generators.other"] = c.texts["generators.own"]
		delete(c.texts, "generators.own")
	},
	`unexpected "loader"`:             func(c *content) { c.texts["loader"] = "1 2 3" },
	`unexpected "surprise"`:           func(c *content) { c.texts["surprise"] = "" },
	`unexpected "surprise.x"`:         func(c *content) { c.tensors["surprise.x"] = tensor.Ones(1) },
	`unexpected "notes.x"`:            func(c *content) { c.tensors["notes.x"] = tensor.Ones(1) },
	`unexpected "extra.x"`:            func(c *content) { c.texts["extra.x"] = "" },
	`missing "model.bias"`:            func(c *content) { delete(c.tensors, "model.bias") },
	`unexpected "model.second.bias"`:  func(c *content) { c.tensors["model.second.bias"] = tensor.Ones(1) },
	`missing "optimizer"; unexpected`: func(c *content) { c.texts["optimizers"] = "SGD"; delete(c.texts, "optimizer") },
	`"model.weight" of shape (1, 2) and float32 is expected, not (2, 1) and float32`: func(c *content) { c.tensors["model.weight"] = tensor.Ones(2, 1) },
	`"model.weight" of shape (1, 2) and float32 is expected, not (1, 2) and float64`: func(c *content) {
		c.tensors["model.weight"] = tensor.Options{DType: tensor.Float64}.Ones(1, 2)
	},
	`"optimizer": load_state_dict: the state is that of "Adam", not of "SGD"`:       func(c *content) { c.texts["optimizer"] = "Adam" },
	`"optimizer.param_groups.0.lr": a number is expected, not "fast"`:               func(c *content) { c.texts["optimizer.param_groups.0.lr"] = "fast" },
	`"optimizer": load_state_dict: group 0: learning rate -1 is out of range`:       func(c *content) { c.texts["optimizer.param_groups.0.lr"] = "-1" },
	`"optimizer": load_state_dict: missing param_groups.0.lr`:                       func(c *content) { delete(c.texts, "optimizer.param_groups.0.lr") },
	`"optimizer": load_state_dict: missing state.0.momentum_buffer`:                 func(c *content) { delete(c.tensors, "optimizer.state.0.momentum_buffer") },
	`"optimizer": load_state_dict: unexpected x`:                                    func(c *content) { c.texts["optimizer.x"] = "1" },
	`"optimizer": load_state_dict: state.0.momentum_buffer has shape (3), its para`: func(c *content) { c.tensors["optimizer.state.0.momentum_buffer"] = tensor.Ones(3) },
	`"scheduler": load_state_dict: the state is that of "Scheduler"`:                func(c *content) { c.texts["scheduler"] = "Scheduler" },
	`"scheduler": load_state_dict: missing best`:                                    func(c *content) { delete(c.texts, "scheduler.best") },
}

// TestWrongFiles: each is refused with an error that says what was expected where, and nothing has changed then.
func TestWrongFiles(t *testing.T) {
	from := small(t)
	for want, change := range wrong {
		to := small(t)
		tensor.DefaultGenerator.SetState(7, 8)
		before := write(t, to)
		c := contentOf(from)
		change(c)
		var b bytes.Buffer
		if err := safetensors.Write(t.Context(), &b, c.tensors, c.texts); err != nil {
			t.Fatal(err)
		}
		err := read(b.Bytes(), &to)
		if err == nil || !strings.HasPrefix(err.Error(), "checkpoint: t.ckpt: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
		if !bytes.Equal(write(t, to), before) {
			t.Errorf("%s: something has changed", want)
		}
	}
}

// TestPartsMustMatch: a file has the parts that the state has, no more and no fewer.
func TestPartsMustMatch(t *testing.T) {
	from := small(t)
	whole := write(t, from)
	for want, drop := range map[string]func(s *State){
		`unexpected "model.bias"; unexpected "model.weight"`: func(s *State) { s.Model = nil },
		`unexpected "optimizer"; unexpected "optimizer.para`: func(s *State) { s.Optimizer = nil },
		`unexpected "scheduler"; unexpected "scheduler.`:     func(s *State) { s.Scheduler = nil },
		`unexpected "generators.own"`:                        func(s *State) { s.Generators = nil },
	} {
		part := small(t)
		drop(&part)
		if err := read(whole, &part); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("too many parts: error %v, want %q", err, want)
		}
		into := small(t)
		want = strings.Replace(strings.Split(want, ";")[0], "unexpected", "missing", 1)
		if err := read(write(t, part), &into); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a missing part: error %v, want %q", err, want)
		}
	}
}

func TestLongListsAreCut(t *testing.T) {
	s := State{Extra: map[string]*tensor.Tensor{}, Notes: map[string]string{}}
	c := contentOf(s)
	for i := range 100 {
		c.texts["x"+strings.Repeat("y", i)] = ""
	}
	var b bytes.Buffer
	if err := safetensors.Write(t.Context(), &b, c.tensors, c.texts); err != nil {
		t.Fatal(err)
	}
	if err := read(b.Bytes(), &s); err == nil || !strings.HasSuffix(err.Error(), "and 80 more") {
		t.Errorf("error %v", err)
	}
}

func TestTruncatedAnywhere(t *testing.T) {
	whole := write(t, small(t))
	to := small(t)
	before := write(t, to)
	for n := 0; n < len(whole); n += 7 {
		if err := read(whole[:n], &to); err == nil {
			t.Errorf("the first %d of %d bytes were accepted", n, len(whole))
		}
	}
	if !bytes.Equal(write(t, to), before) {
		t.Error("something has changed")
	}
}

func TestNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none")
	if err := Load(t.Context(), path, &State{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	if err := Save(t.Context(), filepath.Join(path, "x"), State{}); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Save(ctx, path, small(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// stubborn is an optimizer's state that cannot be loaded at all.
type stubborn struct{ Stateful }

func (s stubborn) LoadStateDict(*optim.State) error { return errors.New("no") }

func TestWhatCannotBePutBackIsSaid(t *testing.T) {
	s := small(t)
	whole := write(t, s)
	s.Scheduler = stubborn{s.Scheduler}
	want := `"scheduler": no; and scheduler cannot have what it had: no`
	if err := read(whole, &s); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}

func FuzzCheckpoint(f *testing.F) {
	s := small(f)
	whole := write(f, s)
	f.Add(whole)
	for n := 1; n < len(whole); n += 97 {
		f.Add(whole[:n])
	}
	for _, change := range wrong {
		c := contentOf(s)
		change(c)
		var b bytes.Buffer
		if err := safetensors.Write(f.Context(), &b, c.tensors, c.texts); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	to, again := small(f), small(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		before := write(t, to)
		if err := read(b, &to); err != nil {
			if !bytes.Equal(write(t, to), before) {
				t.Error("a file was refused, but something has changed")
			}
			return
		}
		if n := filestest.Size(to.Extra); n > len(b) {
			t.Errorf("%d bytes of tensors out of %d", n, len(b))
		}
		loaded := write(t, to)
		if err := read(loaded, &again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(write(t, again), loaded) {
			t.Error("the state that was loaded is not the one that was saved")
		}
	})
}
