package tests

import (
	"maps"

	"weft/frontend/tensor"
)

// adapters make the recorded calls, by PyTorch's name of the operator. An operator that is not here counts as failing.
var adapters = union(unaryOps, binaryOps, reduceOps, movementOps, indexOps, createOps, matrixOps, sortOps, activationOps,
	convOps, poolOps, normOps, lossOps, resizeOps, linalgOps)

func union(tables ...map[string]adapter) map[string]adapter {
	all := map[string]adapter{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

type unaryCall = func(*tensor.Tensor) *tensor.Tensor
type binaryCall = func(*tensor.Tensor, any) *tensor.Tensor

// eachUnary adapts methods without arguments.
func eachUnary(table map[string]unaryCall, more map[string]adapter) map[string]adapter {
	for name, f := range table {
		more[name] = func(c *call) any { return f(c.x()) }
	}
	return more
}

// eachBinary adapts methods with an argument named other.
func eachBinary(table map[string]binaryCall, more map[string]adapter) map[string]adapter {
	for name, f := range table {
		more[name] = func(c *call) any { return f(c.x(), c.any("other")) }
	}
	return more
}
