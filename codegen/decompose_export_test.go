package codegen

import "weft/ops"

// BoundOf gives the error bounds that the table claims for op.
func BoundOf(op ops.Op) (ulp32, ulp64 float64) {
	rule := decompositionOf[op]
	return rule.ulp32, rule.ulp64
}
