package codegen

// tidy drops what nobody uses and numbers values and loop variables in the order they are defined.
func (l *lowering) tidy() {
	for n := range l.p.Phases {
		ph := &l.p.Phases[n]
		d := &sweeper{used: make([]bool, ph.NumValues), vars: make([]bool, ph.NumVars)}
		ph.Body = d.sweep(ph.Body)
		r := &renamer{values: make([]Value, ph.NumValues), vars: make([]int, ph.NumVars)}
		r.block(ph.Body)
		ph.NumValues, ph.NumVars = r.nextValue, r.nextVar
	}
}

// sweeper walks backward and keeps what is used later or stores.
type sweeper struct {
	used []bool
	vars []bool
}

func (d *sweeper) sweep(body []Instr) []Instr {
	kept := make([]Instr, 0, len(body))
	for n := len(body) - 1; n >= 0; n-- {
		in := body[n]
		if d.keep(&in) {
			kept = append(kept, in)
		}
	}
	for a, b := 0, len(kept)-1; a < b; a, b = a+1, b-1 {
		kept[a], kept[b] = kept[b], kept[a]
	}
	return kept
}

func (d *sweeper) keep(in *Instr) bool {
	switch in.Code {
	case LoopOver:
		return d.loop(in.Loop)
	case IfAny:
		return d.cond(in.If)
	case DeriveVar:
		if !d.vars[in.Derived.Var] {
			return false
		}
		d.vars[in.Derived.Of] = true
		return true
	case StoreMem:
	default:
		if !d.used[in.Out] {
			return false
		}
	}
	if in.Code == Var {
		d.vars[in.Int] = true
	}
	d.use(in.Args...)
	if in.Mem != nil {
		d.use(in.Mem.Index, in.Mem.Gate)
		for _, t := range in.Mem.Terms {
			d.vars[t.Var] = true
		}
	}
	return true
}

func (d *sweeper) use(values ...Value) {
	for _, v := range values {
		if v != NoValue {
			d.used[v] = true
		}
	}
}

// loop drops accumulators whose value neither leaves the loop nor is read in it, and the loop if nothing is left.
func (d *sweeper) loop(l *Loop) bool {
	wanted := l.Kind == Parallel || stores(l.Body)
	for _, a := range l.Accs {
		wanted = wanted || d.used[a.Out]
	}
	if !wanted {
		return false
	}
	for _, a := range l.Accs {
		d.use(a.Next)
	}
	l.Body = d.sweep(l.Body)
	for _, a := range l.Accs {
		d.use(a.Init)
	}
	return true
}

func (d *sweeper) cond(c *If) bool {
	wanted := stores(c.Body)
	for _, r := range c.Results {
		wanted = wanted || d.used[r.Out]
	}
	if !wanted {
		return false
	}
	for _, r := range c.Results {
		d.use(r.Then, r.Else)
	}
	c.Body = d.sweep(c.Body)
	d.use(c.Cond)
	return true
}

func stores(body []Instr) bool {
	for n := range body {
		switch in := &body[n]; in.Code {
		case StoreMem:
			return true
		case LoopOver:
			if stores(in.Loop.Body) {
				return true
			}
		case IfAny:
			if stores(in.If.Body) {
				return true
			}
		}
	}
	return false
}

// renamer numbers definitions in order.
type renamer struct {
	values    []Value
	vars      []int
	nextValue int
	nextVar   int
}

func (r *renamer) value(v Value) Value {
	if v == NoValue {
		return v
	}
	return r.values[v]
}

func (r *renamer) define(v Value) Value {
	if v == NoValue {
		return v
	}
	r.values[v] = Value(r.nextValue)
	r.nextValue++
	return r.values[v]
}

func (r *renamer) defineVar(v int) int {
	r.vars[v] = r.nextVar
	r.nextVar++
	return r.vars[v]
}

func (r *renamer) block(body []Instr) {
	for n := range body {
		r.instr(&body[n])
	}
}

func (r *renamer) instr(in *Instr) {
	switch in.Code {
	case LoopOver:
		r.loop(in.Loop)
	case IfAny:
		r.cond(in.If)
	case DeriveVar:
		d := *in.Derived
		d.Of = r.vars[d.Of]
		d.Var = r.defineVar(d.Var)
		in.Derived = &d
	case Var:
		in.Int = r.vars[in.Int]
	}
	args := make([]Value, len(in.Args))
	for n, v := range in.Args {
		args[n] = r.value(v)
	}
	in.Args = args
	if m := in.Mem; m != nil {
		terms := make([]Term, len(m.Terms))
		for n, t := range m.Terms {
			terms[n] = Term{r.vars[t.Var], t.Stride}
		}
		in.Mem = &Access{Buf: m.Buf, Base: m.Base, Terms: terms, Lane: m.Lane, Index: r.value(m.Index), Gate: r.value(m.Gate), Else: m.Else}
	}
	in.Out = r.define(in.Out)
}

func (r *renamer) loop(l *Loop) {
	l.Var = r.defineVar(l.Var)
	for n := range l.Accs {
		a := &l.Accs[n]
		a.Init = r.value(a.Init)
		a.Phi = r.define(a.Phi)
	}
	r.block(l.Body)
	for n := range l.Accs {
		a := &l.Accs[n]
		a.Next, a.Out = r.value(a.Next), r.define(a.Out)
	}
}

func (r *renamer) cond(c *If) {
	c.Cond = r.value(c.Cond)
	r.block(c.Body)
	for n := range c.Results {
		x := &c.Results[n]
		x.Then, x.Else = r.value(x.Then), r.value(x.Else)
		x.Out = r.define(x.Out)
	}
}
