package tests

import (
	"strings"
	"testing"

	"weft/frontend/linalg"
	"weft/frontend/tensor"
	"weft/lazy"
	"weft/ops"
)

// goldenHost lists the operators that may run Go code on the host, and for which of their calls: factorisations, which are no
// loops that a kernel could be. A case of any other operator fails if it does.
var goldenHost = map[string]func(c *goldenCase, a *call) bool{
	"cholesky": always, "linalg.cholesky": always, "linalg.qr": always, "linalg.eigvalsh": always, "linalg.svdvals": always,
	"linalg.inv": always, "linalg.pinv": always, "linalg.solve": always, "linalg.solve_triangular": always,
	"linalg.tensorinv": always, "linalg.tensorsolve": always, "linalg.cond": always,
	"linalg.det": always, "linalg.slogdet": always, "linalg.matrix_rank": always,
	"linalg.matrix_power": func(_ *goldenCase, a *call) bool { return a.int("n", 1) < 0 },
	"norm":                func(_ *goldenCase, a *call) bool { return a.any("p") == "nuc" },
	"linalg.matrix_norm":  singular,
	"linalg.norm":         singular,
}

func always(*goldenCase, *call) bool { return true }

// singular says whether a norm of matrices has an order that is made of singular values.
func singular(c *goldenCase, a *call) bool {
	axes := len(a.ints("dim"))
	two := c.OpName == "linalg.matrix_norm" || axes == 2 || axes == 0 && len(c.Inputs[0].Shape) == 2
	order := a.any("ord")
	return order == "nuc" || two && (order == 2 || order == -2)
}

// mayUseHost says whether a case is one of a factorisation.
func mayUseHost(c *goldenCase) bool {
	may := goldenHost[c.OpName]
	return may != nil && may(c, &call{kwargs: c.Kwargs, args: c.Args, op: c.OpName})
}

// usesHost says whether a host call lies below some of the tensors.
func usesHost(ts []*tensor.Tensor) bool {
	seen := map[*lazy.Node]bool{}
	var next []*lazy.Node
	for _, t := range ts {
		next = append(next, t.Node())
	}
	for len(next) > 0 {
		n := next[len(next)-1]
		next = next[:len(next)-1]
		if n.Op == ops.Host {
			return true
		}
		if !seen[n] {
			seen[n] = true
			next = append(next, n.Src...)
		}
	}
	return false
}

// TestGoldenHostRule holds that host calls are found, in results and in gradients, and belong to factorisations alone.
func TestGoldenHostRule(t *testing.T) {
	tall := func(c *call) any { return linalg.Det(c.in[0]) }
	plain := func(c *call) any { return c.in[0].Neg() }
	for _, c := range []struct {
		op     string
		make   adapter
		kwargs map[string]any
		host   bool
		wrong  string
	}{
		{"linalg.det", tall, nil, true, ""},
		{"trace", tall, nil, true, "host"},
		{"linalg.matrix_power", tall, map[string]any{"n": 2.0}, true, "host"},
		{"linalg.matrix_power", tall, map[string]any{"n": -2.0}, true, ""},
		{"linalg.norm", tall, map[string]any{"ord": "fro"}, true, "host"},
		{"linalg.norm", tall, map[string]any{"ord": "nuc"}, true, ""},
		{"neg", plain, nil, false, ""},
	} {
		a := &attempt{c: &goldenCase{OpName: c.op, Kwargs: c.kwargs}, in: []*tensor.Tensor{tensor.Eye(2)}}
		a.build(c.make)
		a.c.Inputs, a.c.Outputs = []goldenInput{{Shape: []int{2, 2}}}, []*goldenOutput{nil}
		if wrong := a.verdict(); a.host != c.host || !strings.Contains(wrong, c.wrong) || c.wrong == "" && wrong != "" {
			t.Errorf("%s %v: host %v, verdict %q", c.op, c.kwargs, a.host, wrong)
		}
	}
}
