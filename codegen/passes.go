package codegen

import (
	"fmt"
	"slices"

	"weft/ops"
	"weft/schedule"
)

// lowering is the state of one kernel's way to a program.
type lowering struct {
	k      *schedule.Kernel
	t      Target
	facts  []*facts
	opts   []*Opts
	packed []*packed // by phase, nil where nothing is
	shifts []*shift  // by phase, nil where none is
	p      *Program
	stages map[*schedule.Stage]*tilePlace
	steer  Decisions
}

// pass is one step of lowering.
type pass struct {
	name string
	// why says what the pass does and why it stands where it does.
	why string
	run func(*lowering)
}

// passes in the order they are run.
var passes = []pass{
	{"decompose", "elementary functions become primitives; first, as all that follows counts instructions",
		func(l *lowering) { l.k = Decompose(l.k, l.t) }},
	{"split", "a range that is divided becomes two; before choices, which may copy along either", (*lowering).split},
	{"rows", "scratch rows of contractions become tiles over blocks of rows; before the analysis, which sees them as any scratch tile",
		(*lowering).rows},
	{"pack", "an operand that lies badly in memory is read from a panel; before the analysis, which sees the panel as any scratch tile",
		(*lowering).pack},
	{"analyse", "uses of ranges, affine indices, neighbouring ranges that are one; before choices, which rest on them", (*lowering).analyse},
	{"choose", "lanes, register tile, parallel tiles of each nest, by the model of the machine", (*lowering).choose},
	{"emit", "expressions are placed where their ranges are open, in loops as chosen", (*lowering).emit},
	{"fold", "index arithmetic on constants, and gathers that are there already; before what nobody uses any more goes", (*lowering).fold},
	{"tidy", "values nobody uses go, names are numbered in order; after emission, which makes more than it needs", (*lowering).tidy},
	{"fetch", "rows that are gone over twice fetch those of the next step; on tidy loops, as it reads what they are", (*lowering).fetchAhead},
	{"cost", "time of a tile, of what is really left", (*lowering).cost},
}

// passAt is the place of a pass in their order.
func passAt(name string) int {
	return slices.IndexFunc(passes, func(p pass) bool { return p.name == name })
}

// Passes names the passes with what each is for, in order.
func Passes() [][2]string {
	var list [][2]string
	for _, p := range passes {
		list = append(list, [2]string{p.name, p.why})
	}
	return list
}

// LowerOptions are for tools and tests.
type LowerOptions struct {
	// Verify checks the program after every pass that changed it.
	Verify bool
	// Trace is called after every pass with the choices or the program as text.
	Trace func(pass, text string)
	// Steer replaces the model's choices: one text a phase, as Opts prints it, "" for the model's. What cannot be done is an error.
	Steer Decisions
}

// failure is a kernel that cannot be lowered; Lower turns it into an error.
type failure struct{ err error }

func fail(format string, args ...any) {
	panic(failure{fmt.Errorf(format, args...)})
}

// Lower turns a kernel into a loop program for a machine.
func Lower(k *schedule.Kernel, t Target) (*Program, error) { return LowerWith(k, t, LowerOptions{}) }

// LowerWith is Lower under observation.
func LowerWith(k *schedule.Kernel, t Target, opt LowerOptions) (p *Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ours := r.(failure)
			if !ours {
				panic(r)
			}
			p, err = nil, fmt.Errorf("codegen: kernel %s: %w", k.Name, f.err)
		}
	}()
	l := &lowering{k: k, t: t, steer: opt.Steer}
	for _, ps := range passes {
		ps.run(l)
		if opt.Trace != nil {
			opt.Trace(ps.name, l.text())
		}
		if opt.Verify && l.p != nil {
			if err := Verify(l.p, t); err != nil {
				return nil, fmt.Errorf("after %s: %w", ps.name, err)
			}
		}
	}
	return l.p, nil
}

func (l *lowering) text() string {
	if l.p != nil {
		return l.p.Text()
	}
	s := ""
	for _, o := range l.opts {
		s += o.String() + "\n"
	}
	return s
}

func (l *lowering) analyse() {
	for n := range l.k.Phases {
		l.facts = append(l.facts, l.factsOf(n))
	}
}

// factsOf is the analysis of a phase.
func (l *lowering) factsOf(n int) *facts {
	f := factsOf(&l.k.Phases[n])
	if s := l.shifts[n]; s != nil {
		s.pin(f)
	}
	return f
}

func (l *lowering) choose() {
	for n, f := range l.facts {
		switch p, s := l.packed[n], l.shifts[n]; {
		case p != nil:
			l.opts = append(l.opts, choosePacked(f, l.t, p))
		case s != nil:
			l.opts = append(l.opts, chooseShifted(f, l.t))
		default:
			l.opts = append(l.opts, choose(f, l.t))
		}
		if n < len(l.steer) && l.steer[n] != "" {
			o, err := l.opts[n].replay(l.steer[n], l.t)
			if err != nil {
				fail("%w", err)
			}
			l.opts[n] = o
		}
	}
}

func (l *lowering) emit() {
	l.p = newProgram(l.k, l.t)
	for n, f := range l.facts {
		before := len(l.p.Bufs)
		ph := l.emitNest(f, l.opts[n], l.shifts[n])
		if crowded(ph.Body, l.t) {
			if l.steer != nil {
				fail("more values live than %d registers hold", l.t.Regs)
			}
			l.p.Bufs = l.p.Bufs[:before]
			f = l.factsOf(n)
			l.facts[n], l.opts[n] = f, choosePlain(f, l.t)
			ph = l.emitNest(f, l.opts[n], l.shifts[n])
		}
		l.p.Phases = append(l.p.Phases, ph)
	}
}

func newProgram(k *schedule.Kernel, t Target) *Program {
	p := &Program{Name: k.Name, VL: t.VL, NumParams: len(k.Bufs), Scalars: append([]ops.DType(nil), k.Params...)}
	for _, b := range k.Bufs {
		p.Bufs = append(p.Bufs, Buf{DType: b.DType, Elems: b.Elems, Read: b.Read, Written: b.Written, Align: b.Align, Alias: b.Alias})
	}
	return p
}
