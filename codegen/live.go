package codegen

// LiveVectors is the largest number of vector registers of VL float32 that hold values at one point of the phase, in the
// order the instructions stand. Masks, constants and splats do not count: they are made again, or read in place, where
// registers are short.
func (ph *Phase) LiveVectors() int {
	l := &liveness{weight: make([]int, ph.NumValues), live: map[Value]bool{}}
	l.weigh(ph.Body)
	l.block(ph.Body)
	return l.most
}

// liveness walks backward with the set of values that are needed later.
type liveness struct {
	weight    []int
	live      map[Value]bool
	now, most int
}

func (l *liveness) weigh(body []Instr) {
	for n := range body {
		in := &body[n]
		switch in.Code {
		case Const, Splat, Lanes, StoreMem, DeriveVar:
		case LoopOver:
			for _, a := range in.Loop.Accs {
				if a.Vec {
					l.weight[a.Phi], l.weight[a.Out] = registers(a.DType), registers(a.DType)
				}
			}
			l.weigh(in.Loop.Body)
		case IfAny:
			for _, r := range in.If.Results {
				if r.Vec {
					l.weight[r.Out] = registers(r.DType)
				}
			}
			l.weigh(in.If.Body)
		default:
			if in.Vec {
				l.weight[in.Out] = registers(in.DType)
			}
		}
	}
}

func (l *liveness) use(v Value) {
	if v != NoValue && !l.live[v] {
		l.live[v] = true
		l.now += l.weight[v]
		l.most = max(l.most, l.now)
	}
}

func (l *liveness) define(v Value) {
	if v != NoValue && l.live[v] {
		delete(l.live, v)
		l.now -= l.weight[v]
	}
}

func (l *liveness) block(body []Instr) {
	for n := len(body) - 1; n >= 0; n-- {
		in := &body[n]
		switch in.Code {
		case LoopOver:
			l.loop(in.Loop)
		case IfAny:
			l.cond(in.If)
		default:
			l.define(in.Out)
			l.uses(in)
		}
	}
}

func (l *liveness) uses(in *Instr) {
	for _, v := range in.Args {
		l.use(v)
	}
	if in.Mem != nil {
		l.use(in.Mem.Index)
		l.use(in.Mem.Gate)
	}
}

// loop keeps what its body needs from outside alive in all of the body: the next iteration needs it too.
func (l *liveness) loop(lp *Loop) {
	for _, a := range lp.Accs {
		l.define(a.Out)
	}
	defined := map[Value]bool{}
	outside(lp.Body, defined, l.use)
	for _, a := range lp.Accs {
		l.define(a.Phi)
		l.use(a.Next)
	}
	l.block(lp.Body)
	for _, a := range lp.Accs {
		l.define(a.Phi)
	}
	for _, a := range lp.Accs {
		l.use(a.Init)
	}
}

func (l *liveness) cond(c *If) {
	for _, r := range c.Results {
		l.define(r.Out)
	}
	for _, r := range c.Results {
		l.use(r.Then)
		l.use(r.Else)
	}
	l.block(c.Body)
	l.use(c.Cond)
}

// outside calls use for every value that body reads and does not define.
func outside(body []Instr, defined map[Value]bool, use func(Value)) {
	see := func(v Value) {
		if v != NoValue && !defined[v] {
			use(v)
		}
	}
	for n := range body {
		in := &body[n]
		switch in.Code {
		case LoopOver:
			for _, a := range in.Loop.Accs {
				see(a.Init)
				defined[a.Phi], defined[a.Out] = true, true
			}
			outside(in.Loop.Body, defined, use)
		case IfAny:
			see(in.If.Cond)
			outside(in.If.Body, defined, use)
			for _, r := range in.If.Results {
				see(r.Else)
				defined[r.Out] = true
			}
		default:
			for _, v := range in.Args {
				see(v)
			}
			if in.Mem != nil {
				see(in.Mem.Index)
				see(in.Mem.Gate)
			}
			defined[in.Out] = true
		}
	}
}

// crowded says whether some loop carries more vectors than there are registers: copies along the axes were chosen for the
// heaviest reduction, and others multiply by them too.
func crowded(body []Instr, t Target) bool {
	for n := range body {
		switch in := &body[n]; in.Code {
		case LoopOver:
			regs := 0
			for _, a := range in.Loop.Accs {
				if a.Vec {
					regs += registers(a.DType)
				}
			}
			if regs >= t.Regs || crowded(in.Loop.Body, t) {
				return true
			}
		case IfAny:
			if crowded(in.If.Body, t) {
				return true
			}
		}
	}
	return false
}
