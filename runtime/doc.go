// Package runtime runs compiled kernels: it owns devices, buffers and their pool, executable memory, the worker threads,
// launch, the counters that tests and tables read, the caches of compiled code, and what DEBUG prints. It knows nothing
// of tensors. Within the module it is imported as rt, because Go's own package has the same name.
//
// It is the only package, beside the back ends' bindings, that uses unsafe, assembly and system calls. The reason why
// each use is sound stands beside it:
//
//   - pages_*.go: memory from the system is outside Go's heap, so the collector neither moves nor frees it; blocks come
//     back to the pool only when their Storage is unreachable or the plan that owns them says so.
//   - exec_*.go: code bytes are written through one mapping and run through another; no page is ever both writable and
//     executable, and no byte of published code is written again.
//   - call_amd64.s: kernels are leaves that neither call Go nor block, so the collector never sees their frames.
//
// It is an inner package: what it exports serves the packages that stand on it and changes with them. Users write
// weft/frontend/tensor and its neighbours.
package runtime
