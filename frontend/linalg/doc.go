// Package linalg is linear algebra with the names of torch.linalg: inverses and solutions, determinants, factorisations,
// singular values and eigenvalues, norms, and products of matrices.
//
// Matrices lie in the last two axes of a tensor, the axes before count batches. Factorisations take float32 and float64.
//
// # Where they run
//
// A factorisation is no loop that a kernel could be: it runs on the host, in float64, by gonum, when the value is asked for.
// Around it the result is written as an expression of the matrix that equals the factorisation's answer at the matrix itself
// and has its first and second derivatives there: gradients, and gradients of gradients, are those of ordinary tensors. A
// matrix that has no answer (singular, not positive definite, not finite) is an error of Realize.
//
// # What has another home
//
// The products of torch.linalg that torch has too are methods of tensor.Tensor: MatMul, Diagonal, Kron, Outer. Factors whose
// results are complex (eig, eigvals) are not here, since there are no complex dtypes.
package linalg
