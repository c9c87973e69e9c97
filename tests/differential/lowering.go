package differential

import (
	"fmt"

	"weft/codegen"
	"weft/lazy"
	"weft/schedule"
)

// lowers lowers every kernel of a graph for a target with the verifier on after every pass, and turns a crash into an error, which
// inside the runtime would end the process.
func lowers(roots []*lazy.Node, unfused bool, target codegen.Target) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("lowering: %v%s", r, stackOf(r))
		}
	}()
	full := withElements(roots)
	if len(full) == 0 {
		return nil
	}
	plan, err := schedule.MakePlan(schedule.NewRequest(full, schedule.Options{Unfused: unfused, L2: target.L2}, false))
	if err != nil {
		return err
	}
	for _, l := range plan.Launches {
		if _, err := codegen.LowerWith(l.Kernel, target, codegen.LowerOptions{Verify: true}); err != nil {
			return fmt.Errorf("%w\n%s", err, l.Kernel.Text())
		}
	}
	return nil
}
