package differential

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// A planRun carries out a plan in the plainest way, position by position, without lowering: what it computes wrongly the
// schedule got wrong. It knows of every byte which memory last wrote it, so it finds reads of what nobody wrote, and
// memory that the plan placed over other memory still in use.
type planRun struct {
	plan    *schedule.Plan
	request *schedule.Request
	arena   []byte
	own     [][]byte // by memory: bytes outside the arena
	writer  []int    // by byte of the arena
	written [][]bool // by memory outside the arena, by element
}

const nobody = -1

// runPlan plans roots and carries the plan out.
func runPlan(roots []*lazy.Node, opt schedule.Options) (out []*lazy.Array, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("carrying out the plan: %v%s", r, stackOf(r))
		}
	}()
	full := withElements(roots)
	request := schedule.NewRequest(full, opt, false)
	plan, err := schedule.MakePlan(request)
	if err != nil {
		return nil, err
	}
	if err := plan.Verify(); err != nil {
		return nil, fmt.Errorf("the plan's verifier: %w", err)
	}
	r := newPlanRun(plan, request)
	for _, l := range plan.Launches {
		r.launch(l)
	}
	if err := r.checks(); err != nil {
		return nil, err
	}
	for _, n := range roots {
		a := lazy.NewArray(n.DType, n.Shape)
		if n.Numel() > 0 {
			a = r.result(plan.Outputs[slices.Index(full, n)], n)
		}
		out = append(out, a)
	}
	return out, nil
}

// withElements are the roots that a plan computes; the runtime answers for empty ones itself.
func withElements(roots []*lazy.Node) []*lazy.Node {
	return slices.DeleteFunc(slices.Clone(roots), func(n *lazy.Node) bool { return n.Numel() == 0 })
}

// stackOf is where a runtime error came from, a few calls up to this package; panics with words of their own need none.
func stackOf(r any) string {
	if _, ok := r.(runtime.Error); !ok {
		return ""
	}
	calls, seen := "", 0
	for line := range strings.Lines(string(debug.Stack())) {
		if strings.HasPrefix(line, "weft/") && !strings.HasPrefix(line, "weft/tests") && seen < 8 {
			calls += "\n    " + line[:strings.LastIndex(line, "(")]
			seen++
		}
	}
	return calls
}

func newPlanRun(plan *schedule.Plan, request *schedule.Request) *planRun {
	r := &planRun{plan: plan, request: request, arena: make([]byte, plan.ArenaBytes), writer: make([]int, plan.ArenaBytes)}
	for i := range r.writer {
		r.writer[i] = nobody
	}
	for _, m := range plan.Mems {
		var own []byte
		written := make([]bool, m.Elems)
		switch m.Kind {
		case schedule.Input:
			own = r.leaf(m.Input, m.DType)
			for i := range written {
				written[i] = true
			}
		case schedule.Output:
			own = make([]byte, m.Bytes())
		}
		r.own, r.written = append(r.own, own), append(r.written, written)
	}
	return r
}

func (r *planRun) leaf(i int, d ops.DType) []byte {
	l := r.request.Leaves[i]
	return Read(l.Storage)[l.Offset*d.Size():]
}

func (r *planRun) result(at schedule.Result, n *lazy.Node) *lazy.Array {
	if at.Mem < 0 {
		return lazy.ArrayOf(n.DType, n.Shape, r.leaf(at.Leaf, n.DType))
	}
	a := lazy.NewArray(n.DType, n.Shape)
	for i := range a.Bits {
		a.Bits[i] = r.load(at.Mem, int64(i)).Bits
	}
	return a
}

func (r *planRun) checks() error {
	for _, c := range r.plan.Checks {
		if v := r.load(c.Mem, 0).Int(); v >= 0 {
			return fmt.Errorf("check of node %d failed at %d", c.Node, c.Last-v)
		}
	}
	return nil
}

// bytes is where element i of memory m lies.
func (r *planRun) bytes(m int, i int64) []byte {
	mem := &r.plan.Mems[m]
	if i < 0 || i >= mem.Elems {
		panic(fmt.Sprintf("element %d of memory %d, which has %d", i, m, mem.Elems))
	}
	size := int64(mem.DType.Size())
	if mem.Kind == schedule.Internal {
		return r.arena[mem.Offset+i*size:][:size]
	}
	return r.own[m][i*size:][:size]
}

func (r *planRun) load(m int, i int64) ops.Value {
	b, mem := r.bytes(m, i), &r.plan.Mems[m]
	if mem.Kind != schedule.Internal {
		if !r.written[m][i] {
			panic(fmt.Sprintf("element %d of memory %d is read before it is written", i, m))
		}
		return ops.Load(mem.DType, b)
	}
	for k := range b {
		if w := r.writer[mem.Offset+i*int64(len(b))+int64(k)]; w != m {
			panic(fmt.Sprintf("element %d of memory %d is read where memory %d was written last", i, m, w))
		}
	}
	return ops.Load(mem.DType, b)
}

func (r *planRun) store(m int, i int64, v ops.Value) {
	b, mem := r.bytes(m, i), &r.plan.Mems[m]
	if v.DType != mem.DType {
		panic(fmt.Sprintf("a %v is stored in memory %d of %v", v.DType, m, mem.DType))
	}
	switch mem.Kind {
	case schedule.Input:
		panic(fmt.Sprintf("a source is written: memory %d", m))
	case schedule.Output:
		r.written[m][i] = true
	default:
		for k := range b {
			r.writer[mem.Offset+i*int64(len(b))+int64(k)] = m
		}
	}
	v.Store(b)
}
