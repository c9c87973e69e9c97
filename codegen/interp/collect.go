package interp

import "weft/codegen"

// collect notes every value's type and definition and counts its readers, in dominance order.
func (c *phase) collect(body []codegen.Instr) {
	for i := range body {
		in := &body[i]
		c.countArgs(in)
		switch in.Code {
		case codegen.LoopOver:
			c.collectLoop(in.Loop)
		case codegen.IfAny:
			c.collectIf(in.If)
		default:
			if in.Out != codegen.NoValue {
				c.define(in.Out, value{dtype: in.DType, vec: in.Vec, def: in})
			}
		}
	}
}

func (c *phase) define(v codegen.Value, what value) {
	what.root = v
	c.values[v] = what
}

func (c *phase) countArgs(in *codegen.Instr) {
	splat := c.splatFactor(in)
	for i, a := range in.Args {
		if i != splat {
			c.uses[a]++
		}
	}
	if in.Mem != nil {
		c.use(in.Mem.Index)
		c.use(in.Mem.Gate)
	}
}

func (c *phase) use(v codegen.Value) {
	if v != codegen.NoValue {
		c.uses[v]++
	}
}

// splatFactor finds the factor of an fma whose uniform is read in its place, -1 if there is none: the uniform must keep its
// register from the splat to the fma, which only what an instruction defines is sure to do.
func (c *phase) splatFactor(in *codegen.Instr) int {
	if in.Code != codegen.Fma {
		return -1
	}
	for i, a := range in.Args[:2] {
		if def := c.values[a].def; def != nil && def.Code == codegen.Splat && c.values[def.Args[0]].def != nil {
			return i
		}
	}
	return -1
}

func (c *phase) collectLoop(l *codegen.Loop) {
	for _, a := range l.Accs {
		c.use(a.Init)
		c.use(a.Next)
		c.define(a.Phi, value{dtype: a.DType, vec: a.Vec})
		c.define(a.Out, value{dtype: a.DType, vec: a.Vec})
	}
	c.collect(l.Body)
}

func (c *phase) collectIf(x *codegen.If) {
	c.use(x.Cond)
	c.collect(x.Body)
	for _, r := range x.Results {
		c.use(r.Then)
		c.use(r.Else)
		c.define(r.Out, value{dtype: r.DType, vec: r.Vec})
	}
}
