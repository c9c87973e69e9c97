package runtime

import (
	"fmt"
	"strings"
	"sync"

	"weft/lazy"
	"weft/schedule"
)

// graphTrace collects what rewriting does to one request's graph, for DEBUG=5 and 7.
type graphTrace struct {
	mu     sync.Mutex
	blocks []graphBlock
}

// graphBlock is a piece of text of a level.
type graphBlock struct {
	level       int
	title, text string
}

// tracing lets one plan be made at a time while graphs are traced: the hook of the rewriting engine is the process's.
var tracing sync.Mutex

// makePlan is schedule.MakePlan under DEBUG's eyes; from DEBUG=3 on plans are verified.
func makePlan(req *schedule.Request) (*schedule.Plan, error) {
	plan, err := tracedPlan(req)
	if err == nil && Debugging(DebugLoops) {
		err = plan.Verify()
	}
	return plan, err
}

func tracedPlan(req *schedule.Request) (*schedule.Plan, error) {
	if !Debugging(DebugGraph) {
		plan, err := schedule.MakePlan(req)
		if err == nil && Debugging(DebugKernels) {
			chooseLaunches(plan)
		}
		return plan, err
	}
	tracing.Lock()
	defer tracing.Unlock()
	var t graphTrace
	lazy.SetTrace(t.hooks())
	plan, err := schedule.MakePlan(req)
	lazy.SetTrace(nil)
	if err == nil {
		chooseLaunches(plan)
		t.print(plan)
	}
	return plan, err
}

// chooseLaunches lets the filter see the lines of a plan's kernels.
func chooseLaunches(plan *schedule.Plan) {
	for _, l := range plan.Launches {
		chooseByLine(l.Kernel.Name, l.PC)
	}
}

func (t *graphTrace) add(level int, title, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.blocks = append(t.blocks, graphBlock{level, title, text})
}

func (t *graphTrace) hooks() *lazy.Trace {
	trace := &lazy.Trace{Set: func(set string, before, after []*lazy.Node) {
		t.add(DebugGraph, "graph before "+set, lazy.Print(before))
		t.add(DebugGraph, "graph after "+set, lazy.Print(after))
	}}
	if Debugging(DebugRewrite) {
		trace.Rewrite = func(set, rule string, before, after *lazy.Node) {
			t.add(DebugRewrite, "", fmt.Sprintf("%s: %s: %s  =>  %s", set, rule, nodeText(before), nodeText(after)))
		}
	}
	return trace
}

// print shows what was collected if the filter selects a kernel of the plan.
func (t *graphTrace) print(plan *schedule.Plan) {
	name, selected := planName(plan)
	if !selected {
		return
	}
	for _, b := range t.blocks {
		switch {
		case b.title == "":
			Debugf(b.level, "%s", b.text)
		default:
			DebugText(b.level, name, b.title+" for", b.text)
		}
	}
}

// planName is the name of the first kernel that the filter selects, and whether there is one.
func planName(plan *schedule.Plan) (string, bool) {
	for _, l := range plan.Launches {
		if config().Debug.selects(l.Kernel.Name) {
			return l.Kernel.Name, true
		}
	}
	return "", false
}

// nodeText is a node and its operands in a line: "mul float32[2,3] (buffer, const 2)".
func nodeText(n *lazy.Node) string {
	var args []string
	for _, s := range n.Src {
		arg := s.Op.String()
		if s.Val.DType.Size() > 0 {
			arg += " " + s.Val.String()
		}
		args = append(args, arg)
	}
	text := n.Op.String() + " " + n.DType.String() + lazy.ShapeString(n.Shape)
	if n.Val.DType.Size() > 0 {
		text += " " + n.Val.String()
	}
	if len(n.Ints) > 0 {
		text += " " + strings.Trim(fmt.Sprint(n.Ints), "[]")
	}
	if len(args) > 0 {
		text += " of " + strings.Join(args, ", ")
	}
	return text
}
