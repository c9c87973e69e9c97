package checkpoint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"weft/frontend/internal/files"
	"weft/frontend/nn"
	"weft/frontend/safetensors"
	"weft/frontend/tensor"
	"weft/lazy"
)

// mostProblems is how many an error lists.
const mostProblems = 20

// checkFormat refuses what is no checkpoint, or one that this program does not understand.
func checkFormat(at files.Place, texts map[string]string) error {
	if got := texts[partFormat]; got != format {
		return at.In(partFormat).Errorf("%q is expected in the metadata, not %s: the file is no checkpoint", format, files.Quote(got))
	}
	if got := texts[partVersion]; got != version {
		return at.In(partVersion).Errorf("version %q is expected, not %s", version, files.Quote(got))
	}
	return nil
}

// checkNames holds what a file has against what a state has a use for. What optimizer and scheduler have is theirs to check.
func checkNames(at files.Place, texts map[string]string, entries []safetensors.Entry, s *State) error {
	names, like := s.wanted()
	free := map[string]bool{partOptimizer: s.Optimizer != nil, partScheduler: s.Scheduler != nil}
	free[partNotes] = true
	problems := compare(names, texts, free)
	free[partNotes], free[partExtra] = false, true
	problems = append(problems, compare(like, byName(entries), free)...)
	for _, e := range entries {
		if l := like[e.Name]; l != nil && (l.DType() != e.DType || !slices.Equal(l.Shape(), e.Shape)) {
			problems = append(problems, fmt.Sprintf("%s of shape %s and %s is expected, not %s and %s", files.Quote(e.Name),
				lazy.ShapeString(l.Shape()), l.DType(), lazy.ShapeString(e.Shape), e.DType))
		}
	}
	return misfit(at, problems)
}

func misfit(at files.Place, problems []string) error {
	if len(problems) == 0 {
		return nil
	}
	if more := len(problems) - mostProblems; more > 0 {
		problems = append(problems[:mostProblems], fmt.Sprintf("and %d more", more))
	}
	return at.Errorf("does not fit what it is loaded into: %s", strings.Join(problems, "; "))
}

// wanted are the names that a file must have for a state: texts, and tensors with their shapes and dtypes.
func (s *State) wanted() (texts map[string]string, tensors map[string]*tensor.Tensor) {
	texts, tensors = map[string]string{}, map[string]*tensor.Tensor{}
	for _, name := range []string{partFormat, partVersion, partStep, partDefault} {
		texts[name] = ""
	}
	for _, p := range s.stateful() {
		texts[p.name] = ""
	}
	if s.Loader != nil {
		texts[partLoader] = ""
	}
	for name := range s.Generators {
		texts[partGenerators+"."+name] = ""
	}
	if s.Model != nil {
		for name, t := range nn.StateDict(s.Model) {
			tensors[partModel+"."+name] = t
		}
	}
	return texts, tensors
}

// compare notes which of the wanted names are missing, and which are too many: those below a free part never are.
func compare[V, W any](want map[string]V, have map[string]W, free map[string]bool) (problems []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if _, ok := have[name]; !ok {
			problems = append(problems, "missing "+files.Quote(name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(have)) {
		_, wanted := want[name]
		if part, _, below := strings.Cut(name, "."); !wanted && !(below && free[part]) {
			problems = append(problems, "unexpected "+files.Quote(name))
		}
	}
	return problems
}

func byName(entries []safetensors.Entry) map[string]safetensors.Entry {
	m := make(map[string]safetensors.Entry, len(entries))
	for _, e := range entries {
		m[e.Name] = e
	}
	return m
}
