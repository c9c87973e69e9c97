package tests

import (
	"weft/frontend/linalg"
	"weft/frontend/tensor"
)

var linalgOps = map[string]adapter{
	"linalg.inv":          func(c *call) any { return linalg.Inv(c.t("A")) },
	"linalg.pinv":         func(c *call) any { return linalg.Pinv(matrixInput(c), cutoff(c)) },
	"linalg.det":          func(c *call) any { return linalg.Det(c.t("A")) },
	"linalg.slogdet":      func(c *call) any { return pair(linalg.Slogdet(c.t("A"))) },
	"linalg.solve":        func(c *call) any { return linalg.Solve(c.t("A"), c.t("B")) },
	"linalg.svdvals":      func(c *call) any { return linalg.Svdvals(matrixInput(c)) },
	"linalg.eigvalsh":     func(c *call) any { return linalg.Eigvalsh(matrixInput(c), c.str("UPLO", "L") == "U") },
	"linalg.qr":           func(c *call) any { return pair(linalg.QR(matrixInput(c), c.str("mode", "reduced"))) },
	"linalg.cond":         func(c *call) any { return linalg.Cond(matrixInput(c), c.any("p")) },
	"linalg.matrix_rank":  func(c *call) any { return linalg.MatrixRank(matrixInput(c), cutoff(c)) },
	"linalg.cholesky":     func(c *call) any { return linalg.Cholesky(matrixInput(c), c.bool("upper", false)) },
	"cholesky":            func(c *call) any { return linalg.Cholesky(c.x(), c.bool("upper", false)) },
	"linalg.matrix_power": func(c *call) any { return linalg.MatrixPower(matrixInput(c), c.int("n", 1)) },
	"linalg.tensorinv":    func(c *call) any { return linalg.Tensorinv(matrixInput(c), c.int("ind", 2)) },
	"linalg.tensorsolve":  func(c *call) any { return linalg.Tensorsolve(matrixInput(c), c.t("other"), c.ints("dims")...) },
	"linalg.solve_triangular": func(c *call) any {
		return linalg.SolveTriangular(matrixInput(c), c.t("B"), linalg.Triangle{Upper: c.bool("upper", false),
			Right: !c.bool("left", true), Unit: c.bool("unitriangular", false)})
	},
	"norm": func(c *call) any {
		if c.any("p") == "nuc" {
			return linalg.MatrixNorm(typedInput(c), "nuc", c.axes()...)
		}
		return typedInput(c).Norm(order(c.any("p")), c.axes()...)
	},
	"linalg.norm": func(c *call) any { return linalg.Norm(typedInput(c), c.any("ord"), c.axes()...) },
	"linalg.vector_norm": func(c *call) any {
		return linalg.VectorNorm(typedInput(c), order(c.any("ord")), c.axes()...)
	},
	"linalg.matrix_norm": func(c *call) any {
		return linalg.MatrixNorm(typedInput(c), orDefault(c.any("ord"), "fro"), c.axes()...)
	},
	"linalg.cross":     func(c *call) any { return linalg.Cross(c.x(), c.t("other"), c.int("dim", -1)) },
	"linalg.vecdot":    func(c *call) any { return linalg.Vecdot(c.t("x"), c.t("y"), c.int("dim", -1)) },
	"linalg.multi_dot": func(c *call) any { return linalg.MultiDot(c.ts("tensors")...) },
	"linalg.vander":    func(c *call) any { return linalg.Vander(c.t("x"), c.ints("N")...) },
}

// matrixInput is the first argument, whose name differs.
func matrixInput(c *call) *tensor.Tensor {
	if a := c.t("A"); a != nil {
		return a
	}
	return c.x()
}

func cutoff(c *call) linalg.Cutoff {
	return linalg.Cutoff{Absolute: c.any("atol"), Relative: c.any("rtol")}
}

// order is the p of a norm of vectors.
func order(p any) float64 {
	switch p := p.(type) {
	case int:
		return float64(p)
	case float64:
		return p
	case nil:
		return 2
	}
	if p == "fro" {
		return 2
	}
	panic(unsupported("norm of order " + p.(string)))
}

func orDefault(v, def any) any {
	if v == nil {
		return def
	}
	return v
}
