package runtime

import (
	"fmt"
	"sync/atomic"
)

// Counts is what the runtime has done. Tests and tables read differences of it.
type Counts struct {
	Kernels  int64 // launches of kernels
	Others   int64 // copies, fills and host calls
	Bytes    int64 // bytes that kernels and others read and wrote, by their programs' account
	Compiles int64 // programs handed to a back end
	DiskHits int64 // programs found compiled on disk
	Plans    int64 // schedules made: graphs found nowhere
	PlanHits int64 // graphs found in the schedule cache
	// PlanReads are graphs whose schedule was found on disk.
	PlanReads int64
	// Fallbacks are programs that the device's back end could not compile, so that another one did.
	Fallbacks int64
}

// counters are the running totals.
var counters struct {
	kernels, others, bytes, compiles, diskHits, plans, planHits, planReads, fallbacks atomic.Int64
}

// Snapshot reads the totals since the process began.
func Snapshot() Counts {
	return Counts{
		Kernels: counters.kernels.Load(), Others: counters.others.Load(), Bytes: counters.bytes.Load(),
		Compiles: counters.compiles.Load(), DiskHits: counters.diskHits.Load(),
		Plans: counters.plans.Load(), PlanHits: counters.planHits.Load(), PlanReads: counters.planReads.Load(),
		Fallbacks: counters.fallbacks.Load(),
	}
}

// Sub is what was done between an earlier snapshot and this one.
func (c Counts) Sub(before Counts) Counts {
	return Counts{
		c.Kernels - before.Kernels, c.Others - before.Others, c.Bytes - before.Bytes, c.Compiles - before.Compiles,
		c.DiskHits - before.DiskHits, c.Plans - before.Plans, c.PlanHits - before.PlanHits,
		c.PlanReads - before.PlanReads, c.Fallbacks - before.Fallbacks,
	}
}

// Launches prints kernels and others as tables show them: "3+1".
func (c Counts) Launches() string { return fmt.Sprintf("%d+%d", c.Kernels, c.Others) }

// countKernel records one launch that moves so many bytes.
func countKernel(bytes int64) {
	counters.kernels.Add(1)
	counters.bytes.Add(bytes)
}

// CountOther records one copy, fill or host call that moves so many bytes.
func CountOther(bytes int64) {
	counters.others.Add(1)
	counters.bytes.Add(bytes)
}
