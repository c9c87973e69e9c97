package tests

import "weft/frontend/linalg"

var linalgOps = map[string]adapter{
	"linalg.inv":   func(c *call) any { return linalg.Inv(c.t("A")) },
	"linalg.det":   func(c *call) any { return linalg.Det(c.t("A")) },
	"linalg.solve": func(c *call) any { return linalg.Solve(c.t("A"), c.t("B")) },
	"cholesky":     func(c *call) any { return linalg.Cholesky(c.x(), c.bool("upper", false)) },
	"linalg.matrix_power": func(c *call) any {
		n := c.int("n", 1)
		if n < 0 {
			return linalg.Inv(c.x()).MatrixPower(-n)
		}
		return c.x().MatrixPower(n)
	},
}
