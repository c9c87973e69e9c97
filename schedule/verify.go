package schedule

import (
	"fmt"
	"slices"
	"sort"

	"weft/ops"
)

// Verify checks a kernel: indices provably inside their buffer or gated, ranges open where they are used, arithmetic on 16-bit
// floats between casts only, stores that agree with their buffer.
func (k *Kernel) Verify() error {
	for i := range k.Phases {
		if err := k.verifyNest(&k.Phases[i]); err != nil {
			return fmt.Errorf("kernel %s, phase %d: %w", k.Name, i, err)
		}
	}
	return nil
}

func (k *Kernel) verifyNest(ns *Nest) error {
	open := make([]int, 0, len(ns.Ranges))
	for _, r := range ns.Ranges {
		if r.Kind == Red {
			return fmt.Errorf("range r%d of a reduce is a range of the nest", r.ID)
		}
		open = append(open, r.ID)
	}
	for _, s := range ns.Stores {
		if err := k.verifyStore(s, open); err != nil {
			return err
		}
	}
	for _, e := range ns.Exprs() {
		if err := k.verifyExpr(e, ns); err != nil {
			return fmt.Errorf("%s: %w", e.name(), err)
		}
	}
	return nil
}

func (k *Kernel) verifyStore(s Store, open []int) error {
	switch {
	case s.Buf < 0 || s.Buf >= len(k.Bufs):
		return fmt.Errorf("store to buffer %d of %d", s.Buf, len(k.Bufs))
	case !k.Bufs[s.Buf].Written:
		return fmt.Errorf("store to buffer %d, which is not written", s.Buf)
	case s.Acc != ops.NoOp && s.Acc != ops.Add && s.Acc != ops.Mul && s.Acc != ops.Max:
		return fmt.Errorf("store that folds with %s", s.Acc)
	case s.Index.DType != ops.Int64 || s.Gate != nil && s.Gate.DType != ops.Bool:
		return fmt.Errorf("store with an index of %s", s.Index.DType)
	case s.Gate == nil && (s.Index.Lo < 0 || s.Index.Hi >= k.Bufs[s.Buf].Elems):
		return fmt.Errorf("store at %d to %d of %d elements without a gate", s.Index.Lo, s.Index.Hi, k.Bufs[s.Buf].Elems)
	}
	for _, e := range []*Expr{s.Index, s.Value, s.Gate} {
		if e == nil {
			continue
		}
		for _, id := range e.Free {
			if !slices.Contains(open, id) {
				return fmt.Errorf("a stored %s depends on range r%d, which is not open", e.name(), id)
			}
		}
	}
	return nil
}

func (k *Kernel) verifyExpr(e *Expr, ns *Nest) error {
	switch e.Code {
	case Load:
		return k.verifyLoad(e)
	case Param:
		if e.Int < 0 || e.Int >= len(k.Params) || k.Params[e.Int] != e.DType {
			return fmt.Errorf("no scalar %d of %s", e.Int, e.DType)
		}
	case Scan:
		if e.Range == nil || e.Range.Kind != Seq || !slices.Contains(ns.Ranges, e.Range) {
			return fmt.Errorf("a scan along a range that does not come in order")
		}
	case Reduce:
		return verifyReduce(e)
	case StageLoad:
		if e.Src[0].Lo < 0 || e.Src[0].Hi >= e.Stage.Elems() {
			return fmt.Errorf("reads %d to %d of a row of %d", e.Src[0].Lo, e.Src[0].Hi, e.Stage.Elems())
		}
	case ALU:
		return verifyALU(e)
	}
	return nil
}

func (k *Kernel) verifyLoad(e *Expr) error {
	if e.Int < 0 || e.Int >= len(k.Bufs) || k.Bufs[e.Int].DType != e.DType || !k.Bufs[e.Int].Read {
		return fmt.Errorf("buffer %d is not there to read %s from", e.Int, e.DType)
	}
	gated := len(e.Src) > 1
	if at := e.Src[0]; !gated && (at.Lo < 0 || at.Hi >= k.Bufs[e.Int].Elems) {
		return fmt.Errorf("reads %d to %d of %d elements without a gate", at.Lo, at.Hi, k.Bufs[e.Int].Elems)
	}
	return nil
}

func verifyReduce(e *Expr) error {
	o := e.Red.Order
	switch {
	case e.DType.IsHalf():
		return fmt.Errorf("a reduction that accumulates in %s", e.DType)
	case o.Unroll < 1 || o.Unroll&(o.Unroll-1) != 0 || o.Unroll > 1 && !o.Across:
		return fmt.Errorf("a reduction with %d accumulators", o.Unroll)
	case slices.ContainsFunc(e.Red.Ranges, func(r *Range) bool { return r.Kind != Red }):
		return fmt.Errorf("a reduction over positions")
	}
	return nil
}

// verifyALU holds operands and result to the operation's row.
func verifyALU(e *Expr) error {
	info := e.Op.Info()
	if info.Family != ops.Elementwise || len(e.Src) != info.Arity {
		return fmt.Errorf("%s of %d operands", e.Op, len(e.Src))
	}
	moves := e.Op == ops.Cast || e.Op == ops.Bitcast || e.Op == ops.Where
	for _, s := range e.Src {
		if s.DType.IsHalf() && !moves {
			return fmt.Errorf("arithmetic on %s", s.DType)
		}
	}
	switch info.Rule {
	case ops.RuleWhere:
		if e.Src[0].DType != ops.Bool || e.Src[1].DType != e.DType || e.Src[2].DType != e.DType {
			return fmt.Errorf("where of %s, %s, %s gives %s", e.Src[0].DType, e.Src[1].DType, e.Src[2].DType, e.DType)
		}
	case ops.RuleSame, ops.RuleBool:
		for _, s := range e.Src {
			if s.DType != e.Src[0].DType || info.Rule == ops.RuleSame && s.DType != e.DType {
				return fmt.Errorf("an operand of %s among %s", s.DType, e.Src[0].DType)
			}
		}
	}
	return nil
}

func (e *Expr) name() string {
	if e.Code == ALU {
		return e.Op.String()
	}
	return [...]string{"const", "param", "range", "", "load", "reduce", "scan", "stage", "fma", "anylane"}[e.Code]
}

// Verify checks the plan: its kernels, that what they read was written before, that outputs are written, and that buffers of
// the arena which live at the same time do not overlap.
func (p *Plan) Verify() error {
	written := make([]bool, len(p.Mems))
	for i, m := range p.Mems {
		written[i] = m.Kind == Input
	}
	for i, l := range p.Launches {
		if err := l.Kernel.Verify(); err != nil {
			return err
		}
		for j, m := range l.Mems {
			b := l.Kernel.Bufs[j]
			switch {
			case b.Written && p.Mems[m].Kind == Input:
				return fmt.Errorf("launch %d writes to source %d", i, p.Mems[m].Input)
			case b.Read && !b.Written && !written[m]:
				return fmt.Errorf("launch %d reads memory %d before anybody wrote it", i, m)
			case l.Offset(j) < 0 || l.Offset(j)+b.Elems > p.Mems[m].Elems || b.DType != p.Mems[m].DType:
				return fmt.Errorf("launch %d sees memory %d as %d %s", i, m, b.Elems, b.DType)
			}
		}
		for j, m := range l.Mems {
			written[m] = written[m] || l.Kernel.Bufs[j].Written
		}
	}
	for _, o := range p.Outputs {
		if o.Mem >= 0 && !written[o.Mem] {
			return fmt.Errorf("output in memory %d is never written", o.Mem)
		}
	}
	if err := p.verifyWaves(); err != nil {
		return err
	}
	return p.verifyArena()
}

// verifyArena sweeps over the launches with what lives at each, by place: a buffer that begins to live may touch no
// neighbour.
func (p *Plan) verifyArena() error {
	lives := livesOf(p)
	starting, ending := make([][]int, len(p.Launches)), make([][]int, len(p.Launches))
	for m, l := range lives {
		if p.Mems[m].Kind == Internal && l.first <= l.last && p.Mems[m].Elems > 0 {
			starting[l.first] = append(starting[l.first], m)
			ending[l.last] = append(ending[l.last], m)
		}
	}
	var living []*Mem // by rising offset
	place := func(m *Mem) int {
		return sort.Search(len(living), func(i int) bool { return living[i].Offset >= m.Offset })
	}
	for i := range p.Launches {
		for _, n := range starting[i] {
			m := &p.Mems[n]
			at := place(m)
			if at < len(living) && living[at].Offset < m.Offset+m.Bytes() || at > 0 && living[at-1].Offset+living[at-1].Bytes() > m.Offset {
				return fmt.Errorf("memory %d overlaps another in the arena while both live", n)
			}
			living = slices.Insert(living, at, m)
		}
		for _, n := range ending[i] {
			at := place(&p.Mems[n])
			living = slices.Delete(living, at, at+1)
		}
	}
	return nil
}
