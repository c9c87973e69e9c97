// Package differential writes random graphs and holds every way of computing them against the others: back ends, fused
// and unfused, one thread and several must agree to the bit; each node must agree with its reference function within
// stated bounds. A failing graph is shrunk to a small one and printed.
package differential
