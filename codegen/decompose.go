package codegen

import "weft/schedule"

// Decompose gives the kernel with every operation that is not a primitive written as primitives, multiply-adds, powers of two
// and any-lane selections, the same to the bit for every machine. A kernel of primitives alone is returned as it is; the given one is never changed.
func Decompose(k *schedule.Kernel, t Target) *schedule.Kernel {
	d := &decomposer{b: schedule.NewBuilder(), t: t, made: map[ex]ex{}, stages: map[*schedule.Stage]*schedule.Stage{}}
	order := postorder(k)
	if !needsWork(order) {
		return k
	}
	for _, e := range order {
		d.made[e] = d.rebuild(e)
	}
	out := *k
	out.Phases = make([]schedule.Nest, len(k.Phases))
	for i, nest := range k.Phases {
		stores := make([]schedule.Store, len(nest.Stores))
		for j, s := range nest.Stores {
			s.Index, s.Value = d.made[s.Index], d.made[s.Value]
			if s.Gate != nil {
				s.Gate = d.made[s.Gate]
			}
			stores[j] = s
		}
		out.Phases[i] = schedule.Nest{Ranges: nest.Ranges, Stores: stores}
	}
	return &out
}

func needsWork(order []ex) bool {
	for _, e := range order {
		if e.Code == schedule.ALU && isDecomposed(e) {
			return true
		}
	}
	return false
}

type decomposer struct {
	b      *schedule.Builder
	t      Target
	made   map[ex]ex
	stages map[*schedule.Stage]*schedule.Stage
}

// rebuild makes e in the new builder; its operands are there already.
func (d *decomposer) rebuild(e ex) ex {
	src := make([]ex, len(e.Src))
	for i, s := range e.Src {
		src[i] = d.made[s]
	}
	if e.Code == schedule.ALU && isDecomposed(e) {
		return d.alu(e, src)
	}
	return remake(d.b, e, src, d.stage)
}

func (d *decomposer) stage(s *schedule.Stage) *schedule.Stage {
	if d.stages[s] == nil {
		d.stages[s] = &schedule.Stage{ID: s.ID, DType: s.DType, Ranges: s.Ranges, Value: d.made[s.Value]}
	}
	return d.stages[s]
}

// postorder lists every expression of the kernel, operands before users, without recursion: kernels may be deep.
func postorder(k *schedule.Kernel) []ex {
	var order []ex
	seen := map[ex]bool{}
	type visit struct {
		e    ex
		next int
	}
	var stack []visit
	push := func(e ex) {
		if e != nil && !seen[e] {
			seen[e] = true
			stack = append(stack, visit{e: e})
		}
	}
	for i := range k.Phases {
		for _, s := range k.Phases[i].Stores {
			for _, root := range []ex{s.Index, s.Value, s.Gate} {
				push(root)
				for len(stack) > 0 {
					top := &stack[len(stack)-1]
					if child, ok := operand(top.e, top.next); ok {
						top.next++
						push(child)
						continue
					}
					order, stack = append(order, top.e), stack[:len(stack)-1]
				}
			}
		}
	}
	return order
}

// operand is the i-th expression that e is made from: its sources, then the value of its stage.
func operand(e ex, i int) (ex, bool) {
	switch {
	case i < len(e.Src):
		return e.Src[i], true
	case i == len(e.Src) && e.Stage != nil:
		return e.Stage.Value, true
	}
	return nil, false
}
