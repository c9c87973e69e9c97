package checkpoint

import (
	"bytes"
	"slices"
	"testing"

	"weft/frontend/nn/functional"
	"weft/frontend/tensor"
)

// compiledSteps makes steps of a run by a function that was compiled before.
func (r *training) compiledSteps(step *tensor.Compiled, n int) (losses []float64) {
	for range n {
		x, y := tensor.Randn(4, 6), tensor.RandInt(0, 3, 4)
		loss := step.MustCall(x, y)[0].Item()
		r.tick(loss)
		losses = append(losses, loss)
	}
	return losses
}

func (r *training) compile() *tensor.Compiled {
	return tensor.Compile(func(batch ...*tensor.Tensor) []*tensor.Tensor {
		loss := functional.CrossEntropy(r.model.Forward(batch[0]), batch[1])
		loss.Backward()
		r.opt.MustStep()
		r.opt.ZeroGrad()
		return []*tensor.Tensor{loss}
	})
}

// TestCompiledStep: a checkpoint of a run with a compiled step is what it was when it was saved, whatever is trained after; loaded
// into the same run, or into another one, compiled or not yet, training goes on to the same bits.
func TestCompiledStep(t *testing.T) {
	for name, v := range variants {
		v.norm = nil // a share of new statistics that changes cannot be compiled
		r := newTraining(v, 1)
		step := r.compile()
		r.compiledSteps(step, 4)
		saved := r.bytes(t)
		again := r.bytes(t)
		if !bytes.Equal(saved, again) {
			t.Errorf("%s: two checkpoints of one moment differ", name)
		}
		want := r.compiledSteps(step, 4)
		end := r.bytes(t)

		load := func(r *training) {
			t.Helper()
			if err := Read(t.Context(), bytes.NewReader(saved), int64(len(saved)), "t.ckpt", &r.state); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		load(r)
		if got := r.compiledSteps(step, 4); !slices.Equal(got, want) || !bytes.Equal(r.bytes(t), end) {
			t.Errorf("%s: losses %v, after going back %v", name, want, got)
		}
		other := newTraining(v, 2)
		otherStep := other.compile()
		load(other)
		if got := other.compiledSteps(otherStep, 4); !slices.Equal(got, want) || !bytes.Equal(other.bytes(t), end) {
			t.Errorf("%s: losses %v, in another run %v", name, want, got)
		}
	}
}
