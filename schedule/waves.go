package schedule

import "fmt"

// waveLimit is how many launches may run at the same time: buffers of all of them are alive together.
const waveLimit = 8

// waves marks launches that need nothing of those right before them, and so may run at the same time.
func waves(p *Plan) {
	var w wave
	for _, l := range p.Launches {
		l.Beside = w.size > 0 && w.size < waveLimit && w.apart(l)
		w.add(l)
	}
}

// verifyWaves checks that launches which run at the same time need nothing of one another.
func (p *Plan) verifyWaves() error {
	var w wave
	for i, l := range p.Launches {
		if l.Beside && (w.size == 0 || !w.apart(l)) {
			return fmt.Errorf("launch %d cannot run beside the one before", i)
		}
		w.add(l)
	}
	return nil
}

// wave is what launches that run at the same time touch, and what of it they write.
type wave struct {
	size             int
	touched, written map[int]bool
}

// add takes a launch in, or begins a wave with it.
func (w *wave) add(l *Launch) {
	if !l.Beside {
		*w = wave{0, map[int]bool{}, map[int]bool{}}
	}
	w.size++
	for i, m := range l.Mems {
		w.touched[m] = true
		w.written[m] = w.written[m] || l.Kernel.Bufs[i].Written
	}
}

// apart says that l reads nothing that is written meanwhile, and writes nothing that is touched.
func (w *wave) apart(l *Launch) bool {
	for i, m := range l.Mems {
		if w.written[m] || l.Kernel.Bufs[i].Written && w.touched[m] {
			return false
		}
	}
	return true
}

// waveOf tells for each launch in which wave it runs, from 0.
func (p *Plan) waveOf() []int {
	out := make([]int, len(p.Launches))
	wave := -1
	for i, l := range p.Launches {
		if !l.Beside {
			wave++
		}
		out[i] = wave
	}
	return out
}
