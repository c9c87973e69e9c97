package checkpoint

import (
	"context"
	"io"
	"strconv"

	"weft/frontend/data"
	"weft/frontend/internal/files"
	"weft/frontend/nn"
	"weft/frontend/safetensors"
	"weft/frontend/tensor"
)

// Load gives the objects of s what a file has of them, and sets Step, Extra and Notes. After an error nothing has changed.
// A file that is not there is an error that errors.Is finds to be fs.ErrNotExist.
func Load(ctx context.Context, path string, s *State) error {
	f, err := safetensors.Open(ctx, path)
	if err != nil {
		return err
	}
	defer f.Close()
	return load(ctx, path, f, s)
}

// Read loads a checkpoint of so many bytes, as Load does; name stands for the file in errors.
func Read(ctx context.Context, r io.ReaderAt, size int64, name string, s *State) error {
	f, err := safetensors.Read(ctx, r, size, name)
	if err != nil {
		return err
	}
	return load(ctx, name, f, s)
}

func load(ctx context.Context, name string, f *safetensors.File, s *State) error {
	at := files.Place{Op: "checkpoint", File: name}
	c := &content{texts: f.Metadata()}
	if err := checkFormat(at, c.texts); err != nil {
		return err
	}
	if err := checkNames(at, c.texts, f.Entries(), s); err != nil {
		return err
	}
	p, err := c.places(at, s)
	if err != nil {
		return err
	}
	if c.tensors, err = f.Tensors(ctx); err != nil {
		return err
	}
	if err := c.give(at, s); err != nil {
		return err
	}
	p.set(s)
	s.Extra, s.Notes = under(c.tensors, partExtra), under(c.texts, partNotes)
	return nil
}

// places are what of a file cannot be refused once it is read.
type places struct {
	step       int
	loader     data.LoaderState
	generators map[*tensor.Generator][]uint64 // key and counter
}

func (c *content) places(at files.Place, s *State) (p *places, err error) {
	p = &places{generators: map[*tensor.Generator][]uint64{}}
	if p.step, err = strconv.Atoi(c.texts[partStep]); err != nil {
		return nil, at.In(partStep).Errorf("a whole number is expected, not %s", files.Quote(c.texts[partStep]))
	}
	generator := func(name string, g *tensor.Generator) (err error) {
		p.generators[g], err = counts(at.In(name), c.texts[name], 2)
		return err
	}
	if err := generator(partDefault, tensor.DefaultGenerator); err != nil {
		return nil, err
	}
	for name, g := range s.Generators {
		if err := generator(partGenerators+"."+name, g); err != nil {
			return nil, err
		}
	}
	if s.Loader != nil {
		n, err := counts(at.In(partLoader), c.texts[partLoader], 3)
		if err != nil {
			return nil, err
		}
		p.loader = data.LoaderState{Seed: n[0], Epoch: n[1], Batch: n[2]}
	}
	return p, nil
}

func (p *places) set(s *State) {
	s.Step = p.step
	for g, at := range p.generators {
		g.SetState(at[0], at[1])
	}
	if s.Loader != nil {
		s.Loader.SetState(p.loader)
	}
}

// give loads the objects that may refuse what they are given: all of them or none.
func (c *content) give(at files.Place, s *State) error {
	var all changes
	if s.Model != nil {
		now, next := nn.StateDict(s.Model), under(c.tensors, partModel)
		all.add(partModel, func() error { return nn.LoadStateDict(s.Model, next) }, func() error { return nn.LoadStateDict(s.Model, now) })
	}
	for _, p := range s.stateful() {
		next, err := c.get(at, p.name)
		if err != nil {
			return err
		}
		all.load(p.name, p.Stateful, next)
	}
	if failed, err := all.make(); err != nil {
		return at.In(failed).Error(err)
	}
	return nil
}
