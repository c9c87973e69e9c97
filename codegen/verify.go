package codegen

import (
	"fmt"
	"slices"

	"weft/ops"
)

// Verify says what is wrong with a program for a machine, nil if nothing: every value is defined once, before its uses and
// in an enclosing block; types and lanes agree; operations are primitives; accesses lie in their buffers or are gated;
// accumulators fit the registers.
func Verify(p *Program, t Target) (err error) {
	defer func() {
		if r := recover(); r != nil {
			f, ours := r.(failure)
			if !ours {
				panic(r)
			}
			err = fmt.Errorf("codegen: program %s: %w", p.Name, f.err)
		}
	}()
	if p.VL != t.VL {
		fail("made for %d lanes, the target has %d", p.VL, t.VL)
	}
	for n := range p.Phases {
		v := &verifier{p: p, ph: &p.Phases[n], regs: t.Regs, values: map[Value]*valueFact{}, vars: map[int]span{}}
		v.phase(n)
	}
	return nil
}

// span bounds a number, both ends included.
type span struct{ lo, hi int64 }

// valueFact is what is known about a value in scope.
type valueFact struct {
	dtype ops.DType
	vec   bool
	span  span
	def   *Instr
}

type verifier struct {
	p       *Program
	ph      *Phase
	regs    int
	values  map[Value]*valueFact // those in scope
	defined []bool
	vars    map[int]span
	steps   map[int]int64 // derived variables are multiples of this
	where   string
}

func (v *verifier) phase(n int) {
	v.where = fmt.Sprintf("phase %d", n)
	v.defined = make([]bool, v.ph.NumValues)
	v.steps = map[int]int64{}
	body := v.ph.Body
	if v.ph.Tiles < 1 {
		v.fail("%d tiles", v.ph.Tiles)
	}
	if len(body) == 0 || body[len(body)-1].Code != LoopOver || body[len(body)-1].Loop.Kind != Parallel {
		v.fail("does not end with its parallel loop")
	}
	v.block(body, true, func() {})
}

func (v *verifier) fail(format string, args ...any) {
	fail("%s: %s", v.where, fmt.Sprintf(format, args...))
}

// block checks instructions in order. What they define goes out of scope after tail has run.
func (v *verifier) block(body []Instr, top bool, tail func()) {
	var here []Value
	var vars []int
	for n := range body {
		in := &body[n]
		switch {
		case in.Code == LoopOver && in.Loop.Kind == Parallel && !(top && n == len(body)-1):
			v.fail("a parallel loop that is not the last of the phase's body")
		case in.Code == DeriveVar:
			v.derive(in.Derived)
			vars = append(vars, in.Derived.Var)
		default:
			here = append(here, v.instr(in)...)
		}
	}
	tail()
	v.leave(here, vars)
}

func (v *verifier) leave(values []Value, vars []int) {
	for _, x := range values {
		delete(v.values, x)
	}
	for _, x := range vars {
		delete(v.vars, x)
	}
}

// instr checks one instruction and returns the values it brings into scope.
func (v *verifier) instr(in *Instr) []Value {
	switch in.Code {
	case LoopOver:
		return v.loop(in.Loop)
	case IfAny:
		return v.cond(in.If)
	case StoreMem:
		v.store(in)
		return nil
	case Prefetch:
		v.prefetch(in)
		return nil
	}
	f := v.right(in)
	f.def = in
	v.define(in.Out, f)
	return []Value{in.Out}
}

func (v *verifier) define(x Value, f *valueFact) {
	if x < 0 || int(x) >= len(v.defined) {
		v.fail("%s is beyond the %d values of the phase", name(x), len(v.defined))
	}
	if v.defined[x] {
		v.fail("%s is defined twice", name(x))
	}
	v.defined[x] = true
	v.values[x] = f
}

func (v *verifier) use(x Value) *valueFact {
	f := v.values[x]
	if f == nil {
		v.fail("%s is used where it is not defined", name(x))
	}
	return f
}

// typed is use with the type that is needed there.
func (v *verifier) typed(x Value, d ops.DType, vec bool) *valueFact {
	f := v.use(x)
	if f.dtype != d || f.vec != vec {
		v.fail("%s is %s where %s is needed", name(x), typeText(f.dtype, f.vec), typeText(d, vec))
	}
	return f
}

func (v *verifier) derive(d *Derived) {
	of, ok := v.vars[d.Of]
	if _, twice := v.vars[d.Var]; !ok || twice || d.Var < 0 || d.Var >= v.ph.NumVars {
		v.fail("i%d cannot be derived from i%d here", d.Var, d.Of)
	}
	if d.Div < 1 || d.Mod < 1 || d.Mul < 1 || of.lo < 0 {
		v.fail("i%d is derived with a divisor, modulus or factor below 1", d.Var)
	}
	v.vars[d.Var] = span{0, min(of.hi/d.Div, d.Mod-1) * d.Mul}
	v.steps[d.Var] = d.Mul
}

func (v *verifier) loop(l *Loop) []Value {
	at := span{l.Start, l.End - l.Step}
	if l.Kind == Parallel {
		at = span{0, v.ph.Tiles - 1}
		if len(l.Accs) > 0 {
			v.fail("a parallel loop that carries values")
		}
	} else if l.Step < 1 || l.Start >= l.End || (l.End-l.Start)%l.Step != 0 {
		v.fail("loop i%d from %d to %d by %d does not come out even", l.Var, l.Start, l.End, l.Step)
	}
	if _, twice := v.vars[l.Var]; twice || l.Var < 0 || l.Var >= v.ph.NumVars {
		v.fail("i%d is no free loop variable", l.Var)
	}
	v.vars[l.Var], v.steps[l.Var] = at, 1
	phis := v.enter(l)
	v.block(l.Body, false, func() {
		for _, a := range l.Accs {
			v.typed(a.Next, a.DType, a.Vec)
		}
	})
	v.leave(phis, []int{l.Var})
	var outs []Value
	for _, a := range l.Accs {
		v.define(a.Out, &valueFact{dtype: a.DType, vec: a.Vec, span: whole(a.DType)})
		outs = append(outs, a.Out)
	}
	return outs
}

func (v *verifier) enter(l *Loop) []Value {
	var phis []Value
	regs := 0
	for _, a := range l.Accs {
		v.typed(a.Init, a.DType, a.Vec)
		v.define(a.Phi, &valueFact{dtype: a.DType, vec: a.Vec, span: whole(a.DType)})
		phis = append(phis, a.Phi)
		if a.Vec {
			regs += registers(a.DType)
		}
	}
	if regs >= v.regs {
		v.fail("loop i%d carries %d vector registers of %d", l.Var, regs, v.regs)
	}
	return phis
}

func (v *verifier) cond(c *If) []Value {
	f := v.use(c.Cond)
	if f.dtype != ops.Bool {
		v.fail("the condition %s is no bool", name(c.Cond))
	}
	restore := v.refine(f)
	v.block(c.Body, false, func() {
		for _, r := range c.Results {
			v.typed(r.Then, r.DType, r.Vec)
		}
	})
	restore()
	var outs []Value
	for _, r := range c.Results {
		v.typed(r.Else, r.DType, r.Vec)
		v.define(r.Out, &valueFact{dtype: r.DType, vec: r.Vec, span: whole(r.DType)})
		outs = append(outs, r.Out)
	}
	return outs
}

// refine narrows a loop variable that the condition compares with a constant, until the returned function is called.
func (v *verifier) refine(cond *valueFact) func() {
	def, below := cond.def, true
	if def != nil && def.Code == ALU && def.Op == ops.Not {
		def, below = v.use(def.Args[0]).def, false
	}
	if def == nil || def.Code != ALU || def.Op != ops.CmpLT || cond.vec {
		return func() {}
	}
	x, y := v.use(def.Args[0]).def, v.use(def.Args[1]).def
	if x == nil || y == nil || x.Code != Var || y.Code != Const {
		return func() {}
	}
	old, c := v.vars[x.Int], y.Val.Int()
	now := span{max(old.lo, c), old.hi}
	if below {
		last := c - 1
		last -= last % max(1, v.steps[x.Int])
		now = span{old.lo, min(old.hi, last)}
	}
	v.vars[x.Int] = now
	return func() { v.vars[x.Int] = old }
}

// registers is the number of vector registers of VL float32 that a vector of d takes; masks take none.
func registers(d ops.DType) int {
	if d == ops.Bool {
		return 0
	}
	return max(1, d.Size()/4)
}

func isPrimitive(op ops.Op) bool { return slices.Contains(Primitives, op) }
