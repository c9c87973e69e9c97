package codegen

import (
	"slices"

	"weft/ops"
)

// fold computes index arithmetic on constants, which is left where a range has a fixed place in one of the copies of a loop's body,
// and drops gathers that are there already: loops of two reductions over one window, both unrolled, read the same places.
func (l *lowering) fold() {
	for n := range l.p.Phases {
		ph := &l.p.Phases[n]
		folded, shared := l.folded(ph, true)
		if shared && folded.LiveVectors() > max(l.t.Regs, ph.LiveVectors()) {
			folded, _ = l.folded(ph, false)
		}
		*ph = *folded
	}
}

// folded is a phase anew, with gathers shared or not; it says whether any were.
func (l *lowering) folded(ph *Phase, may bool) (*Phase, bool) {
	f := &folder{bufs: l.p.Bufs, may: may, next: Value(ph.NumValues), consts: map[constKey]Value{},
		known: map[Value]ops.Value{}, same: map[Value]Value{}, gathers: map[gatherKey]Value{}}
	body := f.block(ph.Body, 0)
	out := *ph
	out.Body, out.NumValues = append(f.made, body...), int(f.next)
	return &out, f.shared
}

// folder rewrites a phase from the front.
type folder struct {
	bufs   []Buf
	may    bool // share gathers
	shared bool
	next   Value
	made   []Instr // constants that were not there, for the front
	consts map[constKey]Value
	known  map[Value]ops.Value
	same   map[Value]Value // the value that stands for another
	// gathers are those of the open blocks.
	gathers map[gatherKey]Value
}

// gatherKey is what a gather reads.
type gatherKey struct {
	dtype       ops.DType
	buf         int
	base, lane  int64
	index, gate Value
	other       ops.Value
	terms       [6]Term
	n           int
}

func (f *folder) block(body []Instr, depth int) []Instr {
	out := make([]Instr, 0, len(body))
	var found []gatherKey
	for n := range body {
		in := body[n]
		f.operands(&in, depth)
		switch in.Code {
		case Const:
			if key := (constKey{in.Val, in.Vec}); depth == 0 && !f.isConst(in.Out, key) {
				f.consts[key] = in.Out
			} else if depth == 0 {
				continue
			}
			f.known[in.Out] = in.Val
		case ALU, Splat:
			if v, ok := f.value(&in); ok {
				f.same[in.Out] = f.constant(constKey{v, in.Vec})
				continue
			}
		case LoadMem:
			key, ok := f.gather(&in)
			if !ok {
				break
			}
			if v, have := f.gathers[key]; have {
				f.same[in.Out], f.shared = v, true
				continue
			}
			f.gathers[key], found = in.Out, append(found, key)
		}
		out = append(out, in)
	}
	for _, key := range found {
		delete(f.gathers, key)
	}
	return out
}

// isConst says whether a constant is there, and lets it stand for v.
func (f *folder) isConst(v Value, key constKey) bool {
	have, ok := f.consts[key]
	if ok {
		f.same[v] = have
	}
	return ok
}

// constant is a constant at the front or of the prologue.
func (f *folder) constant(key constKey) Value {
	v, ok := f.consts[key]
	if !ok {
		v = f.next
		f.next++
		f.made = append(f.made, Instr{Code: Const, DType: key.v.DType, Vec: key.vec, Out: v, Val: key.v})
		f.consts[key], f.known[v] = v, key.v
	}
	return v
}

// operands puts what stands for them in the place of an instruction's operands, and goes into its blocks.
func (f *folder) operands(in *Instr, depth int) {
	in.Args = f.all(in.Args)
	if in.Mem != nil {
		in.Mem = f.place(in)
	}
	if in.Loop != nil {
		in.Loop = f.loop(in.Loop, depth)
	}
	if in.If != nil {
		c := &If{Cond: f.of(in.If.Cond), Body: f.block(in.If.Body, depth+1)}
		for _, r := range in.If.Results {
			r.Then, r.Else = f.of(r.Then), f.of(r.Else)
			c.Results = append(c.Results, r)
		}
		in.If = c
	}
}

// place is an access with an index that is known in its base.
func (f *folder) place(in *Instr) *Access {
	index, gate := f.of(in.Mem.Index), f.of(in.Mem.Gate)
	k, ok := f.known[index]
	if index == in.Mem.Index && gate == in.Mem.Gate && !ok {
		return in.Mem
	}
	m := *in.Mem
	m.Index, m.Gate = index, gate
	if ok && !(in.Vec && m.Lane == 0) {
		m.Base, m.Index = m.Base+k.Int(), NoValue
	}
	return &m
}

func (f *folder) loop(l *Loop, depth int) *Loop {
	c := *l
	c.Accs = append([]Acc(nil), l.Accs...)
	for n := range c.Accs {
		c.Accs[n].Init = f.of(c.Accs[n].Init)
	}
	c.Body = f.block(l.Body, depth+1)
	for n := range c.Accs {
		c.Accs[n].Next = f.of(c.Accs[n].Next)
	}
	return &c
}

func (f *folder) of(v Value) Value {
	if w, ok := f.same[v]; ok {
		return w
	}
	return v
}

func (f *folder) all(values []Value) []Value {
	if !slices.ContainsFunc(values, func(v Value) bool { return f.of(v) != v }) {
		return values
	}
	out := make([]Value, len(values))
	for n, v := range values {
		out[n] = f.of(v)
	}
	return out
}

// value is what an instruction on constants gives: index arithmetic that does not wrap, or a constant in all lanes.
func (f *folder) value(in *Instr) (ops.Value, bool) {
	args := make([]ops.Value, len(in.Args))
	for n, v := range in.Args {
		k, ok := f.known[v]
		if !ok || in.Code == ALU && (k.DType != ops.Int64 || k.Int() != int64(int32(k.Int()))) {
			return ops.Value{}, false
		}
		args[n] = k
	}
	if in.Code == Splat {
		return args[0], true
	}
	switch in.Op {
	case ops.Div, ops.Mod:
		if args[0].Int() < 0 || args[1].Int() <= 0 {
			return ops.Value{}, false
		}
	case ops.Add, ops.Sub, ops.Mul, ops.Max, ops.Min:
	default:
		return ops.Value{}, false
	}
	return in.Op.Info().Ref(args, in.DType), true
}

// gather names what a load of lanes that lie apart reads from memory that nobody writes.
func (f *folder) gather(in *Instr) (key gatherKey, ok bool) {
	m := in.Mem
	if !f.may || !in.Vec || m.Index == NoValue && m.Lane == 1 || len(m.Terms) > len(key.terms) {
		return key, false
	}
	for n := range f.bufs {
		if f.bufs[n].Written && f.bufs[n].Alias == f.bufs[m.Buf].Alias {
			return key, false
		}
	}
	key = gatherKey{dtype: in.DType, buf: m.Buf, base: m.Base, lane: m.Lane, index: m.Index, gate: m.Gate, other: m.Else, n: len(m.Terms)}
	copy(key.terms[:], m.Terms)
	return key, true
}
