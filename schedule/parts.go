package schedule

// partsInOne is how many parts one kernel stores in phases. More are a launch each: parts of equal shape then share one
// kernel, which finds its place by the offset that its buffer is bound with.
const partsInOne = 8

// launches makes the launches of a group: one, or one for each of many parts.
func (a *assembler) launches(g *group) []*Launch {
	whole := a.launch(g)
	if len(g.kerns) > 1 || len(whole.Kernel.Phases) <= partsInOne {
		return []*Launch{whole}
	}
	out := make([]*Launch, len(whole.Kernel.Phases))
	for i := range out {
		out[i] = whole.part(i, g.b)
	}
	return out
}

// part is the launch of one phase alone, with the buffers and scalars that it uses.
func (l *Launch) part(i int, b *Builder) *Launch {
	p := &renumber{b: b, done: map[*Expr]*Expr{}, bufs: map[int]int{}, params: map[int]int{}}
	from := l.Kernel.Phases[i]
	k := &Kernel{Name: l.Kernel.Name, Phases: []Nest{{Ranges: from.Ranges}}}
	out := &Launch{Kernel: k, PC: l.PC, Ops: l.Ops / len(l.Kernel.Phases)}
	for _, s := range from.Stores {
		made := Store{Buf: p.buf(s.Buf), Index: p.expr(s.Index), Value: p.expr(s.Value), Acc: s.Acc}
		if s.Gate != nil {
			made.Gate = p.expr(s.Gate)
		}
		k.Phases[0].Stores = append(k.Phases[0].Stores, made)
	}
	for new, old := range p.bufOrder {
		buf := l.Kernel.Bufs[old]
		buf.Alias = new
		k.Bufs = append(k.Bufs, buf)
		out.Mems = append(out.Mems, l.Mems[old])
	}
	for _, old := range p.paramOrder {
		k.Params = append(k.Params, l.Kernel.Params[old])
		out.Params = append(out.Params, l.Params[old])
	}
	out.bindRegion(b)
	return out
}

// bindRegion lets the stored buffer start at the region's first element, where the region is all that the kernel touches of it.
func (l *Launch) bindRegion(b *Builder) {
	k := l.Kernel
	l.Offsets = make([]int64, len(k.Bufs))
	stores := k.Phases[0].Stores
	if len(stores) != 1 || stores[0].Gate != nil || k.Bufs[stores[0].Buf].Read {
		return
	}
	s := &stores[0]
	first := s.Index.Lo
	buf := &k.Bufs[s.Buf]
	l.Offsets[s.Buf] = first
	s.Index = b.Sub(s.Index, b.Int(first))
	buf.Elems = s.Index.Hi + 1
	if size := int64(buf.DType.Size()); first*size%64 != 0 {
		buf.Align = int(size)
	}
}

// Offset is where buffer i starts in its memory, in elements.
func (l *Launch) Offset(i int) int64 {
	if l.Offsets == nil {
		return 0
	}
	return l.Offsets[i]
}

// renumber rebuilds expressions with buffers and scalars numbered in the order they are met.
type renumber struct {
	b                    *Builder
	done                 map[*Expr]*Expr
	bufs, params         map[int]int
	bufOrder, paramOrder []int
}

func (p *renumber) buf(old int) int {
	if _, ok := p.bufs[old]; !ok {
		p.bufs[old] = len(p.bufOrder)
		p.bufOrder = append(p.bufOrder, old)
	}
	return p.bufs[old]
}

func (p *renumber) param(old int) int {
	if _, ok := p.params[old]; !ok {
		p.params[old] = len(p.paramOrder)
		p.paramOrder = append(p.paramOrder, old)
	}
	return p.params[old]
}

// expr is deep only as far as one kernel's expressions are.
func (p *renumber) expr(e *Expr) *Expr {
	if made := p.done[e]; made != nil {
		return made
	}
	copied := Expr{Code: e.Code, Op: e.Op, DType: e.DType, Int: e.Int, Val: e.Val, Range: e.Range, Red: e.Red, Stage: e.Stage}
	for _, s := range e.Src {
		copied.Src = append(copied.Src, p.expr(s))
	}
	switch e.Code {
	case Load:
		copied.Int = p.buf(e.Int)
	case Param:
		copied.Int = p.param(e.Int)
	case StageLoad:
		copied.Stage = &Stage{ID: e.Stage.ID, DType: e.Stage.DType, Ranges: e.Stage.Ranges, Value: p.expr(e.Stage.Value)}
	}
	made := p.b.intern(copied)
	p.done[e] = made
	return made
}
