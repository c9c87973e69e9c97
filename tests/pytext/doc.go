// Package pytext reads short programs in the part of Python that recorded calls are written in, and runs them. It knows the
// language: numbers, strings, lists, tuples, dicts, names, attributes, calls, subscripts, operators, lambdas, assignments,
// with. What the names mean, and what is done with values that are not Python's own, a World says.
package pytext
