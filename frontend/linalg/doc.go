// Package linalg has the inverse, determinant and Cholesky factor of matrices, and the solution of linear equations.
//
// The factorisations themselves run on the host, in float64, by gonum. Around them the results are written as expressions of
// the matrix that equal the factorisation's answer at the matrix itself and have its derivatives there: gradients, and
// gradients of gradients, are those of ordinary tensors.
package linalg
