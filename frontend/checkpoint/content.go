package checkpoint

import (
	"fmt"
	"strconv"
	"strings"

	"weft/frontend/internal/files"
	"weft/frontend/nn"
	"weft/frontend/optim"
	"weft/frontend/tensor"
)

const (
	format  = "weft.checkpoint"
	version = "1"
)

// The names of a file's parts: tensors and texts are named PART or PART.NAME.
const (
	partFormat     = "format"
	partVersion    = "version"
	partStep       = "step"
	partModel      = "model"
	partOptimizer  = "optimizer"
	partScheduler  = "scheduler"
	partLoader     = "loader"
	partDefault    = "default_generator"
	partGenerators = "generators"
	partExtra      = "extra"
	partNotes      = "notes"
)

// content is what a checkpoint file holds.
type content struct {
	tensors map[string]*tensor.Tensor
	texts   map[string]string
}

// contentOf is a state as a file holds it.
func contentOf(s State) *content {
	c := &content{map[string]*tensor.Tensor{}, map[string]string{
		partFormat: format, partVersion: version, partStep: strconv.Itoa(s.Step),
		partDefault: generatorText(tensor.DefaultGenerator),
	}}
	if s.Model != nil {
		for name, t := range nn.StateDict(s.Model) {
			c.tensors[partModel+"."+name] = t
		}
	}
	for _, p := range s.stateful() {
		c.put(p.name, p.StateDict())
	}
	if s.Loader != nil {
		at := s.Loader.State()
		c.texts[partLoader] = fmt.Sprint(at.Seed, at.Epoch, at.Batch)
	}
	for name, g := range s.Generators {
		c.texts[partGenerators+"."+name] = generatorText(g)
	}
	for name, t := range s.Extra {
		c.tensors[partExtra+"."+name] = t
	}
	for name, text := range s.Notes {
		c.texts[partNotes+"."+name] = text
	}
	return c
}

// statefulPart is an object that remembers, and the name of its part.
type statefulPart struct {
	name string
	Stateful
}

func (s *State) stateful() (parts []statefulPart) {
	if s.Optimizer != nil {
		parts = append(parts, statefulPart{partOptimizer, s.Optimizer})
	}
	if s.Scheduler != nil {
		parts = append(parts, statefulPart{partScheduler, s.Scheduler})
	}
	return parts
}

func (c *content) put(part string, s *optim.State) {
	c.texts[part] = s.Kind
	for name, v := range s.Numbers {
		c.texts[part+"."+name] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	for name, t := range s.Tensors {
		c.tensors[part+"."+name] = t
	}
}

// get is what put has put.
func (c *content) get(at files.Place, part string) (*optim.State, error) {
	s := &optim.State{Kind: c.texts[part], Numbers: map[string]float64{}, Tensors: under(c.tensors, part)}
	for name, text := range under(c.texts, part) {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, at.In(part+"."+name).Errorf("a number is expected, not %s", files.Quote(text))
		}
		s.Numbers[name] = v
	}
	return s, nil
}

// under are the entries of a part by their names in it.
func under[T any](all map[string]T, part string) map[string]T {
	found := map[string]T{}
	for name, v := range all {
		if rest, ok := strings.CutPrefix(name, part+"."); ok {
			found[rest] = v
		}
	}
	return found
}

func generatorText(g *tensor.Generator) string { return fmt.Sprint(g.State()) }

// counts reads whole numbers between spaces.
func counts(at files.Place, text string, n int) ([]uint64, error) {
	fields := strings.Split(text, " ")
	numbers := make([]uint64, 0, n)
	for _, f := range fields {
		v, err := strconv.ParseUint(f, 10, 64)
		if err != nil || len(fields) != n {
			return nil, at.Errorf("%d whole numbers are expected, not %s", n, files.Quote(text))
		}
		numbers = append(numbers, v)
	}
	return numbers, nil
}
