package runtime

import (
	"context"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"weft/codegen"
	"weft/lazy"
	"weft/ops"
	"weft/schedule"
)

// race picks among alternatives whose runs take a part of the model's millisecond, on a clock that only they move.
func race(budget time.Duration, parts ...float64) (won, runs int) {
	now := time.Unix(0, 0)
	clock := func() time.Time { return now }
	won = pick(len(parts), clock, budget, func(i int) bool { return parts[i] > 0 }, func(i int) time.Duration {
		took := time.Millisecond
		if i >= 0 {
			took = time.Duration(parts[i] * float64(time.Millisecond))
		}
		now = now.Add(took)
		runs++
		return took
	})
	return won, runs
}

func TestPickWantsAGain(t *testing.T) {
	for _, c := range []struct {
		parts []float64
		want  int
	}{
		{nil, -1}, {[]float64{1}, -1}, {[]float64{0.96}, -1}, {[]float64{0.94}, 0}, {[]float64{1.5, 0.9, 0.94}, 1},
		{[]float64{0.9, 0.8, 0.85}, 1}, {[]float64{0, 0.5}, 1}, // the first cannot be made
	} {
		if got, _ := race(time.Minute, c.parts...); got != c.want {
			t.Errorf("of %v won %d, want %d", c.parts, got, c.want)
		}
	}
}

func TestPickKeepsToItsBudget(t *testing.T) {
	parts := make([]float64, 1000)
	for i := range parts {
		parts[i] = 0.99
	}
	if won, runs := race(50*time.Millisecond, parts...); won != -1 || runs > 70 {
		t.Errorf("won %d after %d runs of a millisecond", won, runs)
	}
	if _, runs := race(time.Minute, 3, 3, 3); runs != 12 {
		t.Errorf("%d runs for three alternatives that are far off", runs)
	}
}

// searched runs a graph with search on and gives its result and a way to the plan's kernels.
func searched(t *testing.T, d *Device, x *Storage) ([]byte, *planned) {
	t.Helper()
	n := lazy.NewBuffer(x, ops.Float32, 0, 512, 384)
	y := lazy.Elementwise(ops.Exp, lazy.Elementwise(ops.Mul, n, n))
	req := schedule.NewRequest([]*lazy.Node{lazy.ReduceNode(ops.ReduceAdd, y, 0)}, RealizeOptions{}.schedule(), false)
	pl, err := d.plans.get(d, req)
	if err != nil {
		t.Fatal(err)
	}
	out, err := d.run(context.Background(), pl, req)
	if err != nil {
		t.Fatal(err)
	}
	s := out[0].Storage.(*Storage)
	return append([]byte(nil), unsafe.Slice((*byte)(s.Pointer()), 4*384)...), pl
}

func searchDevice(t *testing.T) (*Device, *Storage) {
	t.Helper()
	openTeam()
	d := &Device{name: "cpu:interp", backend: codegen.Lookup("interp"), target: Target(), pool: cpuPool()}
	s, err := d.NewStorage(4 * 512 * 384)
	if err != nil {
		t.Fatal(err)
	}
	for i := range unsafe.Slice((*float32)(s.Pointer()), 512*384) {
		unsafe.Slice((*float32)(s.Pointer()), 512*384)[i] = float32(i%17) / 16
	}
	return d, s
}

// beginSearch turns search on with an empty store.
func beginSearch(t *testing.T) string {
	dir := useDisk(t)
	forget := func() { winners.known = generations[diskKey, codegen.Decisions]{limit: kernelLimit} }
	old := searching
	searching = func() bool { return true }
	forget()
	t.Cleanup(func() { searching = old; forget() })
	return dir
}

func TestSearchGivesTheSameBits(t *testing.T) {
	d, x := searchDevice(t)
	want, _ := searched(t, d, x)
	dir := beginSearch(t)
	d, _ = searchDevice(t)
	before := Snapshot()
	got, pl := searched(t, d, x)
	if string(got) != string(want) {
		t.Error("other bits under search")
	}
	if n := Snapshot().Sub(before).Kernels; n != int64(len(pl.kernels)) {
		t.Errorf("%d launches counted, want %d", n, len(pl.kernels))
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "*", "*")); len(files) != len(pl.kernels) {
		t.Errorf("%d outcomes on disk for %d kernels", len(files), len(pl.kernels))
	}
	d, _ = searchDevice(t)
	winners.known = generations[diskKey, codegen.Decisions]{limit: kernelLimit}
	if again, pl := searched(t, d, x); string(again) != string(want) || pl.tunings[0] != nil {
		t.Error("searched again for what is on disk")
	}
}

func TestWinnersAreReplayed(t *testing.T) {
	d, x := searchDevice(t)
	want, model := searched(t, d, x)
	beginSearch(t)
	plan, err := schedule.MakePlan(schedule.NewRequest([]*lazy.Node{lazy.ReduceNode(ops.ReduceAdd, lazy.Elementwise(ops.Exp,
		lazy.Elementwise(ops.Mul, lazy.NewBuffer(x, ops.Float32, 0, 512, 384), lazy.NewBuffer(x, ops.Float32, 0, 512, 384))), 0)},
		RealizeOptions{}.schedule(), false))
	if err != nil {
		t.Fatal(err)
	}
	other := codegen.Alternatives(plan.Launches[0].Kernel, d.Target())
	if len(other) == 0 {
		t.Skip("the model's choice is the only one")
	}
	key := model.kernels[0].key
	winners.put(key, other[0])
	winners.known = generations[diskKey, codegen.Decisions]{limit: kernelLimit} // from disk, then
	d, _ = searchDevice(t)
	got, pl := searched(t, d, x)
	if pl.kernels[0].key == key || pl.tunings[0] != nil || string(got) != string(want) {
		t.Errorf("stored decisions %q were not replayed", other[0])
	}
	for name, put := range map[string]func(){
		"no decisions": func() { winners.put(key, codegen.Decisions{"r0:9 block 3; parallel [0]"}) },
		"damaged":      func() { theDisk().put(winners.key(key), []byte{9, 9, 9}) },
	} {
		put()
		winners.known = generations[diskKey, codegen.Decisions]{limit: kernelLimit}
		d, _ = searchDevice(t)
		if got, pl := searched(t, d, x); pl.kernels[0].key != key || string(got) != string(want) {
			t.Errorf("%s: not the model's choice", name)
		}
	}
}
