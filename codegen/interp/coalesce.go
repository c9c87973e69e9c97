package interp

import "weft/codegen"

// coalesce lets the values of an accumulator share one register, so that a fold copies nothing: what follows the loop reads
// the register of the loop, and the next value is computed in place where nobody needs the current one after that.
func (c *phase) coalesce(body []codegen.Instr) {
	for i := range body {
		switch in := &body[i]; in.Code {
		case codegen.LoopOver:
			for j := range in.Loop.Accs {
				c.coalesceAcc(in.Loop, &in.Loop.Accs[j])
			}
			c.coalesce(in.Loop.Body)
		case codegen.IfAny:
			c.coalesce(in.If.Body)
		}
	}
}

func (c *phase) coalesceAcc(l *codegen.Loop, a *codegen.Acc) {
	// The loop's own accumulator may already stand in an outer one's register.
	if out := c.values[a.Out].root; out != a.Out {
		c.values[a.Phi].root = out
	} else {
		c.values[a.Out].root = c.values[a.Phi].root
	}
	at := definedAt(l.Body, a.Next)
	if at < 0 || c.sharedNext(l, a) || usedAfter(l, at, a) {
		return
	}
	c.values[a.Next].root = c.values[a.Phi].root
}

// sharedNext says whether another accumulator takes the same next value.
func (c *phase) sharedNext(l *codegen.Loop, a *codegen.Acc) bool {
	for i := range l.Accs {
		if o := &l.Accs[i]; o != a && (o.Next == a.Next || o.Next == a.Phi) {
			return true
		}
	}
	return false
}

// definedAt finds the instruction of body itself that computes v anew at each iteration, -1 if there is none.
func definedAt(body []codegen.Instr, v codegen.Value) int {
	for i := range body {
		switch in := &body[i]; in.Code {
		case codegen.Const, codegen.Lanes, codegen.Var, codegen.Splat, codegen.IfAny:
		case codegen.LoopOver:
			if accOut(in.Loop, v) != nil {
				return i
			}
		default:
			if in.Out == v {
				return i
			}
		}
	}
	return -1
}

func accOut(l *codegen.Loop, v codegen.Value) *codegen.Acc {
	for i := range l.Accs {
		if l.Accs[i].Out == v {
			return &l.Accs[i]
		}
	}
	return nil
}

// usedAfter says whether the current value of a is needed once instruction at has begun to write the next one. A plain
// instruction works lane by lane and may read what it replaces; a loop may take it as the initial value of that accumulator.
func usedAfter(l *codegen.Loop, at int, a *codegen.Acc) bool {
	for i := at + 1; i < len(l.Body); i++ {
		if reads(&l.Body[i], a.Phi) {
			return true
		}
	}
	inner := l.Body[at].Loop
	if inner == nil {
		return l.Body[at].Code == codegen.FoldLanes || l.Body[at].Code == codegen.Transpose
	}
	for i := range inner.Accs {
		if o := &inner.Accs[i]; o.Init == a.Phi && o.Out != a.Next {
			return true
		}
	}
	return readsAny(inner.Body, a.Phi) || nextIs(inner, a.Phi)
}

func readsAny(body []codegen.Instr, v codegen.Value) bool {
	for i := range body {
		if reads(&body[i], v) {
			return true
		}
	}
	return false
}

func nextIs(l *codegen.Loop, v codegen.Value) bool {
	for i := range l.Accs {
		if l.Accs[i].Next == v {
			return true
		}
	}
	return false
}

// reads says whether in, or anything inside it, reads v.
func reads(in *codegen.Instr, v codegen.Value) bool {
	for _, a := range in.Args {
		if a == v {
			return true
		}
	}
	if in.Mem != nil && (in.Mem.Index == v || in.Mem.Gate == v) {
		return true
	}
	if l := in.Loop; l != nil {
		for i := range l.Accs {
			if l.Accs[i].Init == v {
				return true
			}
		}
		return nextIs(l, v) || readsAny(l.Body, v)
	}
	if x := in.If; x != nil {
		for _, r := range x.Results {
			if r.Then == v || r.Else == v {
				return true
			}
		}
		return x.Cond == v || readsAny(x.Body, v)
	}
	return false
}
