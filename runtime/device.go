package runtime

// Device is a memory and a back end.
type Device struct {
	name string
	pool *Pool
}
