package tensor

// Along is t, with others that are realized together with it, or with whatever is computed from it, in the same schedule:
// what a layer keeps up to date beside its result, such as the running statistics of a batch norm, is then computed once and
// does not grow from step to step.
func (t *Tensor) Along(others ...*Tensor) *Tensor {
	out := derive("along", t.n(), t)
	out.addRoots(&rootSet{along: others})
	return out
}
