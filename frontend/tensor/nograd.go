package tensor

import (
	"sync"
	"sync/atomic"

	"weft/lazy"
	rt "weft/runtime"
)

// stopMark ends gradients. One serves all: what is under it has no gradient, so nobody needs to tell two apart.
var stopMark = lazy.NewMark(lazy.Stop, nil)

// openScopes counts NoGrad scopes in all goroutines, so that an operation reads one number while there are none.
var openScopes atomic.Int64

var scopes sync.Map // goroutine key -> *int, its depth; only that goroutine touches the depth

// NoGrad runs f without recording gradients in the calling goroutine: results of tracked tensors are untracked, and
// tracked leaves may be changed in place. Goroutines that f starts record as usual. It nests, and ends when f returns
// or panics.
func NoGrad(f func()) {
	id := rt.GoroutineKey()
	d, inside := scopes.LoadOrStore(id, new(int))
	depth := d.(*int)
	*depth++
	openScopes.Add(1)
	defer func() {
		*depth--
		openScopes.Add(-1)
		if !inside {
			scopes.Delete(id)
		}
	}()
	f()
}

// EnableGrad runs f with gradients recorded, inside NoGrad too: PyTorch's enable_grad.
func EnableGrad(f func()) {
	if gradEnabled() {
		f()
		return
	}
	id := rt.GoroutineKey()
	d, _ := scopes.Load(id)
	depth := d.(*int)
	saved := *depth
	*depth = 0
	defer func() { *depth = saved }()
	f()
}

// GradEnabled says whether operations in this goroutine record gradients: PyTorch's is_grad_enabled.
func GradEnabled() bool { return gradEnabled() }

func gradEnabled() bool {
	if openScopes.Load() == 0 {
		return true
	}
	d, ok := scopes.Load(rt.GoroutineKey())
	return !ok || *d.(*int) == 0
}
