package differential

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
	"weft/codegen"
	rt "weft/runtime"
	"weft/schedule"
)

func TestDbg(t *testing.T) {
	seed, _ := strconv.ParseUint(os.Getenv("WEFT_SEED"), 10, 64)
	p := Generate(seed, optionsOf(seed))
	target := rt.Target()
	for _, unf := range []bool{false, true} {
		plan, err := schedule.MakePlan(schedule.NewRequest(withElements(p.Roots), schedule.Options{Unfused: unf, L2: target.L2}, false))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range plan.Launches {
			s := time.Now()
			pr, err := codegen.Lower(l.Kernel, target)
			if err != nil {
				t.Log(err)
				continue
			}
			d := time.Since(s)
			n := strings.Count(pr.Text(), "\n")
			t.Logf("%v %s: exprs text %d lines, program %d lines, %v", unf, l.Kernel.Name, strings.Count(l.Kernel.Text(), "\n"), n, d)
			if n > 3000 {
				t.Log(l.Kernel.Text())
				os.WriteFile("/tmp/w/prog.txt", []byte(pr.Text()), 0644)
			}
		}
	}
}
