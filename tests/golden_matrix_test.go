package tests

import (
	"weft/frontend/tensor"
)

var matrixOps = map[string]adapter{
	"matmul":      func(c *call) any { return c.x().MatMul(c.t("other")) },
	"__rmatmul__": func(c *call) any { return c.t("other").MatMul(c.x()) },
	"mm":          func(c *call) any { return c.x().MM(c.t("mat2")) },
	"bmm":         func(c *call) any { return c.x().BMM(c.t("mat2")) },
	"mv":          func(c *call) any { return c.x().MV(c.t("vec")) },
	"dot":         func(c *call) any { return c.x().Dot(c.t("tensor")) },
	"outer":       func(c *call) any { return c.x().Outer(c.t("vec2")) },
	"inner":       func(c *call) any { return c.x().Inner(c.t("other")) },
	"tensordot": func(c *call) any {
		a, b := c.t("a"), c.t("b")
		if n, ok := c.any("dims").(int); ok {
			return a.TensorDotN(b, n)
		}
		dims := c.any("dims").([]any)
		return a.TensorDot(b, intList(dims[0]), intList(dims[1]))
	},
	"addmm": func(c *call) any {
		return c.x().AddMM(c.t("mat1"), c.t("mat2"), c.float("beta", 1), c.float("alpha", 1))
	},
	"addmv": func(c *call) any { return c.x().AddMV(c.t("mat"), c.t("vec"), c.float("beta", 1), c.float("alpha", 1)) },
	"addr": func(c *call) any {
		return c.x().AddR(c.t("vec1"), c.t("vec2"), c.float("beta", 1), c.float("alpha", 1))
	},
	"addbmm": func(c *call) any {
		return c.x().AddBMM(c.t("batch1"), c.t("batch2"), c.float("beta", 1), c.float("alpha", 1))
	},
	"baddbmm": func(c *call) any {
		return c.x().BAddBMM(c.t("batch1"), c.t("batch2"), c.float("beta", 1), c.float("alpha", 1))
	},
	"einsum": func(c *call) any { return tensor.Einsum(c.str("equation", ""), c.ts("operands")...) },
	"kron":   func(c *call) any { return c.x().Kron(c.t("other")) },
	"cross":  func(c *call) any { return c.x().Cross(c.t("other"), c.ints("dim")...) },
	"nn.functional._scaled_dot_product_attention": attention,
	"causal_attention":                            causalAttention,
}
