package differential

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"weft/lazy"
	rt "weft/runtime"
	"weft/schedule"
)

// l2 is small, so that decisions about what fits are made on small graphs.
const l2 = 64 << 10

// run computes roots. Device "reference" evaluates the graph node by node, "plan" carries out the schedule as it stands,
// any other is a device of the runtime.
func (m Mode) run(roots []*lazy.Node) ([]*lazy.Array, error) {
	switch m.Device {
	case "reference":
		return lazy.Evaluate(roots, Read)
	case "plan":
		return runPlan(roots, schedule.Options{Unfused: m.Unfused, L2: l2})
	}
	return m.realize(roots)
}

// realize moves a graph to the mode's device, computes it and copies the results out.
func (m Mode) realize(roots []*lazy.Node) ([]*lazy.Array, error) {
	if m.Threads > 0 {
		defer rt.SetThreads(rt.Threads())
		rt.SetThreads(m.Threads)
	}
	d, err := rt.Open(m.Device)
	if err != nil {
		return nil, err
	}
	moved, err := onDevice(roots, d)
	if err != nil {
		return nil, err
	}
	if err := lowers(moved, m.Unfused, d.Target()); err != nil {
		return nil, err
	}
	defer forget(moved)
	kept, err := m.compute(moved)
	if err == nil && rt.Snapshot().Fallbacks > 0 {
		err = errors.New("a kernel fell back to another back end")
	}
	if err != nil {
		return nil, err
	}
	out := make([]*lazy.Array, len(kept))
	for i, k := range kept {
		n := roots[i]
		out[i] = lazy.ArrayOf(n.DType, n.Shape, k.Storage.(*rt.Storage).Data()[k.Offset*n.DType.Size():])
	}
	runtime.KeepAlive(kept)
	return out, nil
}

func (m Mode) compute(roots []*lazy.Node) ([]*lazy.Kept, error) {
	opt := rt.RealizeOptions{Device: m.Device, Unfused: m.Unfused, KeepIntermediates: m.Stepwise}
	if !m.Stepwise {
		return rt.Realize(context.Background(), roots, opt)
	}
	var all []*lazy.Kept
	for _, r := range slices.Backward(roots) {
		kept, err := rt.Realize(context.Background(), []*lazy.Node{r}, opt)
		if err != nil {
			return nil, err
		}
		r.SetKept(kept[0])
		all = append(all, kept[0])
	}
	slices.Reverse(all)
	return all, nil
}

// forget makes another run compute again.
func forget(roots []*lazy.Node) {
	for _, n := range lazy.Toposort(roots) {
		n.SetKept(nil)
	}
}

func onDevice(roots []*lazy.Node, d *rt.Device) (out []*lazy.Node, failed error) {
	moved := map[*Memory]lazy.Storage{}
	out = onMemory(roots, func(m *Memory) lazy.Storage {
		if moved[m] == nil {
			s, err := d.NewStorage(m.Bytes())
			if err != nil {
				failed = err
				return m
			}
			copy(s.Data(), m.Data)
			moved[m] = s
		}
		return moved[m]
	})
	return out, failed
}
