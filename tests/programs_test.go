package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"weft/frontend/tensor"
	"weft/tests/goldendata"
)

// program is recorded programs of one kind and their tensors.
type program struct {
	answers fs.FS
	device  string
	tensors map[string]goldendata.Tensor
}

// openPrograms decodes programs/<name>.json into a list of entries, with numbers as they were written.
func openPrograms[T any](t *testing.T, name string) (*program, []T) {
	t.Helper()
	answers, err := goldendata.Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := fs.ReadFile(answers, "programs/"+name+".json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []T
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.UseNumber()
	if err := dec.Decode(&entries); err != nil {
		t.Fatal(err)
	}
	p := &program{answers: answers, device: testDevices(t)[0]}
	if p.tensors, err = goldendata.ReadTensors(answers, "programs/"+name+".safetensors"); err != nil {
		t.Fatal(err)
	}
	return p, entries
}

// t is a recorded tensor.
func (p *program) t(name string) *tensor.Tensor {
	rec, ok := p.tensors[name]
	if !ok {
		panic(unsupported("no recorded tensor " + name))
	}
	return fromGolden(p.device, rec, rec.Shape)
}

// differs says how a value differs from a recorded tensor, or "".
func (p *program) differs(got *tensor.Tensor, want string, tol [2]float64) string {
	rec, ok := p.tensors[want]
	if !ok {
		return "no recorded tensor " + want
	}
	return compare(read(got), rec, rec.Shape, tol)
}

// tally counts what passes and prints the line that sums up.
type tally struct {
	name   string
	total  int
	passed int
	failed map[string]string
}

func newTally(name string) *tally { return &tally{name: name, failed: map[string]string{}} }

// run counts one program; check says what is wrong, or panics where building is a mistake.
func (a *tally) run(id string, check func() string) {
	a.total++
	if wrong := guarded(check); wrong != "" {
		a.failed[id] = wrong
		return
	}
	a.passed++
}

// notHere begins what is said of programs that need something that does not exist: they count as failing.
const notHere = "not implemented: "

// guarded turns a panic into what is wrong.
func guarded(check func() string) (wrong string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *tensor.Error:
			wrong = r.Error()
		case refusedByTypes:
			wrong = r.Error()
		case unsupported:
			wrong = notHere + r.Error()
		default:
			wrong = fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return check()
}

// report prints the sum and fails the test for each failure without a reason on record.
func (a *tally) report(t *testing.T) {
	var ids []string
	for id := range a.failed {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		if reason, ok := programExceptions[id]; ok {
			t.Logf("%s fails as expected: %s (%s)", id, firstLine(a.failed[id]), reason)
			continue
		}
		t.Errorf("%s: %s", id, a.failed[id])
	}
	fmt.Printf("%s: %d of %d pass\n", a.name, a.passed, a.total)
}

func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

// args is the arguments of a recorded constructor, read as a call's are.
func args(m map[string]any) *call { return &call{kwargs: m} }
