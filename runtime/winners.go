package runtime

import (
	"crypto/sha256"
	"sync"

	"weft/codegen"
)

// searchVersion counts the changes of what a stored text of decisions means.
const searchVersion = "search 1"

// winnerStore remembers for a kernel, by the key of the model's program (which holds the target and the back end), what search found:
// the decisions to replay, or none where the model's choice stayed. Memory serves this process, the disk all.
type winnerStore struct {
	mu    sync.Mutex
	known generations[diskKey, codegen.Decisions]
}

var winners = winnerStore{known: generations[diskKey, codegen.Decisions]{limit: kernelLimit}}

// key names the winner's file.
func (w *winnerStore) key(program diskKey) diskKey {
	return sha256.Sum256(append([]byte(searchVersion), program[:]...))
}

// get is what was found for a program; false if it was not searched for, or what was kept of that is damaged.
func (w *winnerStore) get(program diskKey) (codegen.Decisions, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if d, ok := w.known.get(program); ok {
		return d, true
	}
	payload, ok := theDisk().get(w.key(program))
	if !ok {
		return nil, false
	}
	var d codegen.Decisions
	if decode(payload, &d) != nil {
		return nil, false
	}
	w.known.put(program, d)
	return d, true
}

func (w *winnerStore) put(program diskKey, d codegen.Decisions) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known.put(program, d)
	theDisk().put(w.key(program), encode(d))
}

// settle has a program that is a winner itself left alone in this process.
func (w *winnerStore) settle(program diskKey) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.known.put(program, nil)
}
